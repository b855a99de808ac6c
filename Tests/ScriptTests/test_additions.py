"""A design or a workload is one file and one line; other additions are lines in two files."""

import difflib

import pytest
from additions.__main__ import ROOT
from additions.copy import texts_of
from additions.kinds import ADDITIONS, Addition, AdditionError

TEXTS = texts_of(ROOT)


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line[:2] for line in lines if line[0] in "+-"]


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition.kind)
def test_at_most_two_files_differ_by_added_lines(addition: Addition):
    texts = addition.apply(TEXTS)
    changed = {name for name, text in texts.items() if TEXTS.get(name) != text}
    assert changed == {*addition.lines, *filter(None, [addition.file])}
    assert len(changed) <= 2
    for name in addition.lines:
        lines = changed_lines(TEXTS[name], texts[name])
        assert set(lines) == {"+ "}
        assert len(lines) <= (1 if addition.file else 6)


def test_a_line_that_is_missing_is_an_error():
    shape = next(addition for addition in ADDITIONS if addition.kind == "shape")
    with pytest.raises(AdditionError, match="must have the line 'case steady' once"):
        shape.apply(dict.fromkeys(shape.lines, ""))


def test_an_existing_file_is_not_added_again():
    texts = ADDITIONS[0].apply(TEXTS)
    with pytest.raises(AdditionError, match="is there already"):
        ADDITIONS[0].apply(texts)
