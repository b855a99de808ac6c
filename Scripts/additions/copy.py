"""A copy of the package with changed sources."""

import subprocess
from pathlib import Path

from mutants.package import write_if_changed

from .kinds import Texts

PARTS = ("Package.swift", "Package.resolved", "Sources", "Tests", "Examples")


def package_files(root: Path) -> list[str]:
    """Returns the files of the package, including files that git does not have yet."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PARTS]
    found = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return [name for name in found.split("\0") if name and (root / name).exists()]


def texts_of(root: Path) -> Texts:
    names = [name for name in package_files(root) if name.startswith("Sources/")]
    return {
        name: (root / name).read_text(encoding="utf-8") for name in names if name.endswith(".swift")
    }


def write_copy(root: Path, place: Path, texts: Texts) -> None:
    """Writes changed files of the package with these sources."""
    names = package_files(root)
    for name in names:
        source, copy = root / name, place / name
        if source.is_symlink():
            copy.parent.mkdir(parents=True, exist_ok=True)
            if not copy.is_symlink():
                copy.symlink_to(source.readlink())
        elif name not in texts and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    for name, text in texts.items():
        write_if_changed(place / name, text)
    kept = {place / name for name in [*names, *texts]}
    for part in ("Sources", "Tests"):
        for path in (place / part).rglob("*.swift"):
            if path not in kept and path.is_file():
                path.unlink()
