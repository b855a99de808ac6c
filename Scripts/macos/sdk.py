"""A stand-in for Apple's SDK: the toolchain's interfaces, Darwin's C headers and a few stubs.

The toolchain's textual interfaces of the standard library carry the availability of Apple's
systems. Compiled for an Apple target, they stand in for the interfaces of the SDK.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .files import exclusive, write

if TYPE_CHECKING:
    from .packages import Module

HERE = Path(__file__).resolve().parent
# In this order: later ones import earlier ones. `RegexParser` is in no interface of Apple's.
INTERFACES = [
    "Swift",
    "SwiftOnoneSupport",
    "_Concurrency",
    "_StringProcessing",
    "Synchronization",
    "Observation",
    "Testing",
]
PARSED_AS_LIBRARY = {"Swift", "SwiftOnoneSupport", "_Concurrency"}
# Apple's modules that stubs stand in for, in the order of their imports.
STUBS = ["Darwin", "MachO", "os", "Dispatch", "Foundation", "SwiftUI"]
ERROR = re.compile(r"^(\S+?:\d+:\d+): error: (.*)$|^(?:<unknown>:0: )?error: (.*)$", re.MULTILINE)
INCLUDE = re.compile(r"^#include <(.*)>$", re.MULTILINE)
# The runtime of Linux waits by futex; these are the functions that its interface names.
FUTEX = """
@inlinable internal func _swift_stdlib_gettid() -> Swift.UInt32 { return 1 }
@inlinable internal func _swift_stdlib_wait(
  _ address: UnsafeMutableRawPointer, _ value: Swift.UInt32
) -> Swift.UInt32 { return 0 }
"""


class ToolError(Exception):
    """The reason why nothing can be checked."""


@dataclass(frozen=True)
class Platform:
    """A system of Apple's and the oldest version of it that the package declares."""

    name: str
    triple: str

    @property
    def interface_file(self) -> str:
        """The name by which the compiler finds a module for this system."""
        return f"arm64-apple-{self.name}.swiftmodule"


def errors_in(log: str, root: Path) -> list[str]:
    """Returns the errors of a compiler's output, each once, with places relative to a folder."""
    log = log.replace(f"{root}/", "")
    found = [f"{match[1]}: {match[2]}" if match[1] else match[3] for match in ERROR.finditer(log)]
    return list(dict.fromkeys(found))


def digest(*parts: str | bytes) -> str:
    joined = hashlib.sha256()
    for part in parts:
        joined.update(part if isinstance(part, bytes) else part.encode())
        joined.update(b"\0")
    return joined.hexdigest()


def zig_of(work: Path) -> Path:
    """Returns the folder of the pinned C compiler, which is installed if it is missing."""
    environment = work.parent / "macos-venv"
    with exclusive(work.parent / "macos-venv.lock"):
        install_zig(environment)
    found = list(environment.glob("lib/python3*/site-packages/ziglang"))
    if not found:
        raise ToolError(f"{environment} has no C compiler; remove the folder and try again")
    return found[0]


def install_zig(environment: Path) -> None:
    """Installs the pinned C compiler into a virtual environment, unless it is there."""
    pinned = HERE / "requirements.txt"
    copy = environment / pinned.name
    if not copy.is_file() or copy.read_bytes() != pinned.read_bytes():
        print("check-macos: installing the C compiler for Apple's systems, once", flush=True)
        shutil.rmtree(environment, ignore_errors=True)
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]
        for command in (
            ["python3", "-m", "venv", str(environment)],
            [str(environment / "bin/python"), *pip, str(pinned)],
        ):
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode:
                raise ToolError(f"{' '.join(command[1:4])} failed: {result.stderr.strip()}")
        shutil.copy(pinned, copy)


class StandInSDK:
    """Compiles modules for one platform, again only if anything that they depend on has changed."""

    def __init__(self, platform: Platform, work: Path, root: Path) -> None:
        self.platform = platform
        self.root = root
        self.work = work / platform.name
        self.modules = self.work / "modules"
        self.c_modules = self.work / "c"
        for folder in (self.modules, self.c_modules, self.work / "sdk/usr"):
            folder.mkdir(parents=True, exist_ok=True)
        swift = os.environ.get("SWIFT") or "swift"
        # A manager of toolchains has a `swift` that is no part of one.
        answer = subprocess.run([swift, "-print-target-info"], capture_output=True, text=True)
        if answer.returncode:
            raise ToolError(f"{swift} does not work: {answer.stderr.strip()}")
        info = json.loads(answer.stdout)
        self.resources = Path(info["paths"]["runtimeResourcePath"])
        self.toolchain = self.resources.parents[1]
        if not (self.resources / "linux").is_dir():
            raise ToolError("must have a Swift toolchain for Linux")
        self.headers = zig_of(work) / "lib/libc/include/any-darwin-any"
        version = info["compilerVersion"]
        headers = sorted(file for file in (HERE / "headers").rglob("*") if file.is_file())
        self.interface_key = digest(version, *self.frontend, *(h.read_bytes() for h in headers))
        self.keys: dict[str, str] = {}
        with exclusive(self.lock("prepare")):
            self.prepare()

    @property
    def frontend(self) -> list[str]:
        return [
            str(self.toolchain / "bin/swift-frontend"),
            "-resource-dir", str(self.resources),
            "-I", str(self.modules),
            "-I", str(self.c_modules),
            "-sdk", str(self.work / "sdk"),
            "-module-cache-path", str(self.work / "cache"),
            "-plugin-path", str(self.resources / "host/plugins"),
            "-target", self.platform.triple,
        ]  # fmt: skip

    def lock(self, name: str) -> Path:
        """Returns the file whose lock is held by the one that writes a module."""
        return self.work / "locks" / name

    def run(self, arguments: list[str]) -> list[str]:
        result = subprocess.run([*self.frontend, *arguments], capture_output=True, text=True)
        log = result.stdout + result.stderr
        if result.returncode == 0:
            return []
        return errors_in(log, self.root) or [f"the compiler failed: {log.strip()[-300:]}"]

    def is_current(self, name: str, key: str) -> bool:
        stamp = self.modules / f"{name}.key"
        return stamp.is_file() and stamp.read_text(encoding="utf-8") == key

    def keep(self, name: str, key: str) -> None:
        (self.modules / f"{name}.key").write_text(key, encoding="utf-8")

    def prepare(self) -> None:
        """Compiles the standard library's interfaces, Darwin's headers and the stubs."""
        link = self.work / "sdk/usr/include"
        if not link.exists():
            link.symlink_to(self.headers)
        for header in (file for file in (HERE / "headers").rglob("*") if file.is_file()):
            text = header.read_text(encoding="utf-8")
            write(self.c_modules / header.relative_to(HERE / "headers"), text)
        # An enumeration only in Objective-C, as which the headers of the real SDK are read.
        classes = (self.headers / "sys/qos.h").read_text(encoding="utf-8")
        write(self.c_modules / "sys/qos.h", classes.replace("__has_feature(objc_fixed_enum)", "1"))
        # The module owns the headers, so that another C module that includes them imports this one.
        included = INCLUDE.findall((HERE / "headers/Darwin/Darwin.h").read_text(encoding="utf-8"))
        owned = "".join(
            f'  header "{self.c_modules if name == "sys/qos.h" else self.headers}/{name}"\n'
            for name in included
        )
        write(
            self.c_modules / "Darwin/module.modulemap",
            f"module Darwin [system] {{\n{owned}  export *\n}}\n",
        )
        for name in INTERFACES:
            text = self.retargeted(name)
            key = digest(self.interface_key, text)
            if self.is_current(name, key):
                continue
            if name == INTERFACES[0]:
                # Modules for another version of the system cannot be imported.
                shutil.rmtree(self.modules)
                self.modules.mkdir()
            interface = self.work / f"{name}.swiftinterface"
            interface.write_text(text, encoding="utf-8")
            place = self.modules / f"{name}.swiftmodule" / self.platform.interface_file
            place.parent.mkdir(exist_ok=True)
            flags = ["-parse-stdlib"] if name in PARSED_AS_LIBRARY else []
            errors = self.run(
                ["-compile-module-from-interface", "-disable-availability-checking", "-module-name",
                 name, "-o", str(place), *flags, str(interface)]
            )  # fmt: skip
            if errors:
                raise ToolError(f"the interface of {name} cannot be compiled: {errors[0]}")
            self.keep(name, key)
        for name in STUBS:
            stub = HERE / "stubs" / f"{name}.swift"
            if self.is_current(name, self.stub_key(name)):
                continue
            is_c_module = (HERE / "headers" / name).is_dir()
            errors = self.run(
                ["-emit-module", "-o", str(self.modules / f"{name}.swiftmodule"), "-module-name",
                 name, "-swift-version", "5", "-enable-experimental-feature", "Lifetimes",
                 "-parse-as-library", "-disable-objc-interop",
                 *(["-import-underlying-module"] if is_c_module else []), str(stub)]
            )  # fmt: skip
            if errors:
                raise ToolError(f"the stub of {name} cannot be compiled: {errors[0]}")
            self.keep(name, self.stub_key(name))

    def stub_key(self, name: str) -> str:
        """Returns the key of a stub and of those that it may import."""
        earlier = STUBS[: STUBS.index(name) + 1]
        return digest(
            self.interface_key,
            *((HERE / "stubs" / f"{stub}.swift").read_bytes() for stub in earlier),
        )

    def retargeted(self, name: str) -> str:
        """Returns the toolchain's interface of a module, for an Apple target."""
        folder = self.resources / "linux" / f"{name}.swiftmodule"
        source = next(
            path for path in folder.glob("*.swiftinterface") if "private" not in path.name
        )
        text = source.read_text(encoding="utf-8")
        text = re.sub(r"-target \S+", f"-target {self.platform.triple}", text, count=1)
        text = text.replace("import Glibc", "import Darwin")
        # Its bodies call functions that only Apple's libraries have.
        text = re.sub(r"^\s*@backDeployed\(.*\)$", "", text, flags=re.MULTILINE)
        if name == "Swift":
            # Of Float80, which arm64 does not have.
            text = re.sub(r"self = _stdlib_(remainderl|squareRootl)\(.*\)", "fatalError()", text)
        return text + FUTEX if name == "Synchronization" else text

    def compile(self, module: "Module") -> list[str]:
        """Type-checks a module; returns its errors."""
        contents = [file.read_bytes() for file in module.sources]
        names = " ".join(map(str, module.sources))
        needed = [self.keys[name] for name in module.dependencies]
        stubs = [
            self.stub_key(name)
            for name in STUBS
            if f"import {name}\n".encode() in b"".join(contents)
        ]
        key = digest(self.interface_key, names, *module.flags, *stubs, *needed, *contents)
        self.keys[module.name] = key
        with exclusive(self.lock(module.name)):
            if self.is_current(module.name, key):
                return []
            errors = self.compile_c(module) if module.include else self.compile_swift(module)
            if not errors:
                self.keep(module.name, key)
            return errors

    def compile_c(self, module: "Module") -> list[str]:
        """Writes the module map of a C target, whose headers the importing module compiles."""
        folder = self.c_modules / module.name
        own = module.include / "module.modulemap"
        if own.is_file():
            text = re.sub(
                r'header "', f'header "{module.include}/', own.read_text(encoding="utf-8")
            )
        else:
            header = module.include / f"{module.name}.h"
            umbrella = f'header "{header}"' if header.is_file() else f'"{module.include}"'
            text = f"module {module.name} {{ umbrella {umbrella} export * }}\n"
        write(folder / "module.modulemap", text)
        return []

    def compile_swift(self, module: "Module") -> list[str]:
        is_script = any(file.name == "main.swift" for file in module.sources)
        flags = [*module.flags, "-disable-objc-interop", "-enable-testing", "-D", "DEBUG"]
        if not is_script:
            flags.append("-parse-as-library")
        for name in module.dependencies:
            place = self.c_modules / name
            if place.is_dir():
                flags += ["-I", str(place)]
        output = str(self.modules / f"{module.name}.swiftmodule")
        sources = map(str, module.sources)
        return self.run(
            ["-emit-module", "-o", output, "-module-name", module.name, *flags, *sources]
        )
