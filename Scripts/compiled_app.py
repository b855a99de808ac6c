"""An app of 50 features, five levels down, written in the style of each design of a store.

State and actions are the same text in all styles, and so are the changes of the state.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

# The kinds of parts from the root down, with their numbers; the last are the features.
LEVELS = (("App", 1), ("Tab", 2), ("Area", 5), ("Group", 10), ("Page", 25), ("Feature", 50))

APP = """
/// The value after another one; what takes time is left out.
func lookUp(_ value: Int) async -> Int { value * 31 + 7 }

@MainActor
package final class App {
  private let store%s

  package init() {}

  package var state: AppState { store.%s }
  package func send(_ action: AppAction)%s { %sstore.send(action) }
}
"""


class Work(NamedTuple):
    """An effect: the action that causes it, the values that it takes, and its answer."""

    pattern: str
    setup: str
    answer: str
    waits: bool


class Kind(NamedTuple):
    """A kind of feature: fields of its state, cases of its action, changes, and its effect.

    In the changes, `$.` is the state.
    """

    fields: str
    cases: str
    changes: str
    work: Work | None = None


# The features by turns.
KINDS = (
    Kind(
        "count = 0; step = 1; isLimited = false",
        "increment; decrement; step(Int); limit",
        """
        .increment: $.count += $.step; if $.isLimited { $.count = min($.count, 10) }
        .decrement: $.count -= $.step
        .step(let step): $.step = step
        .limit: $.isLimited.toggle()""",
    ),
    Kind(
        'name = ""; mail = ""; isSubmitted = false; tries = 0',
        "name(String); mail(String); submit; submitted(Bool)",
        """
        .name(let name): $.name = name
        .mail(let mail): $.mail = mail
        .submit: $.tries += 1
        .submitted(let isValid): $.isSubmitted = isValid""",
        Work(
            ".submit",
            'let isValid = !$.name.isEmpty && $.mail.contains("@")',
            ".submitted(isValid)",
            waits=False,
        ),
    ),
    Kind(
        "isLoading = false; value = 1; resets = 0",
        "load; loaded(Int); reset",
        """
        .load: $.isLoading = true
        .loaded(let value): $.isLoading = false; $.value = value
        .reset: $.value = 0; $.resets += 1""",
        Work(".load", "let value = $.value", ".loaded(await lookUp(value))", waits=True),
    ),
)


@dataclass(frozen=True)
class Part:
    """A part of the app: a feature, which has a kind, or a part with children."""

    type: str
    # The path of properties from the root.
    trail: tuple[str, ...]
    children: tuple["Part", ...]
    kind: Kind | None

    @property
    def name(self) -> str:
        return self.trail[-1]

    @property
    def reducer(self) -> str:
        return f"{self.type[0].lower()}{self.type[1:]}Reducer"

    @property
    def has_work(self) -> bool:
        """True if the part or one below it has an effect."""
        return bool(self.kind and self.kind.work) or any(one.has_work for one in self.children)

    def all(self) -> Iterator["Part"]:
        """Yields the part and all parts below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def wrap(self, action: str) -> str:
        """Returns the action of the app for an action of the part."""
        for name in reversed(self.trail):
            action = f".{name}({action})"
        return action


def app_of(level: int = 0, index: int = 0, trail: tuple[str, ...] = ()) -> Part:
    """Returns the part of a level with an index; by default the whole app."""
    kind, count = LEVELS[level]
    type_ = f"{kind}{index + 1}" if trail else kind
    if level == len(LEVELS) - 1:
        return Part(type_, trail, (), KINDS[index % len(KINDS)])
    below, many = LEVELS[level + 1]
    children = tuple(
        app_of(level + 1, child, (*trail, f"{below.lower()}{child + 1}"))
        for child in range(many)
        if child * count // many == index
    )
    return Part(type_, trail, children, None)


# ---- Common text -------------------------------------------------------------------------------


def types_of(part: Part) -> list[str]:
    """Returns the state and the action of a part."""
    if part.kind:
        fields, cases = part.kind.fields.split("; "), part.kind.cases.split("; ")
    else:
        fields = ["openings = 0", *(f"{one.name} = {one.type}State()" for one in part.children)]
        cases = ["opened", *(f"{one.name}({one.type}Action)" for one in part.children)]
    access = "" if part.trail else "package "
    return [
        f"{access}struct {part.type}State: Equatable, Sendable {{",
        *(f"  var {field}" for field in fields),
        f"}}\n\npackage enum {part.type}Action: Sendable {{",
        *(f"  case {case}" for case in cases),
        "}",
    ]


def indented(lines: list[str], by: int = 2) -> list[str]:
    return [" " * by + line for line in lines]


def switch_of(
    part: Part, state: str, effect: Callable[[Work], list[str]], below: Callable | None
) -> list[str]:
    """Returns the switch of a part.

    `effect` returns the code of an effect, and `below` that of the case of a child; without it,
    other cases do nothing.
    """
    cases = {} if part.kind else {".opened": [f"{state}.openings += 1"]}
    for child in part.children if below else ():
        cases[f".{child.name}(let action)"] = below(child)
    if part.kind:
        rows = (line.strip().partition(": ") for line in part.kind.changes.split("\n"))
        for pattern, _, code in (row for row in rows if row[0]):
            cases[pattern] = code.replace("$.", f"{state}.").split("; ")
            if part.kind.work and part.kind.work.pattern == pattern:
                cases[pattern] += [
                    line.replace("$.", f"{state}.") for line in effect(part.kind.work)
                ]
    elif not below and part.children:
        cases["_"] = ["break"]
    lines = ["switch action {"]
    for pattern, code in cases.items():
        lines += [f"case {pattern}:", *indented(code)]
    return [*lines, "}"]


def case_paths(part: Part) -> list[str]:
    """Returns the case paths of the actions of a part's children."""
    return [
        f"extension CasePath<{part.type}Action, {child.type}Action> {{\n"
        f"  static var {child.name}: Self {{\n"
        f"    Self({part.type}Action.{child.name}) {{\n"
        f"      if case .{child.name}(let action) = $0 {{ action }} else {{ nil }}\n"
        "    }\n  }\n}\n"
        for child in part.children
    ]


def extraction(child: Part) -> str:
    return f"{{ if case .{child.name}(let action) = $0 {{ action }} else {{ nil }} }}"


def no_effect(_: Work) -> list[str]:
    return []
