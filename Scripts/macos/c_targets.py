"""Compiles the C targets for the two processors of Macs, and links the counting library."""

import os
import subprocess
from pathlib import Path

from .sdk import zig_of

PROCESSORS = {"arm64": "aarch64-macos.15.0", "x86_64": "x86_64-macos.15.0"}
LIBRARY = "CFlowCount"
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]


def c_folders(root: Path) -> list[Path]:
    """Returns the folders of the C targets, which have a folder of headers."""
    return sorted(
        path.parent for parent in ("Sources", "Tests") for path in root.glob(f"{parent}/C*/include")
    )


def check_c_targets(root: Path, work: Path) -> bool:
    """Compiles each C file for each processor; returns whether there are no errors."""
    zig = str(zig_of(work) / "zig")
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(work / "zig")}

    def run(arguments: list[str], what: str) -> bool:
        result = subprocess.run(
            [zig, "cc", *arguments], capture_output=True, text=True, env=environment
        )
        for line in result.stderr.splitlines():
            if "error:" in line:
                print(f"check-macos: {what}: {line.removeprefix(f'{root}/')}", flush=True)
        return result.returncode == 0

    is_clean = True
    folders = c_folders(root)
    for processor, target in PROCESSORS.items():
        place = work / "c" / processor
        place.mkdir(parents=True, exist_ok=True)
        compiled = 0
        for folder in folders:
            objects = []
            is_complete = True
            for file in sorted(folder.glob("*.c")):
                objects.append(place / f"{folder.name}-{file.stem}.o")
                flags = ["-target", target, "-O2", *WARNINGS, "-I", str(folder / "include")]
                output = ["-c", "-o", str(objects[-1]), str(file)]
                is_compiled = run([*flags, *output], processor)
                compiled += is_compiled
                is_complete = is_complete and is_compiled
            is_clean = is_clean and is_complete
            if folder.name == LIBRARY and is_complete:
                library = place / "libFlowCount.dylib"
                link = ["-target", target, "-dynamiclib", "-o", str(library), *map(str, objects)]
                is_clean = run(link, f"{processor}: {library.name}") and is_clean
        print(f"check-macos: {compiled} C files for {target}")
    return is_clean
