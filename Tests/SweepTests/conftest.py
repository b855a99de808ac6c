"""The program that the engines call, its loads, and simulated machines."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
STUB = HERE / "stub-flowbench"
SCRIPTS = ROOT / "Scripts" / "sweep"
PATIENCE = 120.0


@dataclass(frozen=True)
class Program:
    """The program under test."""

    path: Path
    is_stub: bool

    def load(self, place: Path, seconds: float = 1.0) -> list[str]:
        """Returns a load of about that many seconds; the stub records each job in a ledger."""
        if self.is_stub:
            pace = seconds / 8
            return f"load --jobs 8 --pace {pace} --ledger {place / 'ledger'}".split()
        features = ",".join(str(count) for count in range(1, 2 + round(seconds * 2)))
        return (
            "load --virtual --users 500 --duration 30m --design floor,flow --workload app "
            f"--topology single,per-feature --features {features} --checked-actions 1"
        ).split()

    def whole(self, place: Path, words: list[str]) -> bytes:
        """Returns the rows of the same run without shards."""
        if self.is_stub:
            words = [*words, "--pace", "0", "--ledger", ""]
        out = place / "one-piece"
        subprocess.run([self.path, *words, "--out", out], check=True, capture_output=True)
        return (out / "loads.csv").read_bytes()

    def done(self, place: Path) -> list[str]:
        """Returns the jobs in the stub's ledger."""
        ledger = place / "ledger"
        return sorted(ledger.read_text().split()) if ledger.is_file() else []


@pytest.fixture(scope="session")
def program() -> Program:
    """Returns the program in FLOWBENCH, or the built one; the stub if it has no shards."""
    path = ROOT / os.environ.get("FLOWBENCH", ".build/release/flowbench")
    if path != STUB and path.is_file():
        found = subprocess.run([path, "merge", "--help"], capture_output=True, check=False)
        if found.returncode == 0:
            return Program(path.resolve(), False)
    return Program(STUB, True)


def session_of(process: int) -> int | None:
    """Returns the session of a process; `None` if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    state, _, _, session = text.rpartition(") ")[2].split()[:4]
    return None if state == "Z" else int(session)


def processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def end(sessions: set[int]) -> None:
    while found := [process for process in processes() if session_of(process) in sessions]:
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.01)


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, f"waited {seconds:.0f} s for {what}"
        time.sleep(0.02)


class Machines:
    """Folders that simulate machines."""

    def __init__(self, place: Path, *names: str) -> None:
        self.place = place
        for name in names:
            (place / name).mkdir(parents=True)
        self.environment = {"MACHINES": str(place), "PARALLEL_SSH": str(HERE / "stand-in-ssh")}

    def sessions(self, name: str) -> set[int]:
        listed = self.place / f"{name}.sessions"
        return {int(line) for line in listed.read_text().split()} if listed.is_file() else set()

    def switch_off(self, name: str) -> None:
        (self.place / f"{name}.dead").touch()
        end(self.sessions(name))

    def begun(self, name: str, shard: str = "*") -> list[Path]:
        """Returns the shards with a plan on a machine."""
        return list(self.place.glob(f"{name}/sweep-*/{shard}-of-*/plan.json"))


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path / "machines", "one", "two")
    yield made
    for name in ("one", "two"):
        made.switch_off(name)


def start(
    script: str, words: list[str | Path], program: Program, **environment: str
) -> subprocess.Popen[str]:
    """Starts a script, with its output in pipes, as the leader of a session."""
    return subprocess.Popen(
        [SCRIPTS / script, *map(str, words)],
        cwd=ROOT,
        env=os.environ | {"FLOWBENCH": str(program.path)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell starts programs in the background with this signal ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def call(
    script: str, words: list[str | Path], program: Program, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs a script to its end."""
    process = start(script, words, program, **environment)
    try:
        out, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        end({process.pid})
        raise
    return subprocess.CompletedProcess(words, process.returncode, out, said)


def missing(*programs: str) -> str | None:
    absent = [name for name in programs if not shutil.which(name)]
    return f"there is no {', '.join(absent)}; make deps WITH_SWEEP=1" if absent else None
