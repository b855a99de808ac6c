"""Makes single calls of flowbench fail, kills it there, and checks what it promises.

No finished row is lost, no process and no hidden file is left, the exit code and the message of one
line are right, and the same command or `--resume` ends as if nothing had happened. Linux only.
"""

import argparse
import csv
import io
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Columns that differ between two runs of the same plan in virtual time.
MEMORY = re.compile(
    r"(live|kept|resident|fragmentation|clock_cost|loop_ns|started|load_|steal|run_id)"
)
# The tables of machines and the order of arrival differ, too.
OTHERS = {"runs.csv", "jobs.jsonl", "plan.json"}
HIDDEN = re.compile(r"\.flowbench-|flowbench-scratch-")
WRITES = "write,open,open64,opendir,rename,mkdir,unlink,rmdir,symlink,fsync,ftruncate,flock"
SYSTEM = 5


def error(name: str) -> str:
    return {
        "ENOSPC": "28",
        "EIO": "5",
        "EMFILE": "24",
        "EINTR": "4",
        "EAGAIN": "11",
        "ENOLCK": "37",
    }[name]


# Each fault: the calls, and what happens at one of them.
FAULTS = {
    "write/ENOSPC": ("write", error("ENOSPC")),
    "write/short": ("write", "short"),
    "open/EMFILE": ("open,open64,opendir", error("EMFILE")),
    "rename/EIO": ("rename", error("EIO")),
    "mkdir/ENOSPC": ("mkdir", error("ENOSPC")),
    "fsync/EIO": ("fsync", error("EIO")),
    "fsync/EINTR": ("fsync", error("EINTR")),
    "flock/ENOLCK": ("flock", error("ENOLCK")),
    "posix_spawn/EAGAIN": ("posix_spawn", error("EAGAIN")),
    "any/kill": (WRITES, "kill"),
    "any/torn": (WRITES, "torn"),
}

LOAD = ["load", "--allow-debug", "--virtual", "--design", "floor,flow", "--topology", "single"]
LOAD += ["--workload", "counter", "--features", "1", "--rate", "500", "--duration", "2s"]
LOAD += ["--rounds", "2"]
COUNTS = ["--workload", "counter", "--design", "floor,flow", "--topology", "single"]
COUNTS += ["--features", "1", "--passes", "counting", "--actions", "200", "--allow-debug"]
COUNTS += ["--filter", "uniform/(floor|flow)$"]


@dataclass
class Case:
    """A command line, and the file or directory that it writes."""

    arguments: list[str]
    out: str
    # What it needs in its directory, from the templates.
    needs: list[str] = field(default_factory=list)
    # The subcommand of `--resume`; empty if it cannot be resumed.
    resume: str = ""


CASES = {
    "load": Case([*LOAD, "--out", "out"], "out", resume="load"),
    "inside": Case([*LOAD, "--out", "empty"], "empty", ["empty"], "load"),
    "resume": Case(["load", "--allow-debug", "--resume", "half"], "half", ["half"], "load"),
    "run": Case(["run", *COUNTS, "--out", "out"], "out", resume="run"),
    "merge": Case(["merge", "a", "b", "--out", "out"], "out", ["a", "b"]),
    "export": Case(["export", "run", "--format", "go", "--out", "go.txt"], "go.txt", ["run"]),
    "compare": Case(["compare", "run", "--by", "design"], "run/compare.csv", ["run"]),
    "update": Case(
        ["check", "--update", "--allow-debug", "--filter", "^counter/single/1/uniform/flow$"],
        "results/baseline",
    ),
    "init": Case(["init", "Cart", "--flowbench", str(ROOT)], "Cart"),
}


@dataclass
class Ending:
    """The end of a process."""

    code: int
    output: bytes
    lines: list[str]
    # Whether it had to be killed, or left a process.
    is_hung: bool
    left: int


class Campaign:
    def __init__(self, flowbench: Path, work: Path) -> None:
        self.flowbench = flowbench
        self.work = work
        self.library = work / "faults.so"
        self.templates = work / "templates"
        self.undisturbed: dict[str, tuple[Ending, dict[str, bytes]]] = {}
        source = Path(__file__).with_name("faults.c")
        compiler = os.environ.get("CC", "cc")
        command = [compiler, "-O1", "-shared", "-fPIC", "-o", self.library, source, "-ldl"]
        subprocess.run(command, check=True)
        self.templates.mkdir()
        (self.templates / "empty").mkdir()
        self.prepare(["run", *COUNTS, "--out", "run"])
        for shard in "ab":
            self.prepare([*LOAD, "--shard", f"{'ab'.index(shard) + 1}/2", "--out", shard])
        self.prepare([*LOAD, "--out", "half"])
        log = self.templates / "half" / "jobs.jsonl"
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(lines[:-2]) + lines[-2][:60])
        for file in (self.templates / "half").glob("l*.csv"):
            file.unlink()

    def prepare(self, arguments: list[str]) -> None:
        ending = self.run(arguments, self.templates)
        if ending.code:
            sys.exit(f"faults: {arguments}: {ending.code}: {ending.lines}")

    def run(
        self, arguments: list[str], place: Path, faults: dict[str, str] | None = None
    ) -> Ending:
        mark = uuid.uuid4().hex
        temporary = place / "tmp"
        temporary.mkdir(exist_ok=True)
        # Without valgrind, which takes most of the time.
        environment = {"PATH": "/nowhere", "TMPDIR": str(temporary), "FAULT_MARK": mark}
        process = subprocess.Popen(
            [self.flowbench, *arguments],
            cwd=place,
            env=environment | (faults or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        is_hung = False
        try:
            output, text = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            is_hung = True
            os.killpg(process.pid, signal.SIGKILL)
            output, text = process.communicate()
        left = living(mark, 0 if is_hung else 8)
        lines = text.decode(errors="replace").splitlines()
        return Ending(process.returncode, output, [line for line in lines if line], is_hung, left)

    def fresh(self, case: Case, name: str) -> Path:
        place = self.work / "points" / name
        place.mkdir(parents=True)
        for need in case.needs:
            shutil.copytree(self.templates / need, place / need)
        return place

    def reference(self, name: str) -> None:
        place = self.fresh(CASES[name], f"{name}-undisturbed")
        ending = self.run(CASES[name].arguments, place)
        files = contents(place / CASES[name].out)
        if ending.code or not files:
            sys.exit(f"faults: {name}: exits {ending.code}: {ending.lines}")
        self.undisturbed[name] = ending, files

    def disturbed(self, name: str, fault: str, number: int) -> tuple[Path, Ending, tuple[int, int]]:
        """Runs a case with a fault; returns the numbers of calls and of faults, too."""
        place = self.fresh(CASES[name], f"{name}-{fault.replace('/', '-')}-{number}")
        counts = place / "tmp.counts"
        counts.write_bytes(bytes(24))
        calls, action = FAULTS[fault]
        environment = {
            "LD_PRELOAD": str(self.library),
            "FAULT_CALLS": calls,
            "FAULT_ACTION": action,
            "FAULT_NUMBER": str(number),
            "FAULT_COUNTS": str(counts),
        }
        ending = self.run(CASES[name].arguments, place, environment)
        _, calls_seen, faults_seen = struct.unpack("3q", counts.read_bytes())
        return place, ending, (calls_seen, faults_seen)

    def point(self, name: str, fault: str, number: int, keeps: bool = False) -> list[str] | None:
        """Returns what a run with a fault has broken; `None` if it had no fault."""
        case = CASES[name]
        place, ending, (_, faults_seen) = self.disturbed(name, fault, number)
        is_killed = FAULTS[fault][1] in ("kill", "torn")
        broken: list[str] = []
        if faults_seen:
            broken = list(self.first_promises(name, place, ending, is_killed))
            broken += self.second_promises(case, name, place, ending)
        if keeps:
            print(
                f"exit {ending.code}, {faults_seen} faults, in {place}", *ending.lines, sep="\n  "
            )
        else:
            shutil.rmtree(place)
        return broken if faults_seen else None

    def first_promises(self, name: str, place: Path, ending: Ending, is_killed: bool) -> list[str]:
        """Checks the end of the disturbed process."""
        expected, files = self.undisturbed[name]
        found = []
        if ending.is_hung:
            found.append("does not end")
        if ending.left:
            found.append(f"leaves {ending.left} processes")
        if is_killed:
            return found
        if ending.code == 0:
            if numberless(ending.output) != numberless(expected.output):
                found.append("exit 0 with other output")
            if difference := differing(contents(place / CASES[name].out), files):
                found.append(f"exit 0, and {difference}")
        elif ending.code != SYSTEM:
            found.append(f"exit {ending.code}: {ending.lines[-1:]}")
        else:
            last = ending.lines[-1] if ending.lines else ""
            if not re.match(r"\S.*: \S", last) or HIDDEN.search(last):
                found.append(f"message '{last}'")
        if hidden := leftovers(place):
            found.append(f"leaves {hidden}")
        return found

    def second_promises(self, case: Case, name: str, place: Path, ending: Ending) -> list[str]:
        """Continues or repeats the command, without a fault."""
        expected, files = self.undisturbed[name]
        out = place / case.out
        rows = whole_lines(out / "jobs.jsonl")
        if case.resume and (out / "plan.json").exists():
            again = self.run([case.resume, "--allow-debug", "--resume", case.out], place)
        elif ending.code == 0 or (out.exists() and not differing(contents(out), files)):
            # It had written everything when it was disturbed.
            return [f"leaves {leftovers(place)}"] if ending.code == 0 and leftovers(place) else []
        else:
            again = self.run(case.arguments, place)
        found = []
        if again.code != expected.code:
            return [f"then exits {again.code}: {again.lines[-1:]}"]
        if rows - whole_lines(out / "jobs.jsonl"):
            found.append("finished rows are lost")
        if difference := differing(contents(out), files):
            found.append(f"then {difference}")
        if hidden := leftovers(place):
            found.append(f"then leaves {hidden}")
        return found


def living(mark: str, seconds: float) -> int:
    """Kills the processes with a mark that still live after a time; returns their number."""
    until = time.monotonic() + seconds
    while True:
        left = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark.encode() in path.read_bytes():
                    left.append(int(path.parent.name))
            except OSError:
                continue
        if not left or time.monotonic() > until:
            break
        time.sleep(0.05)
    for process in left:
        os.kill(process, signal.SIGKILL)
    return len(left)


def contents(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return {path.name: path.read_bytes()}
    files = [file for file in sorted(path.rglob("*")) if file.is_file()]
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in files}


def leftovers(place: Path) -> list[str]:
    """Returns the hidden files below a directory, and the temporary ones.

    A check that was killed is never continued: its folder stays as it was.
    """
    hidden = [path for path in place.rglob("*") if HIDDEN.search(path.name)]
    newest = max((place / "results" / "check").glob("*"), default=None)
    return [
        path.name
        for path in hidden
        if newest is None or newest in path.parents or newest.parent not in path.parents
    ] + [path.name for path in (place / "tmp").iterdir()]


def numberless(output: bytes) -> bytes:
    """Returns an output without times and sizes."""
    return re.sub(rb"[\d.,:]+", b"0", output)


def whole_lines(log: Path) -> set[bytes]:
    lines = log.read_bytes().splitlines(keepends=True) if log.is_file() else []
    return {line for line in lines if line.endswith(b"\n")}


def steady(name: str, data: bytes) -> list[list[str]] | bytes:
    """Returns a table without the columns that differ from run to run."""
    if not name.endswith(".csv"):
        return data
    rows = list(csv.reader(io.StringIO(data.decode())))
    kept = [index for index, column in enumerate(rows[0]) if not MEMORY.match(column)]
    # A summary has a row for each metric.
    rows[1:] = [row for row in rows[1:] if not any(map(MEMORY.match, row))]
    return [[row[index] for index in kept] for row in rows]


def differing(found: dict[str, bytes], expected: dict[str, bytes]) -> str:
    """Returns the first difference of two sets of files; empty if there is none."""
    if names := sorted(set(found) ^ set(expected)):
        return f"{names[0]} {'is missing' if names[0] in expected else 'is new'}"
    for name, data in expected.items():
        if name not in OTHERS and steady(name, found[name]) != steady(name, data):
            return f"{name} differs"
    return ""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("cases", nargs="*", help=f"from {', '.join(CASES)} (all)")
    parser.add_argument("--flowbench", type=Path, default=ROOT / ".build/release/flowbench")
    parser.add_argument("--fault", default="", help=f"an expression: {', '.join(FAULTS)} (all)")
    parser.add_argument("--points", type=int, default=2, help="calls of a case and a fault (2)")
    parser.add_argument("--seed", type=int, default=0, help="chooses the calls (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at the same time")
    parser.add_argument("--show", help="CASE:FAULT:NUMBER, as in a message, whose files are kept")
    options = parser.parse_args(arguments)
    if sys.platform != "linux":
        print("faults: needs LD_PRELOAD of Linux; nothing is checked")
        return 0
    started = time.monotonic()
    work = ROOT / ".build" / "faults"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    campaign = Campaign(options.flowbench.resolve(), work)
    if options.show:
        name, fault, number = options.show.split(":")
        campaign.reference(name)
        print(*(campaign.point(name, fault, int(number), keeps=True) or []), sep="\n")
        return 0
    chance = random.Random(options.seed)
    names = options.cases or list(CASES)
    faults = [fault for fault in FAULTS if re.search(options.fault, fault)]
    tried, found = 0, []
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(campaign.reference, names))
        pairs = [(name, fault) for name in names for fault in faults]
        # The calls of a case without a fault, of which some then fail.
        runs = pool.map(lambda pair: campaign.disturbed(*pair, 0), pairs)
        points = []
        for (name, fault), (_, _, (calls, _)) in zip(pairs, runs, strict=True):
            numbers = chance.sample(range(1, calls + 1), min(options.points, calls))
            points += [(name, fault, number) for number in numbers]
        chance.shuffle(points)
        for point, broken in zip(
            points, pool.map(lambda point: campaign.point(*point), points), strict=True
        ):
            tried += broken is not None
            found += [f"faults: {':'.join(map(str, point))}: {line}" for line in broken or []]
    for line in sorted(found):
        print(line, file=sys.stderr)
    seconds = time.monotonic() - started
    print(f"{tried} faults in {len(names)} cases, {len(found)} broken promises, {seconds:.0f} s")
    # Without a fault, nothing was checked.
    return int(bool(found) or not tried)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
