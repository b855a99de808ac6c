"""Splits Swift sources into tokens, bodies and statements."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field


class MutationError(Exception):
    """The reason in one line for stopping."""


@dataclass(frozen=True)
class Token:
    """A token; `kind` is word, number, string, operator, mark or attribute."""

    kind: str
    text: str
    start: int
    end: int
    line: int
    # An operator between two operands; an operator with white space on both sides.
    is_binary: bool = False
    is_apart: bool = False


@dataclass(frozen=True)
class Body:
    """The contents of the braces of a function, an initialiser or an accessor."""

    # The range of its tokens, and the range of its text.
    first: int
    last: int
    start: int
    end: int
    # The start of the first token.
    head: int
    kind: str
    is_optional: bool
    # The body must return a value.
    has_value: bool
    # The body is one expression, which is returned without `return`.
    is_expression: bool


# The first pattern that matches decides the kind of a token.
TOKEN = re.compile(
    r"(?P<blank>\s+|//[^\n]*)|(?P<comment>/\*)|(?P<string>(?P<hashes>#*)(?P<quotes>\"{3}|\"))"
    r"|(?P<directive>#(?:if|elseif|else|endif)\b[^\n]*)|(?P<attribute>@\w+(?:\.\w+)*)"
    r"|(?P<number>0[xob][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)"
    r"|(?P<word>`[^`\n]+`|[#$]?[^\W\d]\w*|\$\d+)"
    r"|(?P<operator>\.[.=\-+!*/%<>&|^~?]+|[=\-+!*/%<>&|^~?]+)|(?P<mark>.)"
)
PAIRS = {"(": ")", "[": "]", "{": "}"}


def end_of_comment(text: str, start: int) -> int:
    """Returns the end of a comment in the form that can be nested."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    raise MutationError("a comment has no end")


def end_of_string(text: str, opening: re.Match) -> int:
    """Returns the end of a string, after its interpolations."""
    hashes, end = opening["hashes"], opening["quotes"] + opening["hashes"]
    place = opening.end("string")
    while place < len(text):
        if text.startswith(end, place):
            return place + len(end)
        if text.startswith("\\" + hashes + "(", place):
            place = end_of_parentheses(text, place + 1 + len(hashes))
        elif text.startswith("\\" + hashes, place):
            place += 2 + len(hashes)
        else:
            place += 1
    raise MutationError("a string has no end")


def end_of_parentheses(text: str, start: int) -> int:
    """Returns the end of the contents of the parenthesis at `start`."""
    depth, place = 0, start
    while place < len(text):
        opening = TOKEN.match(text, place)
        if opening["string"]:
            place = end_of_string(text, opening)
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return place
    raise MutationError("a parenthesis has no end")


def pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """Yields kind, start and end of all tokens and directives."""
    place = 0
    while place < len(text):
        start, match = place, TOKEN.match(text, place)
        kind, place = match.lastgroup, match.end()
        if kind == "comment":
            place = end_of_comment(text, start)
        elif kind == "string":
            place = end_of_string(text, match)
        elif kind == "attribute" and text.startswith("(", place):
            place = end_of_parentheses(text, place)
        if kind not in ("blank", "comment"):
            yield kind, start, place


def is_between(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Returns whether an operator is between two operands, and whether it is apart from them."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isspace() and after.isspace():
        return True, True
    if text[start:end] in ("!", "?"):
        return False, False
    left = before.isalnum() or before in tuple('_)]}"`')
    return left and (after.isalnum() or after in tuple('_([{"`.$')), False


def tokens_of(text: str) -> list[Token]:
    """Returns the tokens outside of `#if`, whose branches may not be compiled."""
    lines = [match.start() for match in re.finditer(r"^", text, re.MULTILINE)]
    found: list[Token] = []
    conditions = 0
    for kind, start, end in pieces(text):
        if kind == "directive":
            conditions += text.startswith("#if", start) - text.startswith("#endif", start)
        elif conditions == 0:
            line = bisect_right(lines, start)
            binary = is_between(text, start, end) if kind == "operator" else (False, False)
            found.append(Token(kind, text[start:end], start, end, line, *binary))
    return found


def matches_of(tokens: list[Token]) -> dict[int, int]:
    matches: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in PAIRS:
            opened.append(index)
        elif token.text in PAIRS.values():
            if not opened or PAIRS[tokens[opened[-1]].text] != token.text:
                raise MutationError(f"line {token.line}: brackets do not match")
            matches[opened.pop()] = index
    if opened:
        raise MutationError(f"line {tokens[opened[-1]].line}: a bracket has no end")
    return matches


TYPES = {"struct", "class", "enum", "actor", "extension"}
FUNCTIONS = {"func", "init", "deinit"}
PROPERTIES = {"var", "let", "subscript"}
OTHERS = {"protocol", "case", "typealias", "associatedtype", "import", "macro"}
ACCESSORS = {"get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify"}
BEFORE_ACCESSORS = {"mutating", "nonmutating", "nonisolated", "borrowing", "consuming"}


@dataclass
class Source:
    """A file with its tokens and bodies."""

    text: str
    tokens: list[Token] = field(init=False)
    matches: dict[int, int] = field(init=False)
    bodies: list[Body] = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = tokens_of(self.text)
        self.matches = matches_of(self.tokens)
        self.bodies = list(self.bodies_in(0, len(self.tokens)))

    def body(self, opening: int, kind: str, is_optional: bool, has_value: bool) -> Body:
        first, last = opening + 1, self.matches[opening]
        start, end = self.tokens[opening].end, self.tokens[last].start
        is_expression = has_value and self.is_expression(first, last)
        head = self.tokens[first].start
        return Body(first, last, start, end, head, kind, is_optional, has_value, is_expression)

    def is_expression(self, first: int, last: int) -> bool:
        """Returns whether a body that must have a value is a single expression."""
        if any(token.text in ("return", "yield") for token in self.tokens[first:last]):
            return False
        ends = self.tokens[first].text.endswith(("Error", "Failure"))
        return not ends and len(list(self.statements(first, last))) == 1

    def bodies_in(self, first: int, last: int) -> Iterator[Body]:
        """Yields the bodies of the declarations of a file or a type."""
        kind, start, has_value = "", first, False
        index = first
        while index < last:
            token = self.tokens[index]
            is_member = index > first and self.tokens[index - 1].text == "."
            if token.kind == "word" and not is_member:
                if token.text in TYPES | FUNCTIONS | PROPERTIES | OTHERS:
                    kind, start, has_value = token.text, index, False
            elif token.text == "=":
                has_value = True
            if index not in self.matches:
                index += 1
                continue
            if token.text == "{":
                if kind in TYPES:
                    yield from self.bodies_in(index + 1, self.matches[index])
                elif kind in FUNCTIONS:
                    has_value = any(self.tokens[at].text == "->" for at in self.flat(start, index))
                    yield self.body(index, kind, self.is_optional(start, index), has_value)
                elif kind in PROPERTIES and not has_value:
                    yield from self.accessors(index, self.is_optional(start, index))
                kind = ""
            index = self.matches[index] + 1

    def is_optional(self, start: int, brace: int) -> bool:
        words = [token.text for token in self.tokens[start:brace]]
        if "where" in words:
            del words[words.index("where") :]
        return words[-1].endswith("?")

    def accessors(self, opening: int, is_optional: bool) -> Iterator[Body]:
        """Yields the accessors of a property, or its body if it has a single one without name."""
        head = opening + 1
        while self.tokens[head].kind == "attribute" or self.tokens[head].text in BEFORE_ACCESSORS:
            head += 1
        after = self.tokens[head + 1].text
        if self.tokens[head].text not in ACCESSORS or after not in ("{", "(", "async", "throws"):
            yield self.body(opening, "get", is_optional, True)
            return
        kind = ""
        index = head
        while index < self.matches[opening]:
            text = self.tokens[index].text
            if text in ACCESSORS:
                kind = text
            elif text == "{":
                yield self.body(index, kind, is_optional and kind == "get", kind == "get")
            index = self.matches.get(index, index) + 1

    def flat(self, first: int, last: int) -> Iterator[int]:
        """Yields the tokens of a range outside of its brackets, and the opening brackets."""
        index = first
        while index < last:
            yield index
            index = self.matches.get(index, index) + 1

    def between(self, first: int, last: int) -> str:
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]

    def statements(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yields the statements of a block, without the labels of a `switch`."""
        start = previous = None
        is_label = False
        for index in self.flat(first, last):
            token = self.tokens[index]
            if is_label:
                is_label = token.text != ":"
                start = previous = None
                continue
            is_switch = self.tokens[first].text in ("case", "default", "@unknown")
            ends = token.text == ";" or (
                previous is not None and self.begins_anew(previous, index, is_switch)
            )
            if start is not None and ends:
                yield start, index
                start = None
            if start is None:
                is_label = is_switch and token.text in ("case", "default")
                start = None if is_label or token.text == ";" else index
            previous = self.matches.get(index, index)
        if start is not None:
            yield start, last

    def begins_anew(self, previous: int, index: int, is_switch: bool) -> bool:
        """Returns whether a token begins a statement, given the one before it."""
        before, token = self.tokens[previous], self.tokens[index]
        if token.line == before.line or before.kind == "attribute":
            return False
        if is_switch and token.text in ("case", "default"):
            return True
        goes_on = {"{", "else", "where", "in", "as", "is", "catch", ".", ",", ":"}
        if token.text in goes_on or before.text in (",", ":", "else", "do", "."):
            return False
        return not (token.is_binary or before.is_binary)

    def blocks(self, body: Body) -> Iterator[tuple[int, int]]:
        """Yields the body and all blocks in it, without their braces."""
        yield body.first, body.last
        for index in range(body.first, body.last):
            if self.tokens[index].text == "{":
                first, last = index + 1, self.matches[index]
                # The parameters of a closure are no statement.
                for inner in self.flat(first, last):
                    if self.tokens[inner].line != self.tokens[index].line:
                        break
                    if self.tokens[inner].text == "for":
                        break
                    if self.tokens[inner].text == "in":
                        first = inner + 1
                        break
                if first < last:
                    yield first, last
