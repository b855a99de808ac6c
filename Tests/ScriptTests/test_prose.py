"""Tests of `Scripts/prose` with small documents."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Check = Callable[[str], subprocess.CompletedProcess]
SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "prose"
HARD = "Methodological considerations necessitate comprehensive operationalisation.\n"


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Returns a function that writes a document and runs the script."""

    def check(text: str) -> subprocess.CompletedProcess:
        (tmp_path / "README.md").write_text(text)
        command = [sys.executable, "-B", SCRIPT, tmp_path]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return check


def test_a_plain_document_has_no_findings(check: Check):
    said = check("# Methodological considerations\n\nThe test runs. It ends when all is done.\n")
    assert (said.returncode, said.stdout) == (0, "1 documents, 0 findings\n")


def test_a_document_that_is_hard_to_read(check: Check):
    said = check(f"# A\n\n{HARD}")
    assert said.returncode == 1
    assert said.stderr.startswith("prose: README.md: reading ease ")


@pytest.mark.parametrize("form", ["```\n{}```\n", "| {} |\n", "# {}\n", "`{}`\n", "[It](#{})\n"])
def test_code_tables_headings_and_links_are_not_prose(check: Check, form: str):
    hard = HARD.replace(" ", "-") if "(#" in form else HARD
    text = form.format(hard if form.startswith("```") else hard.strip())
    said = check(f"The test runs. It ends when all is done.\n\n{text}")
    assert said.returncode == 0, said.stderr


def test_a_finding_of_proselint_has_its_line(check: Check):
    said = check("The test runs.\n\nIt is past history.\n")
    assert said.returncode == 1
    assert "prose: README.md:3: " in said.stderr
