"""GNU parallel on this machine and others, with failures and repeated calls."""

import csv
import signal
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, STUB, Machines, Program, call, end, missing, start, until

absent = missing("parallel", "rsync", "setsid", "setpriv")
pytestmark = pytest.mark.skipif(absent is not None, reason=str(absent))


def words(place: Path, load: list[str], *options: str) -> list[str | Path]:
    return ["-m", "3", *options, "--out", place / "out", "--", *load]


def merged(place: Path) -> bytes:
    return (place / "out" / "merged" / "loads.csv").read_bytes()


def hosts(place: Path) -> list[str]:
    return [path.read_text().strip() for path in sorted(place.glob("out/sweep-*/*.machine"))]


def test_shards_on_this_machine_equal_the_whole_run(program: Program, tmp_path: Path):
    load = program.load(tmp_path, 0.4)
    done = call("parallel", words(tmp_path, load), program)
    assert done.returncode == 0, done.stderr
    assert merged(tmp_path) == program.whole(tmp_path, load)
    plan = subprocess.run(
        [program.path, *load, "--shard", "2/3", "--dry-run"], capture_output=True, text=True
    )
    digest = next(line[6:] for line in plan.stdout.splitlines() if line.startswith("plan: "))
    assert (tmp_path / "out" / f"sweep-{digest}-of-3.joblog").is_file()


def test_counts_equal_those_of_the_whole_run(program: Program, tmp_path: Path):
    if program.is_stub:
        pytest.skip("flowbench is not built, or has no shards: the stub counts nothing")
    counting = "run --suite smoke --passes counting --workload counter --design floor,flow"
    counting += " --allow-debug --checked-actions 1"
    done = call("parallel", words(tmp_path, counting.split()), program)
    assert done.returncode == 0, done.stderr
    one = tmp_path / "one-piece"
    subprocess.run([program.path, *counting.split(), "--out", one], check=True, capture_output=True)
    # Live bytes depend on the program itself, such as the length of a path.
    own = {"live_before_bytes", "live_after_bytes", "resident_bytes", "fragmentation_ratio"}
    rows = []
    for place in (one, tmp_path / "out" / "merged"):
        with (place / "samples.csv").open() as file:
            rows.append(
                [{k: v for k, v in row.items() if k not in own} for row in csv.DictReader(file)]
            )
    assert len(rows[0]) > 10
    assert rows[0] == rows[1]


def test_a_second_call_does_nothing(program: Program, tmp_path: Path):
    load = program.load(tmp_path, 0.2)
    assert call("parallel", words(tmp_path, load), program).returncode == 0
    before, done = merged(tmp_path), program.done(tmp_path)
    again = call("parallel", words(tmp_path, load), program)
    assert again.returncode == 0 and "merged already" in again.stderr
    assert merged(tmp_path) == before and program.done(tmp_path) == done


def test_another_plan_is_refused(program: Program, tmp_path: Path):
    load = program.load(tmp_path, 0.2)
    assert call("parallel", words(tmp_path, load), program).returncode == 0
    other = [*load, "--jobs", "3"] if program.is_stub else [*load, "--seed", "7"]
    again = call("parallel", words(tmp_path, other), program)
    assert again.returncode == 1 and again.stderr.startswith("sweep: --out: ")
    assert len(again.stderr.splitlines()) == 1


def test_shards_on_machines_equal_the_whole_run(
    program: Program, machines: Machines, tmp_path: Path
):
    load = program.load(tmp_path)
    done = call("parallel", words(tmp_path, load, "-S", "one,two"), program, **machines.environment)
    assert done.returncode == 0, done.stderr
    assert merged(tmp_path) == program.whole(tmp_path, load)
    assert set(hosts(tmp_path)) == {"one", "two"}
    commit = ["git", "rev-parse", "HEAD"]
    planned = subprocess.run(commit, cwd=ROOT, capture_output=True, text=True, check=False)
    with (tmp_path / "out" / "merged" / "runs.csv").open() as file:
        assert [row["commit"] for row in csv.DictReader(file)] == [planned.stdout.strip()] * 3
    assert not list(machines.place.glob("*/sweep-*")), "the machines are not cleaned"


def test_this_machine_can_be_one_of_them(program: Program, machines: Machines, tmp_path: Path):
    load = program.load(tmp_path)
    environment = machines.environment | {"SWEEP_MACHINE": "here"}
    done = call("parallel", words(tmp_path, load, "-S", ":,two"), program, **environment)
    assert done.returncode == 0, done.stderr
    assert merged(tmp_path) == program.whole(tmp_path, load)
    assert set(hosts(tmp_path)) == {"here", "two"}


def test_a_shard_of_a_failed_machine_moves_to_another(
    program: Program, machines: Machines, tmp_path: Path
):
    load = program.load(tmp_path, 6)
    process = start(
        "parallel", words(tmp_path, load, "-S", "one,two"), program, **machines.environment
    )
    try:
        until(lambda: machines.begun("one"), "a shard on the machine")
        machines.switch_off("one")
        _, said = process.communicate(timeout=120)
    finally:
        end({process.pid})
    assert process.returncode == 0, said
    assert hosts(tmp_path) == ["two"] * 3
    assert merged(tmp_path) == program.whole(tmp_path, load)


def test_a_machine_that_is_down_is_left_out(program: Program, machines: Machines, tmp_path: Path):
    machines.switch_off("one")
    load = program.load(tmp_path)
    done = call("parallel", words(tmp_path, load, "-S", "one,two"), program, **machines.environment)
    assert done.returncode == 0, done.stderr
    assert hosts(tmp_path) == ["two"] * 3


@pytest.mark.parametrize("login", [":", "one"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_after_a_kill_the_same_call_continues(
    login: str, number: signal.Signals, program: Program, machines: Machines, tmp_path: Path
):
    load = program.load(tmp_path, 2.4)
    given = words(tmp_path, load, "-S", login)
    process = start("parallel", given, program, **machines.environment)
    place = tmp_path / "out" if login == ":" else machines.place / login
    try:
        # The second: one is done, and one is in the middle.
        until(lambda: list(place.glob("sweep-*/2-of-3/plan.json")), "the second shard")
        if program.is_stub:
            until(lambda: len(program.done(tmp_path)) >= 4, "a job of it")
        if number == signal.SIGKILL:
            end({process.pid} | machines.sessions("one"))
        else:
            process.send_signal(number)
            assert process.wait(timeout=60) == 128 + number
    finally:
        end({process.pid})
    assert not (tmp_path / "out" / "merged").exists()
    again = call("parallel", given, program, **machines.environment)
    assert again.returncode == 0, again.stderr
    if program.is_stub:
        assert program.done(tmp_path) == [f"job-{number}" for number in range(8)]
    assert merged(tmp_path) == program.whole(tmp_path, load)


def test_shards_that_could_not_be_fetched_are_fetched_later(machines: Machines, tmp_path: Path):
    program = Program(STUB, True)
    load = program.load(tmp_path, 0.4)
    given = words(tmp_path, load, "-S", "one")
    assert call("parallel", given, program, **machines.environment).returncode == 0
    out = tmp_path / "out"
    for path in [*out.glob("sweep-*/2-of-3/*"), *out.glob("merged/*")]:
        path.unlink()
    (out / "merged").rmdir()
    again = call("parallel", given, program, **machines.environment)
    assert again.returncode == 0, again.stderr
    twice = [job for job in set(program.done(tmp_path)) if program.done(tmp_path).count(job) > 1]
    assert sorted(twice) == ["job-1", "job-4", "job-7"]


def test_a_shard_that_fails_everywhere_is_named(tmp_path: Path):
    program = Program(STUB, True)
    load = [*program.load(tmp_path, 0.2), "--crash", "job-4"]
    done = call("parallel", words(tmp_path, load), program)
    assert done.returncode == 1
    assert "sweep: shards 2 of 3 are not complete in " in done.stderr.splitlines()[-1]
    assert program.done(tmp_path) == [f"job-{number}" for number in (0, 1, 2, 3, 5, 6)]
