"""Type-checks changed modules against those that a debug build has made."""

import json
import re
import subprocess
from pathlib import Path

# What a build asks for beside types, and how many arguments follow each.
LEFT_OUT = {
    "-c": 0,
    "-emit-dependencies": 0,
    "-emit-module": 0,
    "-emit-module-path": 1,
    "-emit-objc-header": 0,
    "-emit-objc-header-path": 1,
    "-enable-batch-mode": 0,
    "-incremental": 0,
    "-index-store-path": 1,
    "-output-file-map": 1,
    "-parseable-output": 0,
    "-serialize-diagnostics": 0,
}


class CompilerError(Exception):
    """What the compiler said."""


class Compiler:
    """The commands of the debug build of the package at `root`."""

    def __init__(self, root: Path, modules: Path) -> None:
        """A compiler that puts the modules that it makes into a folder."""
        self.root = root
        self.modules = modules
        self.plan = root / ".build" / "debug.yaml"

    def has(self, *modules: str) -> bool:
        """Whether a debug build has made these."""
        folder = self.root / ".build" / "debug" / "Modules"
        return self.plan.exists() and all(
            (folder / f"{module}.swiftmodule").exists() for module in modules
        )

    def command(self, module: str, sources: Path, package: str | None = None) -> list[str]:
        """The command of a module, without what it is to make, over other sources; as if they
        stood in a package of another name."""
        text = self.plan.read_text(encoding="utf-8")
        begin = re.search(rf'^  "C\.{module}-[^"]*-debug\.module":$', text, re.MULTILINE)
        found = begin and re.compile(r"^    args: (\[.*\])$", re.MULTILINE).search(
            text, begin.end()
        )
        if not found:
            raise CompilerError(f"the debug build has no command for {module}")
        arguments = iter(json.loads(found[1]))
        command = [next(arguments), "-whole-module-optimization", "-I", str(self.modules)]
        for argument in arguments:
            if argument in LEFT_OUT:
                for _ in range(LEFT_OUT[argument]):
                    next(arguments)
            elif argument == "-package-name":
                command += [argument, package or next(arguments)]
                if package:
                    next(arguments)
            elif argument.startswith("@"):
                command += [str(path) for path in sorted(sources.rglob("*.swift"))]
            else:
                command.append(argument)
        return command

    def check_outside(self, module: str, sources: Path) -> None:
        """Type-checks a module as if it stood in somebody else's package."""
        self._run([*self.command(module, sources, package="stranger"), "-typecheck"])

    def check(self, module: str, sources: Path) -> None:
        """Type-checks a module, and makes it for those that import it."""
        command = self.command(module, sources)
        self.modules.mkdir(parents=True, exist_ok=True)
        self._run([*command, "-typecheck"])
        # Bodies that nobody inlines are checked by now.
        self._run(
            [
                *command,
                "-emit-module",
                "-emit-module-path",
                str(self.modules / f"{module}.swiftmodule"),
                "-Xfrontend",
                "-experimental-skip-non-inlinable-function-bodies",
            ]
        )

    def _run(self, command: list[str]) -> None:
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        if result.returncode:
            raise CompilerError(result.stderr or result.stdout)
