"""Reads the targets of a package and of its dependencies from their manifests."""

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from .files import write
from .sdk import Platform, ToolError

HERE = Path(__file__).resolve().parent
# Modules of Apple's systems that are compiled from the sources of their counterparts: OpenCombine
# has the interface of Combine, and swift-system that of System.
COUNTERPARTS = {"Combine": "OpenCombine", "System": "SystemPackage"}
# The code of an article, and what stands for the macro of a preview, which only Xcode expands.
FENCE = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PREVIEW = re.compile(r"^#Preview\b", re.MULTILINE)
ARTICLE_FLAGS = {"": [], "Isolated": ["-default-isolation", "MainActor"]}
# Modules whose imports of C targets are made public.
RENAMED_ONLY = ["Subprocess"]
LEFT_OUT = re.compile(r"/(IORing|MachPort)|(IORing|MachPort)\.swift$")


@dataclass
class Module:
    """A Swift or C target, as the compiler sees it."""

    name: str
    folder: Path
    sources: list[Path]
    dependencies: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    # Whether the target is of this package, and not of a dependency.
    is_own: bool = False
    # The folder of the headers, of a C target.
    include: Path | None = None


def manifest_of(folder: Path, work: Path) -> dict:
    """Returns the manifest of a package, as SwiftPM evaluates it."""
    # Another build of the same folder must not be waited for.
    scratch = ["--scratch-path", str(work / "manifests")]
    command = [os.environ.get("SWIFT") or "swift", "package", *scratch, "dump-package"]
    # On a Mac the system's allocator is measured unless a build asks for another.
    settings = os.environ | {"FLOWBENCH_ALLOCATOR": "system"}
    result = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)
    if result.returncode:
        raise ToolError(f"the manifest in {folder} cannot be read: {result.stderr.strip()}")
    return json.loads(result.stdout)


def oldest_platform(root: Path, name: str, work: Path) -> Platform:
    """Returns the oldest version of a system that a package declares."""
    declared = {p["platformName"]: p["version"] for p in manifest_of(root, work)["platforms"]}
    if name not in declared:
        raise ToolError(f"the manifest declares no version of {name}")
    system = {"macos": "macosx"}.get(name, name)
    return Platform(name, f"arm64-apple-{system}{declared[name]}")


def applies(condition: dict | None, traits: set[str]) -> bool:
    """Returns whether a condition of the manifest is true in a debug build for macOS."""
    if not condition:
        return True
    platforms = condition.get("platformNames") or []
    needed = condition.get("traits") or []
    is_debug = condition.get("config", "debug") == "debug"
    return is_debug and (not platforms or "macos" in platforms) and traits.issuperset(needed)


def flags_of(setting: dict) -> list[str]:
    """Returns the compiler's flags of a setting of the manifest."""
    (kind, values), *_ = setting["kind"].items()
    value = values.get("_0") if isinstance(values, dict) else None
    match kind:
        case "swiftLanguageMode":
            return ["-swift-version", value]
        case "treatAllWarnings":
            return ["-warnings-as-errors"] if value == "error" else []
        case "strictMemorySafety":
            return ["-strict-memory-safety"]
        case "enableUpcomingFeature":
            return ["-enable-upcoming-feature", value]
        case "enableExperimentalFeature":
            return ["-enable-experimental-feature", value]
        case "defaultIsolation":
            return ["-default-isolation", value]
        case "define":
            return ["-D", value]
        case "unsafeFlags":
            return list(value)
    raise ToolError(f"the setting '{kind}' of a manifest is unknown")


def has_language_mode(flags: list[str]) -> bool:
    return "-swift-version" in flags


def dependencies_of(target: dict, traits: set[str], products: dict[str, list[str]]) -> list[str]:
    names: list[str] = []
    for dependency in target["dependencies"]:
        (kind, values), *_ = dependency.items()
        if not applies(values[-1], traits):
            continue
        found = products.get(values[0]) if kind != "target" else None
        names += found or [values[0]]
    return names


def embedded(target: dict, folder: Path, work: Path) -> list[Path]:
    """Writes the declarations that SwiftPM generates for resources in code."""
    names = []
    for resource in target["resources"]:
        if "embedInCode" not in resource["rule"]:
            continue
        place = folder / resource["path"]
        files = [place] if place.is_file() else sorted(place.rglob("*"))
        names += [re.sub(r"\W", "_", file.name) for file in files if file.is_file()]
    if not names:
        return []
    generated = work / f"{target['name']}-resources.swift"
    lines = "".join(f"  static let {name}: [UInt8] = []\n" for name in names)
    write(generated, f"struct PackageResources {{\n{lines}}}\n")
    return [generated]


def module_of(target: dict, package: Path, work: Path) -> Module | None:
    """Returns the module of a target; `None` if nothing compiles it."""
    if target["type"] not in ("regular", "executable", "test"):
        return None
    parent = "Tests" if target["type"] == "test" else "Sources"
    folder = package / (target.get("path") or f"{parent}/{target['name']}")
    resources = [resource["path"] for resource in target["resources"]]
    left_out = [folder / path for path in [*target["exclude"], *resources]]
    files = [
        Path(place) / name
        for place, _, names in os.walk(folder, followlinks=True)
        for name in names
    ]
    sources = sorted(
        file
        for file in files
        if file.suffix == ".swift"
        and not any(file.is_relative_to(path) for path in left_out)
        and not any(part.endswith(".docc") for part in file.parts)
    )
    if sources:
        return Module(target["name"], folder, sources + embedded(target, folder, work))
    include = folder / "include"
    headers = sorted(file for file in files if file.suffix == ".h")
    return Module(target["name"], folder, headers, include=include) if headers else None


def modules_of(root: Path, checkouts: Path, work: Path) -> dict[str, Module]:
    """Returns the modules of a package and of its checked-out dependencies by their names."""
    work.mkdir(parents=True, exist_ok=True)
    if not checkouts.is_dir():
        raise ToolError("the dependencies are not checked out; run make build first")
    places = [root, *sorted(path for path in checkouts.iterdir() if path.is_dir())]
    manifests = [(place, manifest_of(place, work)) for place in places]
    products = {
        product["name"]: product["targets"]
        for _, manifest in manifests
        for product in manifest["products"]
    }
    modules: dict[str, Module] = {}
    for place, manifest in manifests:
        traits = {
            name
            for trait in manifest.get("traits") or []
            if trait["name"] == "default"
            for name in trait["enabledTraits"]
        }
        for target in manifest["targets"]:
            module = module_of(target, place, work)
            if module is None or (place != root and target["type"] != "regular"):
                continue
            module.is_own = place == root
            module.dependencies = dependencies_of(target, traits, products)
            settings = [
                setting
                for setting in target["settings"]
                if setting["tool"] == "swift" and applies(setting.get("condition"), traits)
            ]
            module.flags = [flag for setting in settings for flag in flags_of(setting)]
            for trait in sorted(traits):
                module.flags += ["-D", trait]
            if not has_language_mode(module.flags):
                version = manifest["toolsVersion"]["_version"].split(".")[0]
                module.flags += ["-swift-version", version]
            module.flags += ["-package-name", manifest["name"].lower().replace("-", "_")]
            modules[module.name] = module
    for article in sorted(root.glob("Sources/*/*.docc/Articles/*.md")):
        for module in article_modules(article, root, work):
            modules[module.name] = module
    return with_counterparts(modules, work)


def article_modules(article: Path, root: Path, work: Path) -> list[Module]:
    """Writes the code of an article that imports SwiftUI, as modules of an app.

    Other articles are compiled on Linux by the documentation tests.
    """
    text = article.read_text(encoding="utf-8")
    if "\nimport SwiftUI\n" not in text:
        return []
    folder = work / "articles" / article.stem
    sources = []
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start(1)) + 1
        code = PREVIEW.sub(f"@MainActor let preview{line} = Preview", fence[1])
        place = f'#sourceLocation(file: "{article.relative_to(root)}", line: {line})'
        sources.append(folder / f"Block{line}.swift")
        write(sources[-1], f"{place}\n{code}")
    return [
        Module(
            f"Article{article.stem}{kind}",
            folder,
            sources,
            ["FlowCore", "FlowTesting"],
            ["-swift-version", "6", "-warnings-as-errors", *flags],
            is_own=True,
        )
        for kind, flags in ARTICLE_FLAGS.items()
    ]


def renamed(module: Module, name: str, work: Path) -> list[Path]:
    """Writes the sources of a module with another name for it, and with public imports."""
    folder = work / "counterparts" / name
    copies = []
    for file in module.sources:
        copy = folder / str(file.relative_to(module.folder)).replace("/", "-")
        text = file.read_text(encoding="utf-8").replace(f"{module.name}.", f"{name}.")
        # In the real SDK, types such as `pid_t` belong to Darwin's module alone.
        text = re.sub(r"^import (_\w+CShims)$", r"public import \1", text, flags=re.MULTILINE)
        # A module is not there while it is compiled.
        text = text.replace(f"canImport({name})", "false")
        write(copy, text)
        copies.append(copy)
    return copies


def with_counterparts(modules: dict[str, Module], work: Path) -> dict[str, Module]:
    """Adds the modules of Apple's systems that are compiled from their counterparts."""
    for name, counterpart in COUNTERPARTS.items():
        source = modules[counterpart]
        source.sources = [file for file in source.sources if not LEFT_OUT.search(file.as_posix())]
        sources = renamed(source, name, work)
        addition = HERE / "stubs" / f"{name}.swift"
        if addition.is_file():
            sources.append(addition)
        modules[name] = Module(
            name, source.folder, sources, list(source.dependencies), list(source.flags)
        )
    for name in RENAMED_ONLY:
        modules[name].sources = renamed(modules[name], name, work)
    for module in modules.values():
        text = "".join(file.read_text(encoding="utf-8") for file in module.sources)
        for name, counterpart in COUNTERPARTS.items():
            if name != module.name and counterpart != module.name and f"import {name}\n" in text:
                module.dependencies.append(name)
    return modules


def ordered(modules: dict[str, Module], wanted: list[str]) -> list[Module]:
    """Returns the modules that these need and these, each after all that it needs."""
    done: dict[str, Module] = {}

    def visit(name: str) -> None:
        if name in done or name not in modules:
            return
        module = modules[name]
        module.dependencies = [other for other in module.dependencies if other in modules]
        for other in module.dependencies:
            visit(other)
        done[name] = module

    for name in wanted:
        if name not in modules:
            raise ToolError(f"the package has no Swift target '{name}'")
        visit(name)
    return list(done.values())
