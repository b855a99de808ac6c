"""The lists of files in the manifest are complete."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_each_file_of_a_published_design_is_in_one_target() -> None:
    text = (ROOT / "Package.swift").read_text(encoding="utf-8")

    def names(variable: str, pattern: str) -> list[str]:
        found = re.search(rf"let {variable} =(.*?)\.map", text, re.S)
        assert found
        return re.findall(pattern, found[1])

    adapters = [f"{name}/{name}Adapter.swift" for name in names("adapters", r'"(\w+)"')]
    stores = [f"{name}.swift" for name in names("stores", r'"(\w+/\w+)"')]
    place = ROOT / "Sources/Designs/Published"
    files = [path.relative_to(place).as_posix() for path in place.rglob("*.swift")]
    # A file that is in neither list would be compiled in both targets.
    assert sorted(adapters + stores) == sorted(f for f in files if not f.startswith("Shared/"))
