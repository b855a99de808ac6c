"""Names that adapters in other packages use: if a name goes, the changelog has its replacement."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("adapter-names.txt")
# The targets whose declarations adapters can use.
LIBRARIES = ("FlowHarness", "Workloads", "FlowBenchCLI", "PublishedDesigns", "MeasuredStores")
# Packages that stand for those of users.
USERS = ("Examples/OwnStore", "Tests/ForeignProgram")
DECLARATION = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? )*public (?:(?:final|indirect|static|mutating) )*"
    r"(?:struct|class|enum|protocol|actor|typealias|func) (\w{3,})",
    re.MULTILINE,
)


def sources(folders: tuple[str, ...], below: str = "") -> str:
    """Returns the text of all Swift files in some folders."""
    paths = (path for folder in folders for path in (ROOT / below / folder).rglob("*.swift"))
    own = (path for path in paths if ".build" not in path.parts)
    return "\n".join(path.read_text(encoding="utf-8") for path in own)


def test_each_name_is_public_or_in_the_changelog():
    public = set(DECLARATION.findall(sources(LIBRARIES, "Sources")))
    changes = set(re.findall(r"\w+", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    listed = LIST.read_text(encoding="utf-8").split()
    gone = [name for name in listed if name not in public and name not in changes]
    assert gone == [], "name the replacement in CHANGELOG.md"
    used = public & set(re.findall(r"\w+", sources(USERS)))
    assert sorted(used - set(listed)) == [], f"add these names to {LIST.name}"
