"""The changes of a source that make mutants."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field

from .tokens import Body, Source

COMPARISONS = {
    "==": ("!=",),
    "!=": ("==",),
    "===": ("!==",),
    "!==": ("===",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
}
FLIPPED = {"true": "false", "false": "true"}
LOGIC = {"&&": "||", "||": "&&"}
RANGES = {"..<": "...", "...": "..<"}
SUMS = {"+": "-", "-": "+", "&+": "&-", "&-": "&+"}
STEPS = {"+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+="}
NAMES = {
    "removeFirst": "removeLast",
    "removeLast": "removeFirst",
    "popFirst": "popLast",
    "popLast": "popFirst",
    "first": "last",
    "last": "first",
    "min": "max",
    "max": "min",
}
ASSIGNMENT = re.compile(r"(?:&?[-+*]|[/%|^&]|<<|>>)?=")
# In checks, only the condition is changed, not the message.
CHECKS = {"precondition", "assert", "fatalError", "preconditionFailure", "assertionFailure"}
# The beginning of a statement that is neither a call nor an assignment.
KEYWORD = re.compile(
    "let|var|if|guard|for|while|repeat|switch|return|throw|break|continue|fallthrough|do|defer"
    "|func|struct|class|enum|actor|extension|typealias|import|case|default|static|private|public"
    "|internal|fileprivate|lazy|weak|unowned|nonisolated|mutating"
)


@dataclass(frozen=True)
class Change:
    """A change of a source: `after` replaces the text from `start` to `end`."""

    operator: str
    start: int
    end: int
    after: str


@dataclass(frozen=True)
class Mutant:
    """A change with a name that depends on its line only."""

    path: str
    line: int
    change: Change
    # The body of the change; None for default values.
    body: Body | None
    mark: str
    # The start of its first line, and all of its lines.
    line_start: int
    before_line: str
    after_line: str

    @property
    def name(self) -> str:
        """File, line, operator, and a digest of the text of the line."""
        return f"{self.path}:{self.line}:{self.change.operator}:{self.mark}"

    @property
    def lasting_name(self) -> str:
        """The name without the line number, which changes with the lines above."""
        return lasting(self.name)


def lasting(name: str) -> str:
    """Returns the name of a mutant without the line number."""
    return re.sub(r":\d+:", ":", name, count=1)


@dataclass
class Finder:
    """Finds all changes in one body."""

    source: Source
    body: Body
    found: list[Change] = field(default_factory=list)
    # The tokens of messages.
    messages: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        tokens = self.source.tokens
        for index in range(self.body.first, self.body.last):
            if tokens[index].text not in CHECKS or tokens[index + 1].text != "(":
                continue
            first, last = index + 2, self.source.matches[index + 1]
            if not tokens[index].text.endswith(("Error", "Failure")):
                flat = self.source.flat(first, last)
                first = next((place for place in flat if tokens[place].text == ","), last)
            self.messages |= set(range(first, last))

    def add(self, operator: str, first: int, last: int, after: str) -> None:
        """Adds the change of the tokens from `first` to `last` into another text."""
        if not self.messages & {first, last - 1}:
            start, end = self.source.tokens[first].start, self.source.tokens[last - 1].end
            self.found.append(Change(operator, start, end, after))

    def changes(self) -> list[Change]:
        """Returns all changes in the order of the source."""
        for index in range(self.body.first, self.body.last):
            self.token(index)
            self.condition(index)
        for first, last in self.source.blocks(self.body):
            self.block(first, last)
        if self.body.is_optional and self.body.is_expression:
            self.add("return", self.body.first, self.body.last, "nil")
        return sorted(self.found, key=lambda change: (change.start, change.end))

    def token(self, index: int) -> None:
        tokens = self.source.tokens
        token = tokens[index]
        if token.kind == "operator":
            self.operator(index)
        elif token.text in FLIPPED:
            # A function with a result must not reach the end of an endless loop.
            if not (tokens[index - 1].text == "while" and self.body.has_value):
                self.add("bool", index, index + 1, FLIPPED[token.text])
        elif token.text in NAMES and self.is_use(index):
            self.add("end", index, index + 1, NAMES[token.text])
        elif token.text in ("append", "insert") and tokens[index + 1].text == "(":
            self.insertion(index)

    def is_use(self, index: int) -> bool:
        """Returns whether one of `NAMES` is a member or a global function."""
        before, after = self.source.tokens[index - 1].text, self.source.tokens[index + 1].text
        is_function = self.source.tokens[index].text in ("min", "max") and after == "("
        return before == "." or is_function

    def operator(self, index: int) -> None:
        token = self.source.tokens[index]
        text = token.text
        for other in COMPARISONS.get(text, ()) if token.is_apart else ():
            self.add("compare", index, index + 1, other)
        if text in LOGIC:
            self.add("logic", index, index + 1, LOGIC[text])
        elif text in RANGES and (token.is_binary or text == "..."):
            self.add("range", index, index + 1, RANGES[text])
        elif text in STEPS:
            self.add("step", index, index + 1, STEPS[text])
        elif text in SUMS and token.is_binary:
            self.add("sum", index, index + 1, SUMS[text])
            if self.source.tokens[index + 1].text == "1":
                self.add("one", index, index + 2, "")
        elif text == "!" and self.is_prefix(index):
            self.add("negate", index, index + 1, "")

    def is_prefix(self, index: int) -> bool:
        """Returns whether an operator precedes its only operand."""
        token = self.source.tokens[index]
        before = self.source.text[token.start - 1]
        return before.isspace() or before in "([{!,"

    def insertion(self, index: int) -> None:
        """Adds a change from one end of a collection to the other."""
        source = self.source
        first, last = index + 2, source.matches[index + 1]
        if first == last:
            return
        flat = source.flat(first, last)
        comma = next((place for place in flat if source.tokens[place].text == ","), last)
        value = source.between(first, comma)
        if source.tokens[index].text == "append" and comma == last:
            self.add("end", index, last + 1, f"insert({value}, at: 0)")
        elif comma < last and source.between(comma, last) == ", at: 0":
            self.add("end", index, last + 1, f"append({value})")

    def condition(self, index: int) -> None:
        source = self.source
        token = source.tokens[index]
        if token.text in ("if", "guard", "while") and token.kind == "word":
            end = next(
                (
                    at
                    for at in source.flat(index + 1, self.body.last)
                    if source.tokens[at].text in ("{", "else")
                ),
                None,
            )
            if end is not None and source.tokens[index - 1].text != ".":
                self.conditions(index + 1, end)
        elif token.text == "where":
            flat = source.flat(index + 1, self.body.last)
            end = next((at for at in flat if source.tokens[at].text in ("{", ":")), None)
            if end is not None:
                self.negate(index + 1, end)
        elif token.text == "?" and token.is_apart:
            self.negate(self.beginning_of_condition(index), index)

    def beginning_of_condition(self, question: int) -> int:
        """Returns the first token of the condition before a question mark."""
        tokens = self.source.tokens
        closing = {last: first for first, last in self.source.matches.items()}
        index = question
        while index > self.body.first:
            before = tokens[index - 1]
            if before.text in ("(", "[", "{", ",", ":", "return", "in", "=", "?", "else", ";"):
                break
            if before.kind == "operator" and ASSIGNMENT.fullmatch(before.text):
                break
            if before.line < tokens[index].line and not (
                before.is_binary or tokens[index].is_binary or tokens[index].text == "."
            ):
                break
            index = closing.get(index - 1, index - 1)
        return index

    def conditions(self, first: int, last: int) -> None:
        """Negates each condition of a list, and leaves it out if there are others."""
        source = self.source
        commas = [at for at in source.flat(first, last) if source.tokens[at].text == ","]
        bounds = [first - 1, *commas, last]
        for before, after in zip(bounds, bounds[1:], strict=False):
            if len(commas) > 0 and after < last:
                # With its comma.
                start, end = source.tokens[before + 1].start, source.tokens[after + 1].start
                self.found.append(Change("drop", start, end, ""))
            elif len(commas) > 0:
                self.add("drop", before, after, "")
            if source.tokens[before + 1].text not in ("let", "var", "case", "#available"):
                self.negate(before + 1, after)

    def negate(self, first: int, last: int) -> None:
        """Negates a condition, unless the change of its only operator does the same."""
        source = self.source
        if first >= last:
            return
        tokens = [source.tokens[at] for at in source.flat(first, last)]
        operators = [token.text for token in tokens if token.is_binary]
        if len(operators) == 1 and operators[0] in COMPARISONS:
            return
        if tokens[0].text == "!" and not operators:
            return
        if tokens[0].text in FLIPPED:
            return
        self.add("negate", first, last, f"!({source.between(first, last)})")

    def block(self, first: int, last: int) -> None:
        """Adds the changes of the statements of a block, and of the cases of a `switch`."""
        source = self.source
        statements = list(source.statements(first, last))
        if source.tokens[first].text in ("case", "default"):
            self.cases(first, last, statements)
        # The `else` of an `if` follows a brace.
        is_guard = source.tokens[first - 2].text == "else" and source.tokens[first - 3].text != "}"
        for start, end in statements:
            head = source.tokens[start].text
            is_last = first == self.body.first and end == last
            if head in ("return", "throw"):
                is_needed = self.body.has_value and source.tokens[start - 1].text == ":"
                if not (is_last or is_guard or is_needed):
                    self.add("return", start, end, "()")
                if head == "return" and self.body.is_optional and end > start + 1:
                    self.add("return", start + 1, end, "nil")
            elif head == "continue":
                self.add("jump", start, end, "break")
            elif head == "break" and source.tokens[first].text not in ("case", "default"):
                self.add("jump", start, end, "continue")
            elif head == "defer":
                self.add("defer", start, end, "()")
            elif self.body.is_expression and start == self.body.first:
                continue
            elif not KEYWORD.fullmatch(head) and source.tokens[start].kind != "attribute":
                self.statement(start, end)

    def statement(self, start: int, end: int) -> None:
        """Leaves out a call or an assignment."""
        source = self.source
        flat = [source.tokens[at] for at in source.flat(start, end)]
        if end - start == 3 and [t.text for t in flat[:2]] == ["_", "="]:
            # Naming a value has no effect.
            return
        if any(t.kind == "operator" and ASSIGNMENT.fullmatch(t.text) for t in flat):
            if not self.is_first_value(start):
                self.add("assignment", start, end, "()")
        elif [t.text for t in flat[:3]] in (["self", ".", "init"], ["super", ".", "init"]):
            return
        elif source.tokens[end - 1].text in (")", "}") and len(flat) > 1:
            self.add("call", start, end, "()")

    def is_first_value(self, start: int) -> bool:
        """Returns whether an assignment in an initialiser gives a property its first value."""
        tokens = self.source.tokens
        if self.body.kind != "init":
            return False
        if tokens[start].text == "self":
            start += 2
        name = re.escape(tokens[start].text)
        is_whole = tokens[start + 1].text == "="
        return is_whole and not re.search(
            rf"\bvar {name}\b[^=;\n{{]*(=|\?(;|$))", self.source.text, re.MULTILINE
        )

    def cases(self, first: int, last: int, statements: list[tuple[int, int]]) -> None:
        """Leaves out the statements of a case, if there are several."""
        tokens = self.source.tokens
        groups: list[list[tuple[int, int]]] = []
        for start, end in statements:
            if tokens[start - 1].text == ":" and tokens[start - 1].kind == "mark":
                groups.append([])
            if groups:
                groups[-1].append((start, end))
        for group in groups:
            if len(group) > 1:
                self.add("case", group[0][0], group[-1][1], "break")


def changes_of(source: Source) -> list[tuple[Change, Body | None]]:
    """Returns all different changes of a source, each with its body."""
    found: list[tuple[Change, Body | None]] = []
    inside: set[int] = set()
    for body in source.bodies:
        inside |= set(range(body.first, body.last))
        found += [(change, body) for change in Finder(source, body).changes()]
    for index, token in enumerate(source.tokens):
        if token.text in FLIPPED and index not in inside:
            found.append((Change("bool", token.start, token.end, FLIPPED[token.text]), None))
    # Changes without effect, such as nil to nil, are left out.
    seen = {source.text}
    kept = []
    for change, body in sorted(found, key=lambda pair: (pair[0].start, pair[0].end)):
        text = source.text[: change.start] + change.after + source.text[change.end :]
        if text not in seen:
            seen.add(text)
            kept.append((change, body))
    return kept


def mutants_of(path: str, text: str) -> list[Mutant]:
    """Returns the mutants of a file in the order of its lines."""
    source = Source(text)
    mutants = []
    counts: Counter[str] = Counter()
    for change, body in changes_of(source):
        first = text.rfind("\n", 0, change.start) + 1
        last = text.find("\n", change.end)
        last = len(text) if last < 0 else last
        before = text[first:last]
        after = text[first : change.start] + change.after + text[change.end : last]
        key = f"{change.operator}|{' '.join(before.split())}|{' '.join(after.split())}"
        mark = hashlib.sha256(f"{key}|{counts[key]}".encode()).hexdigest()[:8]
        counts[key] += 1
        line = text.count("\n", 0, change.start) + 1
        mutants.append(Mutant(path, line, change, body, mark, first, before, after))
    return mutants
