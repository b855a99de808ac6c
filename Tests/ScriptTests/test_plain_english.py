"""Tests of `Scripts/plain_english.py`, through `Scripts/tidy`, with small files."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "tidy"
# In parts, so that the check does not find them here.
PRONOUN = "".join(("who", "ever"))
HELD = "".join(("held", "{gap}", "against"))
INSTANT = "".join(("scheduled in", "stant"))
ONCE = "".join(("Two send actions at", "{gap}", "once"))

NEXT = "\n/// "


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Sources/A.swift", f"// The caller, {PRONOUN} it is.\n", f"A.swift:1: '{PRONOUN}'"),
        ("Sources/A.swift", f'let a = 0\nlet b = "{PRONOUN}"\n', f"A.swift:2: '{PRONOUN}'"),
        ("Sources/A.swift", f"let a = 0  // {PRONOUN}\n", f"A.swift:1: '{PRONOUN}'"),
        ("Tests/A.swift", f"@Test func `a test of {PRONOUN}`() {{}}\n", f"A.swift:1: '{PRONOUN}'"),
        ("Tests/A.swift", "@Test func `what is tested`() {}\n", "A.swift:1: 'what': begin with"),
        ("Sources/A.swift", "/// What it keeps.\nlet a = 0\n", "A.swift:1: 'What': begin with"),
        ("Sources/A.swift", "/// One row.\n///\n/// - Returns: How many.\n", "3: 'How'"),
        ("Sources/A.swift", "/// A row.\n/// ```\n/// What it is\n/// ```\n", ""),
        (
            "Sources/A.swift",
            f"/// Two are {HELD.format(gap=NEXT)} one.\n",
            f"A.swift:1: '{HELD.format(gap=' ')}'",
        ),
        ("Sources/A.swift", f"/// {ONCE.format(gap=NEXT)}.\n", f"'{ONCE.format(gap=' ')}'"),
        ("Sources/A.swift", "/// It starts at once.\nlet a = 0\n", ""),
        ("docs/a.md", f"# A\n\nIt is {PRONOUN}\n", f"docs/a.md:3: '{PRONOUN}'"),
        ("docs/a.md", f"```\n{PRONOUN}\n```\n\n`{PRONOUN}`\n", ""),
        ("docs/a.md", f"| a | {PRONOUN} |\n", f"docs/a.md:1: '{PRONOUN}'"),
        ("docs/a.md", f"The {INSTANT}.\n", f"docs/a.md:1: '{INSTANT}': intended start"),
        ("docs/A.md", "`a`, [b] | number | How many.\n", "docs/A.md:1: 'How'"),
        ("docs/A.md", "`a`, [b] | number | Number of actions.\n", ""),
        ("Scripts/a.py", f'"""A module."""\n\nA = f"{PRONOUN}"\n', f"a.py:3: '{PRONOUN}'"),
        ("Scripts/a.py", '"""What it does."""\n', "a.py:1: 'What': begin with"),
        ("Scripts/a.py", "A = 1\n\ndef test_what_is(): ...\n", "a.py:3: 'what': begin with"),
        ("Scripts/a.txt", f"# A comment\n# of {PRONOUN}\n", ""),
        ("Scripts/a", f"#!/bin/sh\n# A comment\n# of {PRONOUN}\n", f"Scripts/a:3: '{PRONOUN}'"),
        ("Scripts/a", f"of {PRONOUN}\n", ""),
    ],
)
def test_words_with_a_plainer_form(tmp_path: Path, name: str, text: str, found: str) -> None:
    place = tmp_path / name
    place.parent.mkdir()
    place.write_text(text)
    said = subprocess.run([SCRIPT, tmp_path], capture_output=True, text=True, check=False)
    assert said.returncode == int(bool(found))
    assert found in said.stderr
