"""Takes Swift apart: tokens that may be changed, the bodies they are in, and their statements."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field


class MutationError(Exception):
    """A reason in one line for having stopped."""


@dataclass(frozen=True)
class Token:
    """A token; `kind` is word, number, string, operator, mark or attribute."""

    kind: str
    text: str
    start: int
    end: int
    line: int
    # Whether it is an operator between two operands, and whether it stands apart from them.
    is_binary: bool = False
    is_apart: bool = False


@dataclass(frozen=True)
class Body:
    """What is between the braces of a function, an initialiser, an accessor."""

    # The tokens inside: from `first` up to and without `last`.
    first: int
    last: int
    # The text inside.
    start: int
    end: int
    # Where the first token begins.
    head: int
    kind: str
    is_optional: bool
    # Whether it has to return something.
    has_value: bool
    # Whether it is one expression, which is returned without saying so.
    is_expression: bool


BLANK = re.compile(r"\s+|//[^\n]*")
WORD = re.compile(r"`[^`\n]+`|[#$]?[^\W\d]\w*|\$\d+")
NUMBER = re.compile(r"0[xob][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?")
DOTS = re.compile(r"\.[.=\-+!*/%<>&|^~?]+")
OPERATOR = re.compile(r"[=\-+!*/%<>&|^~?]+")
QUOTES = re.compile(r'(#*)("""|")')
DIRECTIVE = re.compile(r"#(if|elseif|else|endif)\b[^\n]*")
ATTRIBUTE = re.compile(r"@\w+(?:\.\w+)*")
PAIRS = {"(": ")", "[": "]", "{": "}"}


def end_of_comment(text: str, start: int) -> int:
    """The end of a comment in the form that may be nested."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    raise MutationError("a comment has no end")


def end_of_string(text: str, start: int) -> int:
    """The end of a string, whatever is interpolated in it."""
    opening = QUOTES.match(text, start)
    if not opening:
        raise MutationError("a string has no beginning")
    hashes, quotes = opening.groups()
    place = opening.end()
    while place < len(text):
        if text.startswith(quotes + hashes, place):
            return place + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", place):
            place = end_of_parentheses(text, place + 1 + len(hashes))
        elif text.startswith("\\" + hashes, place):
            place += 2 + len(hashes)
        else:
            place += 1
    raise MutationError("a string has no end")


def end_of_parentheses(text: str, start: int) -> int:
    """The end of what the parenthesis at `start` opens."""
    depth, place = 0, start
    while place < len(text):
        if QUOTES.match(text, place):
            place = end_of_string(text, place)
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return place
    raise MutationError("a parenthesis has no end")


def pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """What is no comment and no white space: its kind, start and end; directives are among it."""
    place = 0
    while place < len(text):
        if blank := BLANK.match(text, place):
            place = blank.end()
            continue
        if text.startswith("/*", place):
            place = end_of_comment(text, place)
            continue
        start = place
        if QUOTES.match(text, place):
            kind, place = "string", end_of_string(text, place)
        elif directive := DIRECTIVE.match(text, place):
            kind, place = "directive", directive.end()
        elif attribute := ATTRIBUTE.match(text, place):
            kind, place = "attribute", attribute.end()
            if text.startswith("(", place):
                place = end_of_parentheses(text, place)
        elif number := NUMBER.match(text, place):
            kind, place = "number", number.end()
        elif word := WORD.match(text, place):
            kind, place = "word", word.end()
        elif operator := DOTS.match(text, place) or OPERATOR.match(text, place):
            kind, place = "operator", operator.end()
        else:
            kind, place = "mark", place + 1
        yield kind, start, place


def is_between(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether an operator is between two operands, and whether it stands apart from them."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isspace() and after.isspace():
        return True, True
    if text[start:end] in ("!", "?"):
        return False, False
    left = before.isalnum() or before in tuple('_)]}"`')
    return left and (after.isalnum() or after in tuple('_([{"`.$')), False


def tokens_of(text: str) -> list[Token]:
    """All that may be changed, and what it is part of.

    What stands between `#if` and `#endif` is left out: which of it is compiled is not known here.
    """
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
    """For each opening bracket the closing one."""
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
    """A file, taken apart."""

    text: str
    tokens: list[Token] = field(init=False)
    matches: dict[int, int] = field(init=False)
    bodies: list[Body] = field(init=False)

    def __post_init__(self) -> None:
        """Takes it apart."""
        self.tokens = tokens_of(self.text)
        self.matches = matches_of(self.tokens)
        self.bodies = list(self.bodies_in(0, len(self.tokens)))

    def body(self, opening: int, kind: str, is_optional: bool, has_value: bool) -> Body:
        """What is between a brace and its end."""
        first, last = opening + 1, self.matches[opening]
        start, end = self.tokens[opening].end, self.tokens[last].start
        is_expression = has_value and self.is_expression(first, last)
        head = self.tokens[first].start
        return Body(first, last, start, end, head, kind, is_optional, has_value, is_expression)

    def is_expression(self, first: int, last: int) -> bool:
        """Whether a body that must have a value is nothing but an expression."""
        if any(token.text in ("return", "yield") for token in self.tokens[first:last]):
            return False
        ends = self.tokens[first].text.endswith(("Error", "Failure"))
        return not ends and len(list(self.statements(first, last))) == 1

    def bodies_in(self, first: int, last: int) -> Iterator[Body]:
        """The bodies of all that is declared in a file or a type."""
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
        """Whether what a signature returns may be nil."""
        words = [token.text for token in self.tokens[start:brace]]
        if "where" in words:
            del words[words.index("where") :]
        return words[-1].endswith("?")

    def accessors(self, opening: int, is_optional: bool) -> Iterator[Body]:
        """The accessors between braces, or all of it where there is only one without a name."""
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
        """The tokens of a range that are in no brackets of it; opening ones are among them."""
        index = first
        while index < last:
            yield index
            index = self.matches.get(index, index) + 1

    def between(self, first: int, last: int) -> str:
        """The text from a token up to and without another one."""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]

    def statements(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The statements of a block without its braces, labels of a `switch` left out."""
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
        """Whether a token begins a statement, given the one before it."""
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
        """The body, and all that is in braces in it, without their braces."""
        yield body.first, body.last
        for index in range(body.first, body.last):
            if self.tokens[index].text == "{":
                first, last = index + 1, self.matches[index]
                # What a closure takes is no statement.
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
