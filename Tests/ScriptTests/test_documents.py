"""The documents: their commands, links, lengths and quoted outputs are right."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "results" / "README.md",
    *sorted((ROOT / "Examples").glob("*/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
LENGTHS = {"README.md": 130, "results/README.md": 160}

# Names of programs with the subcommands of flowbench.
PROGRAM = re.compile(
    r"(?:^|[\s;&|(])(?:[./\w-]*/)?(?:flowbench|my-bench|MyStore|OwnStore)\s+([a-z][a-z-]*)\b(.*)"
)
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")


def program() -> Path:
    """Returns the build of flowbench that the environment names, the release or the debug build.

    Concurrent effects have another order in a debug build.
    """
    if named := os.environ.get("FLOWBENCH"):
        return Path(named)
    builds = [ROOT / ".build" / mode / "flowbench" for mode in ("release", "debug")]
    found = [path for path in builds if path.exists()]
    if not found:
        pytest.skip("there is no build of flowbench: swift build")
    return found[0]


@cache
def options_of() -> dict[str, set[str]]:
    """Returns the options of each subcommand that the help shows."""
    command = [program(), "--experimental-dump-help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        command["commandName"]: {
            f"--{name['name']}"
            for argument in command["arguments"]
            for name in argument.get("names", [])
            if name["kind"] == "long"
        }
        for command in json.loads(done.stdout)["command"]["subcommands"]
        if command["shouldDisplay"] and command["commandName"] != "help"
    }


def targets_of() -> set[str]:
    """Returns the targets of the Makefile."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


def fences(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines of shell commands with their numbers."""
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
    """Returns the anchors of the headings of a page."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def dead_links(path: Path, text: str) -> list[str]:
    """Returns the links to files or headings that do not exist."""
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
def test_the_commands_of_a_page_exist(path: Path):
    text = path.read_text(encoding="utf-8")
    assert wrong_commands(text, options_of(), targets_of()) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(path: Path):
    assert dead_links(path, path.read_text(encoding="utf-8")) == []


def outputs(text: str) -> list[tuple[str, list[str]]]:
    """Returns the commands that are followed by their output, and the lines of the output.

    Commands include the variables that the page has set above them.
    """
    found = []
    variables = ""
    for fence in re.finditer(r"^```\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S):
        commands = re.sub(r"^make .*\n", "", fence[1], flags=re.M)
        if fence[2]:
            found.append((variables + commands, fence[2].splitlines()))
        variables += "".join(re.findall(r'^\w+="[^"]*"\n', commands, re.M))
    return found


OUTPUTS = [
    pytest.param(path, *output, id=f"{path.stem}-{number}")
    for path in PAGES
    for number, output in enumerate(outputs(path.read_text(encoding="utf-8")), 1)
]
# A page whose outputs have other numbers in each run. Its commands run with fewer actions.
QUESTIONS = ROOT / "docs" / "questions.md"
SHORT = {
    "run": "--actions 200 --rounds 1",
    "load": "--duration 10s",
    "contend": "--duration 200ms",
}
NUMBER = re.compile(r"(?:(?<!\w)[-+±])?\d[\d.,_]*(?: ?(?:ns|µs|ms|s|%)(?!\w))?\??")


def shape(line: str) -> str:
    """Returns a line with `#` in place of each number and interval, without padding."""
    masked = re.sub(r"# ?[–…] ?#|–", "#", NUMBER.sub("#", line))
    # A fit has a constant only if the constant differs from zero.
    return " ".join(masked.split()).replace("# + #", "#")


def script_of(commands: str, options: dict[str, str]) -> str:
    """Returns a script that runs commands of a page, with further options of subcommands."""
    cases = "".join(
        f'{name}) set -- "$@" --allow-debug {options.get(name, "")} ;; '
        for name in ("run", "load", "saturate", "contend", "replay")
    )
    script = f'flowbench() {{ case "$1" in {cases}esac; "{program()}" "$@"; }}\n'
    return script + commands.replace(".build/release/flowbench", "flowbench")


def cost_test(commands: str) -> str:
    """Returns a command that runs a test of Examples/Shop where `make example` builds it."""
    place = f"{ROOT / 'Examples' / 'Shop'} --scratch-path {ROOT / '.build' / 'shop'}"
    return commands.replace("Examples/Shop", place)


@pytest.mark.parametrize(("path", "commands", "lines"), OUTPUTS)
def test_a_command_prints_the_output_that_a_page_shows(
    path: Path, commands: str, lines: list[str], tmp_path: Path
):
    varies = path == QUESTIONS
    if varies and "debug" in program().parts:
        pytest.skip("there is no release build of flowbench: make build")
    # A trait of Examples/Shop plants a regression.
    fails = "--traits" in commands
    script = cost_test(commands) if fails else script_of(commands, SHORT if varies else {})
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == int(fails), result.stderr
    printed = result.stdout.splitlines()
    shown = set(map(shape, printed)) if varies else printed
    missing = [line for line in lines if (shape(line) if varies else line) not in shown]
    assert missing == [], f"it printed:\n{result.stdout}"


def test_each_question_has_a_command_and_its_output():
    questions = QUESTIONS.read_text(encoding="utf-8").split("\n### ")[1:]
    assert len(questions) == 22
    assert [len(outputs(question)) for question in questions] == [1] * 22


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  flow    – 1,005  2.31 µs?  55.0–56.8 ms  -1.19", "flow # # # # #"),
        ("app/single/10/uniform", "app/single/#/uniform"),
        ("growth 619 µs + 0.375 ns · n² for n articles", "growth # · n² for n articles"),
        ("of 8.33 ms  p99.9  2,295 … 10,874", "of # p# #"),
    ],
)
def test_the_shape_of_a_line_has_no_numbers(line: str, said: str):
    assert shape(line) == said


def test_outputs_are_found_with_the_variables_above_them():
    text = '```\nmake build\na="--rate 1"\nflowbench load $a\n```\n\n```text\nx\n```\n\n'
    text += "```\nflowbench load $a -x\n```\n\n```text\ny\nz\n```\n\n```\nother\n```\n"
    assert outputs(text) == [
        ('a="--rate 1"\nflowbench load $a\n', ["x"]),
        ('a="--rate 1"\nflowbench load $a -x\n', ["y", "z"]),
    ]


def test_the_page_about_claims_quotes_a_card():
    page = (ROOT / "docs/claims.md").read_text(encoding="utf-8")
    quote = " ".join(re.findall(r"^> (.*)$", page, re.MULTILINE))
    cards = (ROOT / "results/reference/claims/claims.md").read_text(encoding="utf-8")
    assert quote
    assert quote in cards


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
def test_wrong_commands_are_found(line: str, said: list[str]):
    assert wrong_commands(f"```\n{line}\n```\n", options_of(), targets_of()) == said


def test_dead_links_are_found(tmp_path: Path):
    page = tmp_path / "a.md"
    page.write_text("# One two\n")
    text = "[a](a.md) [b](b.md) [c](a.md#one-two) [d](a.md#three) [e](https://example.org)"
    assert dead_links(page, text) == ["no file b.md", "no heading a.md#three"]
