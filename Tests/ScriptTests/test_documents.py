"""What the pages tell people to type is there: targets, subcommands, options, files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "results" / "README.md",
    ROOT / "Examples" / "OwnStore" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LENGTHS = {"README.md": 150, "results/README.md": 300}

# What stands for this program where it is typed.
PROGRAM = re.compile(
    r"(?:^|[\s;&|(])(?:[./\w-]*/)?(?:flowbench|my-bench|MyStore|OwnStore)\s+([a-z][a-z-]*)\b(.*)"
)
# Words after a program's name in sentences that are no subcommands of it.
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")


def options_of() -> dict[str, set[str]]:
    """The options of each subcommand, as the page of options has them."""
    found: dict[str, set[str]] = {}
    command = ""
    for line in (ROOT / "docs" / "OPTIONS.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"^## ([a-z]+)$", line):
            command = heading[1]
        if row := re.match(r"^  (?:-h, )?(--[a-z-]+)", line):
            found.setdefault(command, set()).add(row[1])
    return found


def targets_of() -> set[str]:
    """The targets of the Makefile."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


def fences(text: str) -> Iterator[tuple[int, str]]:
    """The lines of code that is no language of its own, with their numbers."""
    inside = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = None if inside is not None else line[3:].strip()
        elif inside in ("", "sh", "bash"):
            yield number, line.split(" #")[0]


def wrong_commands(text: str, options: dict[str, set[str]], targets: set[str]) -> list[str]:
    found = []
    for number, line in fences(text):
        made = re.match(r"^\s*make\s+(.*)", line)
        for word in (made[1] if made else "").split():
            if re.fullmatch(r"[a-z-]+", word) and word not in targets:
                found.append(f"line {number}: no target {word}")
            if not re.fullmatch(r"[a-z-]+", word):
                break
        typed = PROGRAM.search(line)
        if not typed:
            continue
        command, rest = typed[1], typed[2].split("&&")[0]
        if command not in options:
            found.append(f"line {number}: no subcommand {command}")
            continue
        for option in OPTION.findall(rest):
            if option not in options[command] | {"--help"}:
                found.append(f"line {number}: {command} has no option {option}")
    return found


def anchors(text: str) -> set[str]:
    """The anchors that headings of a page have."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def dead_links(path: Path, text: str) -> list[str]:
    """Links to files or headings that there are not."""
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name) if name else path
        if not target.exists():
            found.append(f"no file {link}")
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            found.append(f"no heading {link}")
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_says_to_type_is_there(path: Path):
    text = path.read_text(encoding="utf-8")
    assert wrong_commands(text, options_of(), targets_of()) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_leads_to_is_there(path: Path):
    assert dead_links(path, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", LENGTHS)
def test_a_page_is_short_enough(name: str):
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= LENGTHS[name]


def test_every_subcommand_is_shown_in_a_page():
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    missing = [name for name in options_of() if f"flowbench {name}" not in text]
    assert missing == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("make bench", []),
        ("make bensh", ["line 2: no target bensh"]),
        ('make bench ARGS="--no-such x"', []),
        ("flowbench run --suite smoke", []),
        (".build/release/flowbench runs", ["line 2: no subcommand runs"]),
        ("my-bench run --no-such 1", ["line 2: run has no option --no-such"]),
        ("flowbench run # --no-such", []),
    ],
)
def test_the_checker_sees_what_is_wrong(line: str, said: list[str]):
    assert wrong_commands(f"```\n{line}\n```\n", options_of(), targets_of()) == said


def test_the_checker_sees_dead_links(tmp_path: Path):
    page = tmp_path / "a.md"
    page.write_text("# One two\n")
    text = "[a](a.md) [b](b.md) [c](a.md#one-two) [d](a.md#three) [e](https://example.org)"
    assert dead_links(page, text) == ["no file b.md", "no heading a.md#three"]
