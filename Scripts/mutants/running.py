"""Runs the tests of the unchanged copy and of mutants."""

import contextlib
import os
import re
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .package import SWIFT
from .tokens import MutationError

# A failed test; known issues have another text.
ISSUE = re.compile(r"^\W*Test (.*?) recorded an issue ", re.MULTILINE)
SUMMARY = re.compile(r"Test run with \d+ tests? .*(passed|failed) after", re.MULTILINE)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
# The time limit is longer than the time of the unchanged copy, for a busy machine.
PATIENCE = 10.0
SLOWNESS = 6.0
MEMORY = 32 << 30
# A body has the variables of all its mutants on the stack, and may be recursive.
STACK = 128 << 20
# Slower suites run after the others.
QUICK = 0.6


@dataclass
class Suite:
    """A suite of tests with its duration and the places of the sources that it reaches."""

    name: str
    seconds: float = 0.0
    places: set[int] = field(default_factory=set)

    @property
    def filter(self) -> str:
        # Only special characters are escaped, because some engines refuse an escaped space.
        return "^" + re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", self.name) + r"(/|\(|$)"


@dataclass(frozen=True)
class Outcome:
    """The result of a run: passed, failure, crash or timeout."""

    verdict: str
    # The failed test, or the reason for the end of the process.
    by: str
    output: str


NOT_REACHED = Outcome("passed", "no test comes here", "")


@dataclass
class Suites:
    """The tests of a built package."""

    package: Path
    suites: list[Suite] = field(default_factory=list)

    def command(self, *arguments: str) -> list[str]:
        found = sorted((self.package / ".build" / "debug").glob("*.xctest"))
        if sys.platform == "linux" and found:
            return [str(found[0]), "--testing-library", "swift-testing", *arguments]
        start = [SWIFT, "test", "--package-path", str(self.package), "--skip-build"]
        return [*start, "--disable-xctest", *arguments]

    def names(self) -> list[str]:
        """Returns the names of all suites; a test without a suite is one."""
        command = self.command("--list-tests")
        if sys.platform != "linux":
            command = [SWIFT, "test", "list", "--package-path", str(self.package), "--skip-build"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = re.findall(r"^\w+\.(?:`[^`]*`|\w+)(?=[/(])", done.stdout, re.MULTILINE)
        if not found:
            raise MutationError("the copy has no tests")
        return list(dict.fromkeys(found))

    def measure(self) -> None:
        """Runs every suite of the unchanged copy."""
        self.suites = [Suite(name) for name in self.names()]
        places = self.package / "places"
        for suite in self.suites:
            places.unlink(missing_ok=True)
            start = time.monotonic()
            outcome = self.run([suite], 0, limit=600, places=places)
            suite.seconds = time.monotonic() - start
            if outcome.verdict != "passed":
                raise MutationError(
                    f"the copy without a mutant does not pass: {suite.name}, "
                    f"{outcome.verdict}: {outcome.by}"
                )
            read = places.read_bytes() if places.exists() else b""
            suite.places = {place for place, byte in enumerate(read) if byte}
        self.suites.sort(key=lambda suite: suite.seconds)

    def that_reach(self, place: int) -> list[list[Suite]]:
        """Returns the suites that reach a place: the quick ones, then the slow ones."""
        # All suites may reach place 0, which is not recorded.
        reaching = [suite for suite in self.suites if place == 0 or place in suite.places]
        quick = [suite for suite in reaching if suite.seconds < QUICK]
        slow = [suite for suite in reaching if suite.seconds >= QUICK]
        return [step for step in (quick, slow) if step]

    def outcomes(self, number: int, place: int, is_whole: bool = False) -> Iterator[Outcome]:
        """Yields the results of the suites that reach a mutant, until a test fails."""
        for step in self.that_reach(place):
            limit = PATIENCE + SLOWNESS * sum(suite.seconds for suite in step)
            outcome = self.run(step, number, limit, is_whole=is_whole)
            yield outcome
            if outcome.verdict != "passed":
                break

    def run(
        self,
        suites: list[Suite],
        number: int,
        limit: float,
        places: Path | None = None,
        is_whole: bool = False,
    ) -> Outcome:
        """Runs suites with a mutant; stops at the first failure unless `is_whole`."""
        environment = os.environ | {
            "MUTANT_NUMBER": str(number),
            "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "1",
        }
        if places:
            environment["MUTANT_PLACES"] = str(places)
        chosen = [word for suite in suites for word in ("--filter", suite.filter)]
        process = subprocess.Popen(
            self.command(*chosen),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            preexec_fn=restrain,
        )
        try:
            output, is_late = read_output(process, limit, is_whole)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        return judge(output, code, is_late)


def restrain() -> None:
    """Limits the resources of a mutant."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):
        _, most = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, most))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(5)


def read_output(process: subprocess.Popen, limit: float, is_whole: bool) -> tuple[str, bool]:
    """Returns the output of a process until it ends, fails or is late, and whether it was late."""
    end = time.monotonic() + limit
    said = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return plain(said), True
            if not selector.select(min(left, 0.5)):
                # A child that has its output can outlive it.
                if process.poll() is not None:
                    return plain(said), False
                continue
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                break
            said = (said + piece)[-(1 << 22) :]
            if not is_whole and b"recorded an issue" in said and ISSUE.search(plain(said)):
                return plain(said), False
    try:
        process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        return plain(said), True
    return plain(said), False


def plain(said: bytes) -> str:
    return ESCAPES.sub("", said.decode("utf-8", "replace"))


def judge(output: str, code: int, is_late: bool) -> Outcome:
    """Returns the result from the output and the end of a run."""
    if issue := ISSUE.search(output):
        return Outcome("failure", issue[1], output)
    if is_late:
        return Outcome("timeout", "it did not end", output)
    summary = SUMMARY.search(output)
    if code == 0 and summary and summary[1] == "passed":
        return Outcome("passed", "", output)
    if summary and summary[1] == "failed":
        return Outcome("failure", "the run as a whole", output)
    if code < 0:
        return Outcome("crash", signal.Signals(-code).name, output)
    return Outcome("crash", f"exit code {code}", output)
