"""Changes FlowCore in one place at a time and lists the changes that no test notices.

All mutants are built together, as branches of a switch, in a package of copies in .build-mutants.
Mutants that do not compile do not count. The test suites that reach the function of a mutant run
until a test fails, the process ends or the time is over. Survivors are listed and exit 2, unless
Scripts/mutants.known has them with a reason. Entries of that list that are killed or gone exit 2.
"""

import argparse
import fcntl
import fnmatch
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from .operators import Mutant, lasting
from .package import SWIFT, TARGETS, Package, Target, write_if_changed
from .report import Result, cut, difference, survivors, totals
from .running import NOT_REACHED, Outcome, Suite, Suites
from .tokens import MutationError

ROOT = Path(__file__).resolve().parents[2]


def say(line: str) -> None:
    print(f"mutants: {line}", file=sys.stderr, flush=True)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    add = parser.add_argument
    add("--files", default="", help="files, folders or patterns, separated by commas (all)")
    add("--minutes", type=float, help="time limit; mutants are tried in random order (none)")
    add("--seed", type=int, help="seed of the order, which is printed")
    add("--jobs", type=int, default=1, help="mutants that are tried at the same time (1)")
    add("--mutant", help="try this mutant, and print its difference and the output of the tests")
    add("--resume", action="store_true", help="continue the last run")
    add("--list", action="store_true", help="print all mutants, and stop")
    options = parser.parse_args(arguments)
    if not 1 <= options.jobs <= (os.cpu_count() or 1):
        parser.error(f"--jobs must be 1 to {os.cpu_count()}, the number of cores")
    if options.minutes is not None and options.minutes <= 0:
        parser.error("--minutes must be more than 0")
    return options


def chosen_of(mutants: list[Mutant], files: str) -> list[Mutant]:
    """Returns the mutants of the selected files."""
    patterns = [pattern.removeprefix("Sources/") for pattern in files.replace(",", " ").split()]

    def is_in(mutant: Mutant, pattern: str) -> bool:
        is_inside = f"/{pattern.strip('/')}/" in f"/{mutant.path}/"
        return is_inside or fnmatch.fnmatch(f"/{mutant.path}", f"*/{pattern}")

    for pattern in patterns:
        if not any(is_in(mutant, pattern) for mutant in mutants):
            raise MutationError(f"no mutant in a file that is, or lies in, {pattern}")
    return [
        mutant
        for mutant in mutants
        if not patterns or any(is_in(mutant, pattern) for pattern in patterns)
    ]


def read_known(path: Path) -> dict[str, str]:
    """Returns the known survivors by name, each with its reason."""
    known = {}
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = (part.strip() for part in line.partition(" # "))
        if not reason or name.count(":") != 3:
            raise MutationError(f"{path.name}:{number}: file:line:operator:mark # why")
        known[name] = reason
    return known


def stale(known: Iterable[str], all_mutants: list[Mutant], killed: set[str]) -> dict[str, str]:
    """Returns the known entries that did not survive, each with the reason."""
    existing = {mutant.lasting_name for mutant in all_mutants}
    found = {}
    for name in known:
        if lasting(name) not in existing:
            found[name] = "there is no such mutant any more"
        elif lasting(name) in killed:
            found[name] = "a test kills it now"
    return found


def digest(texts: Iterable[str]) -> str:
    parts = [hashlib.sha256(text.encode()).digest() for text in texts]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


@dataclass
class Session:
    """A package of copies that is built, with its measured tests."""

    package: Package
    tests: Suites
    scratch: Path
    compiling: list[Mutant]
    # The digest of sources and tests, to which results belong.
    state: str

    def outcomes(self, mutant: Mutant, is_whole: bool = False) -> Iterator[Outcome]:
        numbers = self.package.numbers
        number, place = numbers.mutants[mutant.name], numbers.places[mutant.name]
        return self.tests.outcomes(number, place, is_whole)

    def try_one(self, mutant: Mutant) -> Result:
        start = time.monotonic()
        *_, outcome = NOT_REACHED, *self.outcomes(mutant)
        seconds = round(time.monotonic() - start, 2)
        return Result(mutant.name, outcome.verdict, outcome.by, seconds)


def prepare(root: Path, scratch: Path, targets: tuple[Target, ...]) -> Session:
    """Builds all mutants that compile, and measures the tests, unless the last run did."""
    package = Package(root, scratch / "package", targets)
    tests = Suites(package.scratch)
    try:
        version = subprocess.run([SWIFT, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise MutationError(f"could not start {SWIFT}: {error.strerror}") from error
    # The code that determines the mutants.
    own = [
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("tokens.py", "operators.py", "schema.py")
    ]
    texts = [name + text for files in package.files.values() for name, text in files.items()]
    mutated = [
        name + text
        for target in targets
        for name, text in package.files[target.name].items()
        if target.is_mutated
    ]
    sources = digest([version.stdout, *own, *mutated])
    state = digest([version.stdout, *own, *texts])
    kept_path = scratch / "kept.json"
    kept = json.loads(kept_path.read_text(encoding="utf-8")) if kept_path.exists() else {}
    if kept.get("sources") != sources:
        say("building the copy without mutants")
        package.prove()
        say(f"building {len(package.mutants)} mutants until all of them compile; once, minutes")
        found = package.find_compiling(package.mutants, say)
        kept = {"sources": sources, "compiling": [mutant.name for mutant in found]}
        write_if_changed(kept_path, json.dumps(kept))
    names = set(kept["compiling"])
    compiling = [mutant for mutant in package.mutants if mutant.name in names]
    package.write(compiling)
    say(f"building the tests over {len(compiling)} mutants")
    if output := package.build():
        raise MutationError(f"the tests do not build: {output.strip().splitlines()[-1]}")
    if kept.get("state") != state:
        say("running the tests without a mutant")
        tests.measure()
        suites = [[suite.name, suite.seconds, sorted(suite.places)] for suite in tests.suites]
        write_if_changed(kept_path, json.dumps(kept | {"state": state, "suites": suites}))
    else:
        tests.suites = [
            Suite(name, seconds, set(places)) for name, seconds, places in kept["suites"]
        ]
    return Session(package, tests, scratch, compiling, state)


def try_all(session: Session, chosen: list[Mutant], options: argparse.Namespace) -> list[Result]:
    """Tries mutants in random order until the time is over."""
    path = session.scratch / "results.jsonl"
    results: list[Result] = []
    seed = random.randrange(10_000) if options.seed is None else options.seed
    if options.resume and path.exists():
        header, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(header)["state"] != session.state:
            raise MutationError(
                "sources or tests have changed since the last run: leave out --resume"
            )
        seed = json.loads(header)["seed"] if options.seed is None else options.seed
        results = [Result(**json.loads(line)) for line in lines]
    else:
        path.write_text(json.dumps({"state": session.state, "seed": seed}) + "\n", encoding="utf-8")
    names = {mutant.name for mutant in chosen}
    results = [result for result in results if result.name in names]
    done = {result.name for result in results}
    order = random.Random(seed).sample(chosen, len(chosen))
    waiting = [mutant for mutant in order if mutant.name not in done]
    say(f"{len(waiting)} mutants, seed {seed}")
    end = time.monotonic() + options.minutes * 60 if options.minutes else float("inf")

    def work(mutant: Mutant) -> Result | None:
        return session.try_one(mutant) if time.monotonic() < end else None

    with ThreadPoolExecutor(options.jobs) as pool, path.open("a", encoding="utf-8") as file:
        try:
            for future in as_completed([pool.submit(work, mutant) for mutant in waiting]):
                if not (result := future.result()):
                    continue
                results.append(result)
                print(json.dumps(asdict(result)), file=file, flush=True)
                if sys.stderr.isatty():
                    print(cut(f"{len(results)}/{len(chosen)} {result.line}"), file=sys.stderr)
        except BaseException as fault:
            pool.shutdown(cancel_futures=True)
            if not isinstance(fault, KeyboardInterrupt):
                raise
            say("interrupted; --resume continues")
    return results


def show_one(session: Session, options: argparse.Namespace, known: dict[str, str]) -> int:
    """Tries one mutant and prints its difference and the output of the tests."""
    name = lasting(options.mutant.removeprefix("Sources/"))
    found = [mutant for mutant in session.package.mutants if mutant.lasting_name == name]
    if not found:
        raise MutationError(f"there is no mutant {options.mutant}; --list shows all")
    mutant = found[0]
    target, _, path = mutant.path.partition("/")
    print(difference(mutant, session.package.files[target][path]))
    if mutant not in session.compiling:
        print(f"{mutant.name} does not compile")
        return 0
    outcome = NOT_REACHED
    for outcome in session.outcomes(mutant, is_whole=True):
        print(outcome.output)
    if outcome.verdict != "passed":
        print(f"{mutant.name} was killed: {outcome.verdict} {outcome.by}")
        return 0
    reasons = [reason for entry, reason in known.items() if lasting(entry) == name]
    print(f"{mutant.name} survives: {(reasons or [outcome.by or outcome.verdict])[0]}")
    return 0 if reasons else 2


def report(
    session: Session, chosen: list[Mutant], results: list[Result], known: dict[str, str]
) -> int:
    mutants = {mutant.name: mutant for mutant in session.package.mutants}
    entries = {lasting(entry) for entry in known}
    in_list = {name for name in mutants if lasting(name) in entries}
    compiling = set(session.compiling)
    tried = [mutant for mutant in chosen if mutant in compiling]
    lines = totals(results, len(tried), len(chosen) - len(tried), in_list)
    listed = survivors(results, mutants, in_list)
    killed = {lasting(result.name) for result in results if result.verdict != "passed"}
    rotten = stale(known, session.package.mutants, killed)
    print("\n".join(lines))
    if listed:
        print("\nsurvivors:")
        print("\n".join(listed))
    if rotten:
        print("\nentries of Scripts/mutants.known that did not survive:")
        print("\n".join(f"{name}\n    {why}" for name, why in rotten.items()))
    return 2 if listed or rotten else 0


def main(
    arguments: list[str],
    root: Path = ROOT,
    targets: tuple[Target, ...] = TARGETS,
    known_path: Path = ROOT / "Scripts" / "mutants.known",
) -> int:
    options = parse(arguments)
    scratch = root / ".build-mutants"
    try:
        known = read_known(known_path)
        if options.list:
            mutants = Package(root, scratch / "package", targets).mutants
            for mutant in chosen_of(mutants, options.files):
                print(mutant.name)
            return 0
        scratch.mkdir(exist_ok=True)
        with (scratch / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise MutationError("another run uses this folder") from error
            session = prepare(root, scratch, targets)
            if options.mutant:
                return show_one(session, options, known)
            chosen = chosen_of(session.package.mutants, options.files)
            compiling = set(session.compiling)
            results = try_all(session, [one for one in chosen if one in compiling], options)
            return report(session, chosen, results, known)
    except MutationError as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
