"""Finds words and openings that have a plainer form, in documents, sources and scripts.

Words are looked for across lines: in Swift in comments, strings and quoted names, elsewhere in the
whole text. Openings are looked for in documentation comments and in names of tests.
"""

import re
from collections.abc import Iterator
from pathlib import Path

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
        # One word for one thing; the spelling is British.
        (r"\bscheduled\s+inst[a]nts?\b", "intended start"),
        (
            r"\b(?:a|one)\s+store\s+(?:for\s+each|per)\s+feat[u]re\b(?! avoids)",
            "one store per module",
        ),
        (r"\b(?:behavi[o]rs?|neighb[o]rs?|optimi[z]ers?)\b", "British spelling"),
    )
]
COMMENT = re.compile(r"^[ \t]*(?:///?|#(?!!)) ?", re.MULTILINE)
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
OPENING = r"(?:What|Whether|Who|Whose|How|So that)\b"
# The first words of a documentation comment, and of the items in it.
DOCUMENTATION = re.compile(rf"(?:- (?:Parameter )?\w+:\s+)?{OPENING}")
# The parts of Swift that are not code.
SAID = re.compile(r'//.*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|`[^`\n]+`')
PLACES = {
    "swift": [(r"(?:func|struct|class) +`(what|who|whose)\b", "begin with the subject")],
    "python": [
        (r"^ *def test_(what|who|whose)_", "begin with the subject"),
        (rf'^ *"""({OPENING})', "begin with a noun phrase, or with Returns"),
    ],
    # The meanings of columns.
    "markdown": [(rf"^[`\[].* \| \w+ \| ({OPENING})", "begin with a noun phrase")],
    "shell": [],
}


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
    """Yields the documents, sources and scripts."""
    found = [*root.glob("*.md"), *root.glob("results/*.md"), *root.glob("docs/*.md")]
    found += [root / "Package.swift", root / "Makefile", root / ".ci" / "run"]
    for folder in ("Sources", "Tests", "Examples", "Scripts", ".github"):
        found += (root / folder).rglob("*")
    for path in sorted(found):
        if path.is_file() and not path.is_symlink() and ".build" not in path.parts:
            yield path


def without_code(text: str) -> str:
    """Returns Markdown without its code; the number of lines stays."""
    text = FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "code", text)


def without_swift(text: str) -> str:
    """Returns the comments, strings and quoted names on their lines."""
    parts, end = [], 0
    for found in SAID.finditer(text):
        parts += ["\n" * text.count("\n", end, found.start()), " ", found[0]]
        end = found.end()
    return "".join(parts)


def documentation(text: str) -> Iterator[tuple[int, str]]:
    """Yields the openings of the documentation comments of Swift, with their lines."""
    is_inside = is_fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, words = line.strip().partition(" ")
        is_first = mark == "///" and not is_inside
        is_inside = mark == "///"
        is_fenced = is_inside and is_fenced ^ words.strip().startswith("```")
        found = DOCUMENTATION.match(words) if is_inside and not is_fenced else None
        if found and (is_first or words.startswith("- ")):
            yield number, found[0].split(": ")[-1].strip()


def faults(kind: str, text: str) -> Iterator[tuple[int, str, str]]:
    """Yields the line of each word or opening that has a plainer form, the word, and that form."""
    plain = without_code(text) if kind == "markdown" else text
    plain = COMMENT.sub("", without_swift(plain) if kind == "swift" else plain)
    for pattern, instead in WORDS:
        for found in pattern.finditer(plain):
            line = plain.count("\n", 0, found.start()) + 1
            yield line, " ".join(found[0].split()), instead
    for pattern, instead in PLACES[kind]:
        for found in re.finditer(pattern, text, re.MULTILINE):
            yield text.count("\n", 0, found.start(1)) + 1, found[1], instead
    if kind == "swift":
        for line, opening in documentation(text):
            yield line, opening, "begin with a noun phrase, or with Returns"


def findings(root: Path) -> Iterator[str]:
    """Yields all findings, each with its place."""
    for path in files(root):
        if kind := language(path):
            name = path.relative_to(root).as_posix()
            for line, found, instead in faults(kind, path.read_text(encoding="utf-8")):
                yield f"words {name}:{line}: '{found}': {instead}"
