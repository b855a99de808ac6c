"""Type-checks changed modules against the modules of the debug build."""

import json
import re
import subprocess
from pathlib import Path

# The options of a build that a type check does not need, with their numbers of arguments.
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
    """The output of the compiler."""


class Compiler:
    """The commands of the debug build of the package at `root`."""

    def __init__(self, root: Path, modules: Path) -> None:
        """Creates a compiler that puts its modules into a folder."""
        self.root = root
        self.modules = modules
        self.plan = root / ".build" / "debug.yaml"

    def has(self, *modules: str) -> bool:
        """Returns whether the debug build has these modules."""
        folder = self.root / ".build" / "debug" / "Modules"
        return self.plan.exists() and all(
            (folder / f"{module}.swiftmodule").exists() for module in modules
        )

    def command(self, module: str, sources: Path, package: str | None = None) -> list[str]:
        """Returns the command of a module without its products, for other sources and, if it is
        given, for a package of another name."""
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
        """Type-checks a module as part of another package."""
        self._run([*self.command(module, sources, package="stranger"), "-typecheck"])

    def check(self, module: str, sources: Path) -> None:
        """Type-checks a module, and builds it for modules that import it."""
        command = self.command(module, sources)
        self.modules.mkdir(parents=True, exist_ok=True)
        self._run([*command, "-typecheck"])
        # All bodies are checked.
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
