"""A package of copies, with all mutants in them, in a folder that git ignores."""

import os
import re
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .operators import Mutant, mutants_of
from .schema import CODE, HEADER, SWITCH, Numbers, Schema, with_mutants
from .targets import Target
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
  name: "%s",
  platforms: [.macOS(.v15)],
  targets: [
%s
  ]
)
"""
IMPORT = re.compile(r"^\s*(?:@\w+ )*(?:public |internal |package )?import (\w+)", re.MULTILINE)
ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: ([^\n]*)", re.MULTILINE)

Say = Callable[[str], None]


def manifest_of(name: str, targets: Iterable[str]) -> str:
    """The manifest of a package of copies; each target is a line."""
    return MANIFEST % (name, "\n".join(targets))


def target_line(kind: str, name: str, needs: Iterable[str], place: str) -> str:
    """A target of Swift files in a manifest."""
    return (
        f'    .{kind}(name: "{name}", dependencies: {quoted(needs)}, path: "{place}", '
        "swiftSettings: settings),"
    )


def write_if_changed(path: Path, text: str) -> None:
    """Writes a file, and leaves its time alone when it is the same."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@dataclass
class Package:
    """The copies in `scratch` of the targets of the package at `root`."""

    root: Path
    scratch: Path
    targets: tuple[Target, ...]
    mutants: list[Mutant] = field(default_factory=list)
    numbers: Numbers = field(default_factory=Numbers)
    schemas: dict[Path, Schema] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Reads the files, and finds their mutants."""
        self.files = {target.name: dict(self.files_of(target)) for target in self.targets}
        for target in self.targets:
            for path, text in self.files[target.name].items():
                if target.is_mutated and not path.startswith(target.kept):
                    self.mutants += mutants_of(f"{target.name}/{path}", text)

    def place_of(self, target: Target) -> str:
        """The folder of a target: Sources/NAME or Tests/NAME."""
        for folder in ("Sources", "Tests"):
            if (self.root / folder / target.name).is_dir():
                return f"{folder}/{target.name}"
        raise MutationError(f"there is neither Sources/{target.name} nor Tests/{target.name}")

    def files_of(self, target: Target) -> Iterable[tuple[str, str]]:
        """The Swift files of a target, and what they say."""
        folder = self.root / self.place_of(target)
        for path in sorted(folder.rglob("*.swift")):
            name = path.relative_to(folder).as_posix()
            if name not in target.without and ".docc/" not in name:
                yield name, path.read_text(encoding="utf-8")

    # ---- Writing ----

    def manifest(self) -> str:
        """The package's manifest: a target depends on what its files import."""
        names = {target.name for target in self.targets}
        lines = [f'    .target(name: "{SWITCH}"),']
        for target in self.targets:
            imported = {
                name for text in self.files[target.name].values() for name in IMPORT.findall(text)
            }
            needs = [SWITCH] if target.is_mutated else []
            needs += sorted((imported & names) - {target.name})
            kind = "testTarget" if target.is_test else "target"
            lines.append(target_line(kind, target.name, needs, self.place_of(target)))
        return manifest_of("Mutants", lines)

    def write(self, mutants: Iterable[Mutant]) -> None:
        """Writes the package with these mutants in it; what is the same is left as it is."""
        by_path: dict[str, list[Mutant]] = {}
        for mutant in mutants:
            by_path.setdefault(mutant.path, []).append(mutant)
        sources = self.scratch / "Sources" / SWITCH
        texts = {
            self.scratch / "Package.swift": self.manifest(),
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
        for path, text in texts.items():
            write_if_changed(path, text)
        for folder in ("Sources", "Tests"):
            for path in (self.scratch / folder).rglob("*.swift"):
                if path not in texts:
                    path.unlink()

    # ---- Building ----

    def build(self, target: str = "") -> str:
        """Builds one target, or all with their tests; returns what the compiler said against it."""
        command = [os.environ.get("SWIFT", "swift"), "build", "--package-path", str(self.scratch)]
        # Errors of all files at once, not of the first.
        command += ["-Xswiftc", "-continue-building-after-errors"]
        command += ["--target", target] if target else ["--build-tests"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise MutationError(f"could not start {command[0]}: {error.strerror}") from error
        return done.stdout + done.stderr if done.returncode else ""

    def prove(self) -> None:
        """Builds the package without any mutant; it must compile as it is."""
        self.write([])
        if output := self.build():
            raise MutationError(f"the copy without mutants does not build: {first_error(output)}")

    def find_compiling(self, candidates: list[Mutant], say: Say) -> list[Mutant]:
        """Those of the candidates that compile, found by building them all again and again.

        An error on a line of a mutant is its own. One elsewhere in a body may be any of its
        mutants': they are halved then until it is found, those of different bodies together.
        """
        kept = list(candidates)
        # What is left to be tried of each body, in lists that are tried as a whole.
        doubtful: dict[Body | None, list[list[Mutant]]] = {}
        while True:
            owned, unowned = self.try_out(kept, say)
            if not owned and not unowned:
                break
            # An error of this kind may hide those of the other one.
            wrong = owned or unowned
            for mutant in [] if owned else [one for one in kept if one in wrong]:
                doubtful.setdefault(mutant.body, [[]])[0].append(mutant)
            kept = [mutant for mutant in kept if mutant not in wrong]
        while chosen := {body: lists.pop() for body, lists in doubtful.items() if lists}:
            owned, unowned = self.try_out([one for those in chosen.values() for one in those], say)
            for body, those in chosen.items():
                if owned:
                    doubtful[body].append([one for one in those if one not in owned])
                elif not unowned & set(those):
                    kept += those
                elif len(those) > 1:
                    middle = len(those) // 2
                    doubtful[body] += [those[:middle], those[middle:]]
        names = {mutant.name for mutant in kept}
        return [mutant for mutant in candidates if mutant.name in names]

    def try_out(self, mutants: list[Mutant], say: Say) -> tuple[set[Mutant], set[Mutant]]:
        """Builds these mutants: those that have an error, and those of bodies that have one."""
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


def quoted(names: Iterable[str]) -> str:
    """Names as a list in Swift."""
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def first_error(output: str) -> str:
    """The compiler's first error, or the last line of what it said."""
    if found := ERROR.search(output):
        path, line, message = found.groups()
        return f"{Path(path).name}:{line}: {message}"
    return (output.strip().splitlines() or ["it said nothing"])[-1]
