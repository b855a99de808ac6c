"""Packages of copies in a folder that git ignores: as they are, or with all mutants in them."""

import os
import re
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .operators import Mutant, mutants_of
from .schema import CODE, HEADER, SWITCH, Numbers, Schema, with_mutants
from .tokens import Body, MutationError

MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Copies",
  platforms: [.macOS(.v15)],
  targets: [
%s
  ]
)
"""
SWIFT = os.environ.get("SWIFT", "swift")
IMPORT = re.compile(r"^\s*(?:@\w+ )*(?:public |internal |package )?import (\w+)", re.MULTILINE)
Say = Callable[[str], None]
ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: ([^\n]*)", re.MULTILINE)


@dataclass(frozen=True)
class Target:
    """A target in Sources or Tests; it depends on the targets of the copy that it imports."""

    name: str
    is_mutated: bool = False

    @property
    def kind(self) -> str:
        if self.name.endswith("Runner"):
            return "executableTarget"
        return "testTarget" if self.name.endswith("Tests") else "target"


TARGETS = (
    Target("FlowCore", is_mutated=True),
    Target("FlowTesting"),
    Target("FlowTestSupport"),
    Target("FlowCoreModel"),
    Target("FlowCoreTests"),
    Target("FlowTestingTests"),
    Target("FlowCoreModelTests"),
)


def write_if_changed(path: Path, text: str) -> None:
    """Writes a file unless it has this text, so that its time stays."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@dataclass
class Copies:
    """A package in `scratch` with copies of targets of the package at `root`."""

    root: Path
    scratch: Path
    targets: tuple[Target, ...]
    # The texts of each target when the object was created, by path within the target.
    files: dict[str, dict[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.files = {}
        for target in self.targets:
            folder = self.root / self.place_of(target)
            self.files[target.name] = {
                path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
                for path in sorted(folder.rglob("*.swift"))
                if ".docc/" not in path.as_posix()
            }

    def place_of(self, target: Target) -> str:
        """Returns the folder of a target: Sources/NAME or Tests/NAME."""
        for folder in ("Sources", "Tests"):
            if (self.root / folder / target.name).is_dir():
                return f"{folder}/{target.name}"
        raise MutationError(f"there is neither Sources/{target.name} nor Tests/{target.name}")

    def manifest(self, *switch: str) -> str:
        """Returns the manifest; mutated targets also depend on `switch`."""
        names = {target.name for target in self.targets}
        lines = [f'    .target(name: "{name}"),' for name in switch]
        for target in self.targets:
            texts = self.files[target.name].values()
            imported = {name for text in texts for name in IMPORT.findall(text)}
            needs = list(switch) if target.is_mutated else []
            needs += sorted((imported & names) - {target.name})
            listed = ", ".join(f'"{name}"' for name in needs)
            lines.append(
                f'    .{target.kind}(name: "{target.name}", dependencies: [{listed}], '
                f'path: "{self.place_of(target)}", swiftSettings: settings),'
            )
        return MANIFEST % "\n".join(lines)

    def write_all(self, texts: dict[Path, str]) -> None:
        """Writes changed files, and removes all other files of the targets."""
        for path, text in texts.items():
            write_if_changed(path, text)
        for folder in ("Sources", "Tests"):
            for path in (self.scratch / folder).rglob("*"):
                if path.is_file() and path not in texts:
                    path.unlink()


@dataclass
class Package(Copies):
    """Copies with all mutants in them."""

    mutants: list[Mutant] = field(default_factory=list)
    numbers: Numbers = field(default_factory=Numbers)
    schemas: dict[Path, Schema] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        for target in self.targets:
            for path, text in self.files[target.name].items() if target.is_mutated else ():
                self.mutants += mutants_of(f"{target.name}/{path}", text)

    def write(self, mutants: Iterable[Mutant]) -> None:
        by_path: dict[str, list[Mutant]] = {}
        for mutant in mutants:
            by_path.setdefault(mutant.path, []).append(mutant)
        sources = self.scratch / "Sources" / SWITCH
        texts = {
            self.scratch / "Package.swift": self.manifest(SWITCH),
            sources / "include" / f"{SWITCH}.h": HEADER,
            sources / f"{SWITCH}.c": CODE,
        }
        self.numbers, self.schemas = Numbers(), {}
        for target in self.targets:
            folder = self.scratch / self.place_of(target)
            for name, text in self.files[target.name].items():
                schema = with_mutants(text, by_path.get(f"{target.name}/{name}", []), self.numbers)
                self.schemas[folder / name] = schema
                texts[folder / name] = schema.text
        self.write_all(texts)

    def build(self, target: str = "") -> str:
        """Builds a target, or all with their tests; returns the output of a build that fails."""
        command = [SWIFT, "build", "--package-path", str(self.scratch)]
        command += ["-Xswiftc", "-continue-building-after-errors"]
        command += ["--target", target] if target else ["--build-tests"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise MutationError(f"could not start {command[0]}: {error.strerror}") from error
        return done.stdout + done.stderr if done.returncode else ""

    def prove(self) -> None:
        """Builds the package without mutants, which must compile."""
        self.write([])
        if output := self.build():
            raise MutationError(f"the copy without mutants does not build: {first_error(output)}")

    def find_compiling(self, candidates: list[Mutant], say: Say) -> list[Mutant]:
        """Returns the candidates that compile, by building all of them repeatedly.

        An error on a line of a mutant belongs to this mutant. An error elsewhere in a body belongs
        to one of the mutants of the body, which is found by bisection, in all bodies together.
        """
        kept = list(candidates)
        # The undecided mutants of each body, in lists that are built together.
        suspects: dict[Body | None, list[list[Mutant]]] = {}
        while True:
            owned, unowned = self.try_out(kept, say)
            if not owned and not unowned:
                break
            # Errors of one kind can hide those of the other.
            wrong = owned or unowned
            for mutant in [] if owned else [one for one in kept if one in wrong]:
                suspects.setdefault(mutant.body, [[]])[0].append(mutant)
            kept = [mutant for mutant in kept if mutant not in wrong]
        while chosen := {body: lists.pop() for body, lists in suspects.items() if lists}:
            owned, unowned = self.try_out([one for those in chosen.values() for one in those], say)
            for body, those in chosen.items():
                if owned:
                    suspects[body].append([one for one in those if one not in owned])
                elif not unowned & set(those):
                    kept += those
                elif len(those) > 1:
                    middle = len(those) // 2
                    suspects[body] += [those[:middle], those[middle:]]
        names = {mutant.name for mutant in kept}
        return [mutant for mutant in candidates if mutant.name in names]

    def try_out(self, mutants: list[Mutant], say: Say) -> tuple[set[Mutant], set[Mutant]]:
        """Builds mutants; returns those with an error, and those of bodies with an error."""
        self.write(mutants)
        for target in self.targets:
            if not target.is_mutated:
                continue
            output = self.build(target.name)
            if not output:
                continue
            owned: set[Mutant] = set()
            unowned: set[Mutant] = set()
            for path, line, _ in ERROR.findall(output):
                schema = self.schemas.get(Path(path), Schema(""))
                if owner := schema.owners.get(int(line)):
                    owned.add(owner)
                else:
                    unowned |= set(schema.bodies.get(int(line), []))
            if not owned and not unowned:
                raise MutationError(f"the mutants do not build: {first_error(output)}")
            say(f"{len(mutants)} mutants built, {len(owned or unowned)} do not compile")
            return owned, unowned
        return set(), set()


def first_error(output: str) -> str:
    """Returns the first error of the compiler, or the last line of its output."""
    if found := ERROR.search(output):
        path, line, message = found.groups()
        return f"{Path(path).name}:{line}: {message}"
    return (output.strip().splitlines() or ["it said nothing"])[-1]
