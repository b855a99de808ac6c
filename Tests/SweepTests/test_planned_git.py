"""The git of a sweep's machines answers as the checkout in which the sweep was planned."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, SCRIPTS

SOURCE = ROOT / "Sources" / "FlowRunner" / "Environment" / "Checkout.swift"
ENDINGS = re.findall(r'"(\w+)"', re.search(r"endings = \[(.*?)\]", SOURCE.read_text(), re.S)[1])
NAMES = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@b",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@b",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    place = tmp_path / "checkout"
    (place / "Sources").mkdir(parents=True)
    (place / "a.swift").write_text("a")
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "a"]):
        subprocess.run(["git", *words], cwd=place, check=True, env=os.environ | NAMES)
    return place


def answers(checkout: Path) -> tuple[str, int, str]:
    """Returns the commit, the exit code of diff, and the new files."""
    git = checkout.parent / "git"
    with git.open("w") as file:
        subprocess.run(
            ["bash", "-c", f"source {SCRIPTS}/common.bash; planned_git"],
            cwd=checkout,
            stdout=file,
            check=True,
        )
    git.chmod(0o755)

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([git, *words], capture_output=True, text=True, check=False)

    return call("rev-parse").stdout.strip(), call("diff").returncode, call("ls-files").stdout


def test_that_an_unchanged_checkout_is_clean(checkout: Path) -> None:
    for name in (
        ".build/x/made.swift",
        "Sources/.build/made.c",
        "results/runs.csv",
        "Sources/notes.md",
    ):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text("a")
    commit, changed, new = answers(checkout)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True
    )
    assert (commit, changed, new) == (head.stdout.strip(), 0, "")


def test_that_a_change_is_seen(checkout: Path) -> None:
    (checkout / "a.swift").write_text("b")
    assert answers(checkout)[1:] == (1, "")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("folder", ["", "Sources/"])
def test_that_new_sources_are_seen(checkout: Path, ending: str, folder: str) -> None:
    (checkout / f"{folder}new.{ending}").write_text("a")
    assert answers(checkout)[1:] == (0, "new")


def test_that_the_endings_are_those_of_the_program() -> None:
    listed = re.search(r"for ending in ([\w ]+);", (SCRIPTS / "common.bash").read_text())
    assert listed and listed[1].split() == ENDINGS
    assert len(ENDINGS) > 9
