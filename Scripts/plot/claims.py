"""The cards of the claims, as `flowbench claims` has written them."""

import re
from pathlib import Path

from .reading import BadInput

FILE = "claims.html"

# What stands in that file; anything else was not written by flowbench.
TAGS = {
    *("section", "article", "h2", "h3", "p", "details", "summary", "dl", "dt", "dd", "ul", "li"),
    "code",
}


def read_claims(directory: Path) -> str:
    """The part of a page that has them; nothing where the run has none."""
    path = directory / FILE
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    found = set(re.findall(r"</?\s*([a-zA-Z!][^\s>]*)", text))
    if not text.startswith('<section class="claims">') or found - TAGS:
        raise BadInput(f"{path}: not the cards that 'flowbench claims' writes; make them again")
    return text
