"""Restores former faults of FlowCore, one at a time, and reports which tests notice them.

Each file in Tests/Faults is a difference that restores a fault, with the tests that must notice it.
The differences are applied to copies under .build-faults. The model is run from several seeds, and
the table has the number of the program that fails. Other faults must fail a suite of tests. A fault
that is not noticed, and a difference that does not fit the sources, exit 2.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from mutants.package import SWIFT, Copies, Target, first_error
from mutants.tokens import MutationError

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "Tests" / "Faults"
RUNNER = "FlowCoreModelRunner"
TARGETS = ("FlowCore", "FlowTesting", "FlowCoreModel", RUNNER, "FlowTestSupport")
TARGETS += ("FlowCoreTests", "FlowTestingTests")
MODES = ("programs", "observers", "schedules")
SEEN_BY = re.compile(r"^Seen by: (programs|observers|schedules|\w+Tests): ?(.*)$", re.MULTILINE)
FOUND = re.compile(r"^seed (\d+), after (\d+) without a difference: (.*)$", re.MULTILINE)
TESTED = re.compile(r"Test run with (\d+) tests?")
# The limit in seconds; a fault can make a store run forever.
PATIENCE = 300.0
MEMORY = 32 << 30


class FaultError(Exception):
    """The reason for not trying a fault."""


@dataclass(frozen=True)
class Fault:
    """A fault: its file, the mode or test target that must notice it, and the suite."""

    path: Path
    by: str
    suite: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def is_for_model(self) -> bool:
        return self.by in MODES


def read(path: Path) -> Fault:
    found = SEEN_BY.search(path.read_text(encoding="utf-8"))
    if not found:
        raise FaultError(
            f"{path.name} must name the test that notices it: {', '.join(MODES)} or tests"
        )
    return Fault(path, found[1], found[2].strip())


def say(line: str) -> None:
    print(f"faults: {line}", file=sys.stderr, flush=True)


def run(command: list[str], cwd: Path, patience: float | None = None) -> tuple[int, str]:
    """Runs a command with a time limit; returns its status and its output."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    # The order of sets is the same each time.
    settings = {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=os.environ | settings,
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
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
    return process.returncode, output


class Faults(Copies):
    """A package of copies that is built with and without faults."""

    def __init__(self, root: Path, scratch: Path) -> None:
        super().__init__(root, scratch, tuple(map(Target, TARGETS)))
        self.texts = {scratch / "Package.swift": self.manifest()}
        for target in self.targets:
            folder = scratch / self.place_of(target)
            self.texts |= {folder / path: text for path, text in self.files[target.name].items()}

    def write(self) -> None:
        self.write_all(self.texts)

    def put_back(self, fault: Fault) -> None:
        # `git apply` ignores files in an ignored folder of the repository.
        command = ["patch", "-p1", "-s", "-F0", "-N", "-i", str(fault.path)]
        status, output = run(command, self.scratch)
        if status:
            raise FaultError(f"its difference does not fit the sources: {output.strip()}")

    def build(self, *arguments: str) -> None:
        command = [SWIFT, "build", "--package-path", str(self.scratch), *arguments]
        status, output = run(command, self.scratch)
        if status:
            raise FaultError(f"does not build: {first_error(output)}")

    def model(self, mode: str, seed: int, count: int) -> str:
        """Returns the number of the program that fails in the model; empty if none does."""
        runner = self.scratch / ".build" / "debug" / RUNNER
        status, output = run([str(runner), mode, str(seed), str(count)], self.scratch, PATIENCE)
        if found := FOUND.search(output):
            return str(int(found[2]) + 1)
        if status:
            raise FaultError(f"the runner ended with {status}: {output.strip()[-200:]}")
        return ""

    def test(self, fault: Fault) -> str:
        """Returns "fails" if the suite fails, otherwise an empty text."""
        pattern = fault.by + ".*" + re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", fault.suite)
        command = [SWIFT, "test", "--package-path", str(self.scratch), "--skip-build"]
        status, output = run([*command, "--filter", pattern], self.scratch, PATIENCE)
        ran = TESTED.findall(output)
        if status == 0 and (not ran or int(ran[-1]) == 0):
            raise FaultError(f"there is no suite {fault.suite} in {fault.by}")
        return "fails" if status else ""


def look_for(fault: Fault, copies: Faults, seeds: list[int], count: int) -> list[str]:
    """Returns what notices a fault, for each seed."""
    copies.write()
    if not fault.is_for_model:
        # The suite must pass without the fault.
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
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    add = parser.add_argument
    add("--fault", default="", help="only faults with this text in their names")
    add("--count", type=int, default=20_000, help="number of programs")
    add("--seeds", default="0,1000000,2000000", help="first seeds of the programs")
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    wrong = 0
    try:
        copies = Faults(ROOT, ROOT / ".build-faults" / "package")
        paths = sorted(FAULTS.glob("*.patch"))
        faults = [read(path) for path in paths if options.fault in path.stem]
        if not faults:
            raise FaultError(f"no fault in {FAULTS.relative_to(ROOT)} is called {options.fault}")
        say("building the copies without a fault, which must pass")
        copies.write()
        copies.build("--product", RUNNER)
        for mode in MODES:
            if found := copies.model(mode, seeds[0], 200):
                raise FaultError(f"the model finds a fault in the sources: {mode}, number {found}")
    except (FaultError, MutationError) as error:
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
