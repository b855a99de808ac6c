"""A design, a workload and a topology are added by one file and one line each, a metric, a shape of
arrivals and an option by lines in two files; and compile."""

import re
import subprocess
from pathlib import Path

import pytest
from additions.compiler import Compiler, CompilerError
from additions.copy import texts_of, write_copy
from additions.kinds import ADDITIONS, ENTRIES, Addition, AdditionError, Entry, with_all

ROOT = Path(__file__).resolve().parents[2]
# What is changed, and what imports it, in the order in which they are compiled.
CHANGED = (
    "Workloads",
    "FlowResults",
    "FlowHarness",
    "FlowReports",
    "FlowRunner",
    "SynchronousDesigns",
    "PublishedDesigns",
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("plain")
    write_copy(ROOT, place, texts_of(ROOT))
    return place


def differing(place: Path, other: Path) -> dict[str, tuple[int, int]]:
    """Returns the files of two folders that differ, with their added and removed lines."""
    command = ["git", "diff", "--no-index", "--no-renames", "--numstat", place, other]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    found = {}
    for line in lines:
        added, taken, name = line.split("\t")
        name = re.sub(r"^(.*?)\{?.* => (.*?)\}?$", r"\1\2", name)
        found[name[name.index("Sources/") :]] = (int(added), int(taken))
    return found


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition.kind)
def test_two_files_differ_and_the_list_by_one_line(addition: Addition, plain: Path, tmp_path: Path):
    write_copy(ROOT, tmp_path, addition.apply(texts_of(ROOT)))
    found = differing(plain, tmp_path)
    assert set(found) == {addition.file, addition.listing}
    assert found[addition.listing] == (1, 0)
    added, taken = found[addition.file]
    assert added > 10
    assert taken == 0


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.kind)
def test_at_most_two_files_differ_by_lines_that_are_added(
    entry: Entry, plain: Path, tmp_path: Path
):
    write_copy(ROOT, tmp_path, entry.apply(texts_of(ROOT)))
    found = differing(plain, tmp_path)
    assert set(found) == set(entry.lines)
    assert len(found) <= 2
    for added, taken in found.values():
        assert 1 <= added <= 6
        assert taken == 0


def test_a_line_that_is_not_there_once_is_told():
    with pytest.raises(AdditionError, match="must have the line 'case steady' once"):
        ENTRIES[1].apply(dict.fromkeys(ENTRIES[1].lines, ""))


def test_all_together_compile(tmp_path: Path):
    compiler = Compiler(ROOT, tmp_path / "Modules")
    if not compiler.has(*CHANGED):
        pytest.skip("there is no debug build to compile against: swift build")
    copy = tmp_path / "copy"
    write_copy(ROOT, copy, with_all(texts_of(ROOT)))
    for module in CHANGED:
        compiler.check(module, copy / "Sources" / module)


def test_names_in_a_list_must_exist(tmp_path: Path):
    compiler = Compiler(ROOT, tmp_path / "Modules")
    if not compiler.has(*CHANGED):
        pytest.skip("there is no debug build to compile against: swift build")
    texts = texts_of(ROOT)
    for addition in ADDITIONS:
        if addition.kind == "workload":
            texts = addition.apply(texts)
            del texts[addition.file]
    copy = tmp_path / "copy"
    write_copy(ROOT, copy, texts)
    with pytest.raises(CompilerError, match="has no member 'added'"):
        compiler.check("Workloads", copy / "Sources" / "Workloads")


def test_an_existing_file_is_not_added_again():
    addition = ADDITIONS[0]
    texts = addition.apply(texts_of(ROOT))
    with pytest.raises(AdditionError, match="is there already"):
        addition.apply(texts)
