"""Finds words and openings that have a plainer form, in documents, sources and scripts.

The words are looked for in comments, strings, names of tests and paragraphs. A text that spans
several lines is one text.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HELP_WORDS = 30
# The pages that consist of help texts and of meanings of columns.
OPTIONS, COLUMNS = "docs/OPTIONS.md", "docs/COLUMNS.md"

# Patterns with the plain form. Brackets keep them from finding themselves.
WORDS = [
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (r"\bwho[e]ver\b", "name the subject"),
        (r"\b(?:no|some|any)b[o]dy\b", "name the subject, or use the passive"),
        (r"\b(?:held|holds?|holding)\b(?:\s+[^\s.;]+){0,6}?\s+ag[a]inst\b", "compare with"),
        (r"\bdoubtf[u]l\b", "warning, or say what is affected"),
        (r"\bi[l]l\b(?!-)", "slow, failing, or faulty"),
        (
            r"\b(?:two|three|four|several|many|both|all|everything|tasks|threads|workers|processes)"
            r"(?:\s+[^\s.;]+){0,3}?\s+at\s+o[n]ce\b",
            "at the same time",
        ),
    )
]
OPENING = re.compile(r"\s*(?:What|Whether|Who|Whose|How|So that)\b")
# The first words of a documentation comment, and of the items in it.
ITEM = re.compile(r"^- (?:Returns|Throws|Precondition|Parameter \w+|\w+):\s+", re.MULTILINE)
NAME = re.compile(r"(?:func|struct|class)\s+`([^`\n]+)`")
NAME_OPENING = re.compile(r"(?:what|who|whose)\b", re.IGNORECASE)
QUOTES = re.compile(r"^[a-zA-Z]*(['\"]{3}|['\"])|(['\"]{3}|['\"])$")
SWIFT_TEXT = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"')


class Text(NamedTuple):
    """A text of a file, with the line on which it starts."""

    line: int
    words: str
    is_documentation: bool = False
    is_name: bool = False


def comments(lines: list[str], marks: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    """Yields the first line, the mark and the text of each comment that has its own lines.

    The marks are given from the longest to the shortest.
    """
    start, mark, words = 0, "", []
    for number, line in enumerate([*lines, ""], 1):
        stripped = line.strip()
        found = next((one for one in marks if stripped.startswith(one)), "")
        if found != mark and words:
            yield start, mark, "\n".join(words)
            words = []
        if found:
            start = start if words else number
            words.append(stripped[len(found) :].strip())
        mark = found


def without_code(text: str) -> str:
    """Returns Markdown without its code; the number of lines stays."""
    fence = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
    text = fence.sub(lambda found: "\n" * found[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "code", text)


def swift(text: str) -> Iterator[Text]:
    lines = text.splitlines()
    for line, mark, words in comments(lines, ("///", "//")):
        yield Text(line, without_code(words), mark == "///")
    code = "\n".join("" if line.strip().startswith("//") else line for line in lines)
    for found in SWIFT_TEXT.finditer(code):
        yield Text(code.count("\n", 0, found.start()) + 1, found[0])
    for number, line in enumerate(SWIFT_TEXT.sub(blank, code).splitlines(), 1):
        if name := NAME.search(line):
            yield Text(number, name[1], is_name=True)
        if " // " in line:
            yield Text(number, line.partition(" // ")[2])


def blank(found: re.Match) -> str:
    """Returns the same number of lines."""
    return '"' + "\n" * found[0].count("\n") + '"'


def python(text: str) -> Iterator[Text]:
    lines = text.splitlines()
    for line, _, words in comments(lines, ("#",)):
        yield Text(line, words)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "COMMENT" and not lines[token.start[0] - 1].lstrip().startswith("#"):
            yield Text(token.start[0], token.string)
        elif kind in ("STRING", "FSTRING_MIDDLE"):
            is_documentation = token.string.startswith('"""') and not token.line[
                : token.start[1]
            ].strip(" ")
            yield Text(token.start[0], QUOTES.sub("", token.string), is_documentation)
    for number, line in enumerate(lines, 1):
        if name := re.match(r"\s*def test_(\w+)", line):
            yield Text(number, name[1].replace("_", " "), is_name=True)


def shell(text: str) -> Iterator[Text]:
    lines = text.splitlines()
    for line, _, words in comments(lines, ("#",)):
        yield Text(line, words)
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("#"):
            yield Text(number, line)


def markdown(text: str) -> Iterator[Text]:
    start, words = 1, []
    for number, line in enumerate([*without_code(text).splitlines(), ""], 1):
        is_start = not line.strip() or re.match(r"\s*(?:[-*|#]|\d+\. )", line)
        if is_start and words:
            yield Text(start, "\n".join(words))
            words = []
        if line.strip():
            start = start if words else number
            words.append(line)


def language(path: Path) -> str:
    """Returns the language of a file by its suffix or its first line; empty for data."""
    known = {".swift": "swift", ".py": "python", ".md": "markdown", ".tutorial": "markdown"}
    known |= {".bash": "shell", ".sh": "shell", ".yml": "shell"}
    if path.suffix in known:
        return known[path.suffix]
    if path.name == "Makefile":
        return "shell"
    if path.suffix:
        return ""
    with path.open(encoding="utf-8", errors="replace") as file:
        first = file.readline()
    if not first.startswith("#!"):
        return ""
    return "python" if "python" in first else "shell"


def files(root: Path) -> Iterator[Path]:
    """Yields the documents, sources and scripts.

    Generated pages are left out because their texts are in the sources.
    """
    found = [*root.glob("*.md"), *root.glob("results/*.md"), *root.glob("docs/*.md")]
    found += [root / "Package.swift", root / "Makefile", root / ".ci" / "run"]
    for folder in ("Sources", "Tests", "Examples", "Scripts", ".github"):
        found += (root / folder).rglob("*")
    for path in sorted(found):
        parts = path.relative_to(root).parts
        is_generated = parts[0] == "docs" and path.stem.isupper()
        if not path.is_file() or path.is_symlink() or ".build" in parts or is_generated:
            continue
        yield path


def texts(path: Path) -> Iterator[Text]:
    """Yields the texts of a file."""
    readers = {"swift": swift, "python": python, "shell": shell, "markdown": markdown}
    reader = readers.get(language(path))
    if reader:
        yield from reader(path.read_text(encoding="utf-8"))


def faults(text: Text) -> Iterator[tuple[int, str, str]]:
    """Yields the line of each word or opening that has a plainer form, the word, and that form."""

    def line(position: int) -> int:
        return text.line + text.words.count("\n", 0, position)

    for pattern, instead in WORDS:
        for found in pattern.finditer(text.words):
            yield line(found.start()), " ".join(found[0].split()), instead
    if text.is_name and (opening := NAME_OPENING.match(text.words)):
        yield text.line, opening[0], "begin with the subject"
    if text.is_documentation:
        for start in (0, *(item.end() for item in ITEM.finditer(text.words))):
            if opening := OPENING.match(text.words, start):
                yield line(start), opening[0].strip(), "begin with a noun phrase, or with Returns"


def help_texts(page: str) -> Iterator[str]:
    """Yields the abstracts, paragraphs and descriptions of the page of options."""
    for paragraph in re.split(r"\n\s*\n|\n  (?=\S)|```(?:text\n)?", page):
        text = " ".join(paragraph.split())
        if not re.match(r"Examples?:|USAGE:|flowbench ", text):
            yield re.sub(r"^(?:OVERVIEW:|-\S+(?:, -\S+)?(?: <[^>]*>)?|<\S+>) ", "", text)


def page_faults(name: str, page: str) -> Iterator[str]:
    """Yields the openings, and the long sentences of help texts, of a generated page."""
    meanings = re.findall(r"^[`\[].* \| \w+ \| (.+)$", page, re.MULTILINE)
    for text in help_texts(page) if name == OPTIONS else meanings:
        if OPENING.match(text):
            yield f"'{text[:60]}': begin with a noun phrase"
        for sentence in re.split(r"(?<=[.?;])\s", text):
            if name == OPTIONS and len(sentence.split()) > HELP_WORDS:
                yield f"'{sentence[:60]} …' has more than {HELP_WORDS} words"


def findings(root: Path) -> Iterator[str]:
    """Yields all findings, each with its place."""
    for path in files(root):
        name = path.relative_to(root).as_posix()
        for text in texts(path):
            for line, found, instead in faults(text):
                yield f"words {name}:{line}: '{found}': {instead}"
    for name in (OPTIONS, COLUMNS):
        if (root / name).is_file():
            for fault in page_faults(name, (root / name).read_text(encoding="utf-8")):
                yield f"words {name}: {fault}"
