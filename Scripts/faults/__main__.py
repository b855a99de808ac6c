"""Puts faults back that FlowCore once had, one at a time, and says what notices them.

Each file in Tests/Faults is one: what was wrong, who must see it, and the difference that brings it
back. It is put into copies under .build-faults; the sources stay as they are. What the model must
see, by programs, those of observers or schedules, is looked for from several seeds, and the table
says with which one each time; what only a suite of tests can see is shown to that suite. A fault
that is not seen, and a difference that does not fit the sources any more, exit 2.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from mutants.package import IMPORT, manifest_of, target_line, write_if_changed

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "Tests" / "Faults"
RUNNER = "FlowCoreModelRunner"
TARGETS = (
    "FlowCore",
    "FlowTesting",
    "FlowCoreModel",
    RUNNER,
    "FlowTestSupport",
    "FlowCoreTests",
    "FlowTestingTests",
)
# What the runner tries.
MODES = ("programs", "observers", "schedules")
SEEN_BY = re.compile(r"^Seen by: (programs|observers|schedules|\w+Tests): ?(.*)$", re.MULTILINE)
FOUND = re.compile(r"^seed (\d+), after (\d+) without a difference: (.*)$", re.MULTILINE)
TESTED = re.compile(r"Test run with (\d+) tests?")
ERROR = re.compile(r"^/[^:\n]+/([^/:\n]+:\d+):\d+: error: ([^\n]*)", re.MULTILINE)
# A fault may have a store go on for ever.
PATIENCE = 300.0
MEMORY = 32 << 30


class FaultError(Exception):
    """What keeps a fault from being tried."""


@dataclass(frozen=True)
class Fault:
    """One fault: its file, who must see it, and which of the tests, if it is a target of these."""

    path: Path
    by: str
    suite: str

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.stem

    @property
    def is_for_model(self) -> bool:
        """Whether the model must see it."""
        return self.by in MODES


def read(path: Path) -> Fault:
    """The fault that a file brings back."""
    found = SEEN_BY.search(path.read_text(encoding="utf-8"))
    if not found:
        raise FaultError(f"{path.name} does not say who sees it: {', '.join(MODES)} or tests")
    return Fault(path, found[1], found[2].strip())


def say(line: str) -> None:
    """A line of progress."""
    print(f"faults: {line}", file=sys.stderr, flush=True)


def run(command: list[str], cwd: Path, patience: float | None = None) -> tuple[int, str]:
    """Runs a command: its status and what it said; who takes too long is asked to end."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    # One order of each set, so that a number is the same each time.
    settings = {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}
    environment = {**os.environ, **settings}
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=limited if patience else None,
    ) as process:
        try:
            output, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                output, _ = process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, _ = process.communicate()
    return process.returncode, output


@dataclass
class Copies:
    """A package of copies, built without and with faults."""

    root: Path
    scratch: Path
    # The copies, and what is in them: the sources as they were when the script began.
    texts: dict[Path, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reads the sources."""
        lines = []
        for target in TARGETS:
            place = self.place_of(target)
            imported: set[str] = set()
            for path in sorted((self.root / place).rglob("*.swift")):
                if ".docc/" not in path.as_posix():
                    text = path.read_text(encoding="utf-8")
                    self.texts[self.scratch / path.relative_to(self.root)] = text
                    imported |= set(IMPORT.findall(text))
            kind = "testTarget" if target.endswith("Tests") else "target"
            kind = "executableTarget" if target == RUNNER else kind
            needs = sorted((imported & set(TARGETS)) - {target})
            lines.append(target_line(kind, target, needs, place))
        self.texts[self.scratch / "Package.swift"] = manifest_of("Faults", lines)

    def place_of(self, target: str) -> str:
        """The folder of a target: Sources/NAME or Tests/NAME."""
        for folder in ("Sources", "Tests"):
            if (self.root / folder / target).is_dir():
                return f"{folder}/{target}"
        raise FaultError(f"there is neither Sources/{target} nor Tests/{target}")

    def write(self) -> None:
        """Writes the copies as the sources are; what is the same is left as it is."""
        for path, text in self.texts.items():
            write_if_changed(path, text)
        for folder in ("Sources", "Tests"):
            for path in (self.scratch / folder).rglob("*"):
                if path.is_file() and path not in self.texts:
                    path.unlink()

    def put_back(self, fault: Fault) -> None:
        """Brings a fault back."""
        # `git apply` is silent about a folder that the repository around it ignores.
        command = ["patch", "-p1", "-s", "-F0", "-N", "-i", str(fault.path)]
        status, output = run(command, self.scratch)
        if status:
            raise FaultError(f"its difference does not fit the sources: {output.strip()}")

    def build(self, *arguments: str) -> None:
        """Builds a product, or the tests."""
        swift = os.environ.get("SWIFT", "swift")
        command = [swift, "build", "--package-path", str(self.scratch), *arguments]
        status, output = run(command, self.scratch)
        if status:
            found = ERROR.search(output)
            raise FaultError(f"does not build: {' '.join(found.groups()) if found else output}")

    def model(self, mode: str, seed: int, count: int) -> str:
        """What the model finds, and with which program; empty, if it finds nothing."""
        runner = self.scratch / ".build" / "debug" / RUNNER
        status, output = run([str(runner), mode, str(seed), str(count)], self.scratch, PATIENCE)
        if found := FOUND.search(output):
            return str(int(found[2]) + 1)
        if status:
            raise FaultError(f"the runner ended with {status}: {output.strip()[-200:]}")
        return ""

    def test(self, fault: Fault) -> str:
        """How a suite fails; empty, if it passes."""
        swift = os.environ.get("SWIFT", "swift")
        pattern = fault.by + ".*" + re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", fault.suite)
        command = [swift, "test", "--package-path", str(self.scratch), "--skip-build"]
        status, output = run([*command, "--filter", pattern], self.scratch, PATIENCE)
        ran = TESTED.findall(output)
        if status == 0 and (not ran or int(ran[-1]) == 0):
            raise FaultError(f"there is no suite {fault.suite} in {fault.by}")
        return "fails" if status else ""


def look_for(fault: Fault, copies: Copies, seeds: list[int], count: int) -> list[str]:
    """What sees a fault, for each seed."""
    copies.write()
    if not fault.is_for_model:
        # A suite that fails in any case sees nothing.
        copies.build("--build-tests")
        if copies.test(fault):
            raise FaultError(f"{fault.suite} fails without the fault, too")
    copies.put_back(fault)
    if not fault.is_for_model:
        copies.build("--build-tests")
        return [copies.test(fault)]
    copies.build("--product", RUNNER)
    return [copies.model(fault.by, seed, count) for seed in seeds]


def main() -> int:
    """Tries all faults, or some."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    add = parser.add_argument
    add("--fault", default="", help="only those whose names have this in them")
    add("--count", type=int, default=10_000, help="how many programs may pass before one fails")
    add("--seeds", default="0,1000000,2000000", help="where the programs begin, each time")
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    wrong = 0
    try:
        copies = Copies(ROOT, ROOT / ".build-faults" / "package")
        paths = sorted(FAULTS.glob("*.patch"))
        faults = [read(path) for path in paths if options.fault in path.stem]
        if not faults:
            raise FaultError(f"no fault in {FAULTS.relative_to(ROOT)} is called {options.fault}")
        say("the copies without a fault are built, and must pass")
        copies.write()
        copies.build("--product", RUNNER)
        for mode in MODES:
            if found := copies.model(mode, seeds[0], 200):
                raise FaultError(f"the model finds a fault in the sources: {mode}, number {found}")
    except FaultError as error:
        say(str(error))
        return 2
    print(f"{'fault':<28}{'seen by':<11}" + "".join(f"{f'seed {seed}':>13}" for seed in seeds))
    for fault in faults:
        row = f"{fault.name:<28}{fault.by if fault.is_for_model else 'a test':<11}"
        try:
            found = look_for(fault, copies, seeds, options.count)
            wrong += not all(found)
            if fault.is_for_model:
                row += "".join(f"{number or 'not seen':>13}" for number in found)
            else:
                row += f"   {fault.suite}: {found[0] or 'passes'}"
        except FaultError as error:
            wrong += 1
            row += f"   {error}"
        print(row, flush=True)
    copies.write()
    return 2 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
