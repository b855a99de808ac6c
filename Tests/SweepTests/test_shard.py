"""One shard: started, continued, started again, and its exit codes."""

import json
import signal
from pathlib import Path

import pytest
from conftest import STUB, Program, call, end, start, until

STAND_IN = Program(STUB, True)
LOAD = ["load", "--jobs", "4"]


def shard(place: Path, *words: str, **environment: str):
    return call(
        "shard", [STUB, place / "sweep", "1", "2", *(words or LOAD)], STAND_IN, **environment
    )


def jobs(place: Path) -> list[str]:
    return (place / "sweep" / "1-of-2" / "jobs.csv").read_text().split()


def test_a_shard_has_only_its_own_jobs(tmp_path: Path):
    done = shard(tmp_path)
    assert done.returncode == 0, done.stderr
    assert jobs(tmp_path) == ["job-0", "job-2"]


def test_a_shard_without_a_plan_starts_again(tmp_path: Path):
    place = tmp_path / "sweep" / "1-of-2"
    place.mkdir(parents=True)
    (place / "jobs.csv").write_text("job-0\n")
    assert shard(tmp_path, *LOAD, "--ledger", str(tmp_path / "ledger")).returncode == 0
    assert STAND_IN.done(tmp_path) == ["job-0", "job-2"]


def test_a_shard_with_a_plan_continues(tmp_path: Path):
    assert shard(tmp_path).returncode == 0
    place = tmp_path / "sweep" / "1-of-2"
    (place / "jobs.csv").write_text("job-0\n")
    plan = json.loads((place / "plan.json").read_text()) | {"ledger": str(tmp_path / "ledger")}
    (place / "plan.json").write_text(json.dumps(plan))
    assert shard(tmp_path).returncode == 0
    assert STAND_IN.done(tmp_path) == ["job-2"]


def test_a_shard_starts_again_on_another_machine(tmp_path: Path):
    ledger = ["--ledger", str(tmp_path / "ledger")]
    assert shard(tmp_path, *LOAD, *ledger, SWEEP_MACHINE="one").returncode == 0
    done = shard(tmp_path, *LOAD, *ledger, SWEEP_MACHINE="two")
    assert done.stderr == "shard 1/2: started on one, starts again on two\n"
    assert STAND_IN.done(tmp_path) == ["job-0", "job-0", "job-2", "job-2"]
    assert (tmp_path / "sweep" / "1-of-2.machine").read_text() == "two\n"


@pytest.mark.parametrize(
    ("code", "ends", "said"),
    [
        (0, 0, ""),
        (2, 0, "shard 1/2: a threshold is missed\n"),
        (3, 0, "shard 1/2: the result is inconclusive\n"),
        (4, 0, "shard 1/2: there are invalid rows\n"),
        (1, 1, ""),
        (5, 5, ""),
        (143, 143, ""),
    ],
)
def test_results_are_not_failures(tmp_path: Path, code: int, ends: int, said: str):
    done = shard(tmp_path, *LOAD, "--exit", str(code))
    assert (done.returncode, done.stderr) == (ends, said)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_reaches_the_program(tmp_path: Path, number: signal.Signals):
    words = [STUB, tmp_path / "sweep", "1", "2", *LOAD, "--pace", "30"]
    process = start("shard", words, STAND_IN)
    try:
        until((tmp_path / "sweep" / "1-of-2" / "plan.json").exists, "the plan")
        process.send_signal(number)
        assert process.wait(timeout=20) == 143
    finally:
        end({process.pid})


def test_a_shard_waits_for_processes_of_an_earlier_attempt(tmp_path: Path):
    words = [STUB, tmp_path / "sweep", "1", "2", *LOAD, "--pace", "0.5"]
    words += ["--ledger", tmp_path / "ledger"]
    process = start("shard", words, STAND_IN)
    until((tmp_path / "sweep" / "1-of-2" / "plan.json").exists, "the plan")
    process.kill()
    process.wait()
    assert shard(tmp_path).returncode == 0
    assert STAND_IN.done(tmp_path) == ["job-0", "job-2"]
