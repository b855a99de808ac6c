"""The results of a run as text of at most a hundred columns."""

import difflib
from collections import Counter
from dataclasses import dataclass

from .operators import Mutant

WIDTH = 100
KILLED = {"failure": "a failed test", "crash": "a crash", "timeout": "the time limit"}


@dataclass(frozen=True)
class Result:
    """The result of a mutant: passed (it survived), failure, crash or timeout."""

    name: str
    verdict: str
    by: str
    seconds: float

    @property
    def line(self) -> str:
        what = "survived" if self.verdict == "passed" else f"killed:{self.verdict}"
        return f"{what} {self.seconds:.1f} s {self.name}" + (f"  {self.by}" if self.by else "")


def cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def change_of(mutant: Mutant) -> list[str]:
    """Returns the first line that differs, before and after, as in a difference."""
    before, after = mutant.before_line, mutant.after_line
    if mutant.change.after == "()":
        inside = mutant.change.start - mutant.line_start
        after = f"{after[:inside]}/* left out */{after[inside + 2 :]}"
    while before.split("\n")[0] == after.split("\n")[0] and "\n" in before and "\n" in after:
        before, after = before.partition("\n")[2], after.partition("\n")[2]
    lines = []
    for sign, text in (("-", before), ("+", after)):
        first, _, more = text.partition("\n")
        lines.append(cut(f"    {sign} {first.strip()}{' …' if more else ''}"))
    return lines


def difference(mutant: Mutant, text: str) -> str:
    """Returns the change of a mutant as a difference."""
    change = mutant.change
    mutated = text[: change.start] + change.after + text[change.end :]
    lines = difflib.unified_diff(
        text.splitlines(keepends=True),
        mutated.splitlines(keepends=True),
        f"a/Sources/{mutant.path}",
        f"b/Sources/{mutant.path}",
    )
    return "".join(lines)


def totals(results: list[Result], chosen: int, not_compiling: int, known: set[str]) -> list[str]:
    counts = Counter(result.verdict for result in results)
    killed = sum(counts[verdict] for verdict in KILLED)
    survived = [result for result in results if result.verdict == "passed"]
    rows = [
        ("mutants", str(chosen + not_compiling), ""),
        ("not compiling", str(not_compiling), "they do not count"),
        ("tried", str(len(results)), f"of {chosen}" if len(results) < chosen else ""),
    ]
    rows += [("killed", str(counts[verdict]), f"by {why}") for verdict, why in KILLED.items()]
    unknown = [result for result in survived if result.name not in known]
    rows.append(("survived", str(len(survived)), f"{len(unknown)} of them not in the list"))
    if results:
        rows.append(("score", f"{killed / len(results):.1%}", ""))
    return [f"{name:<14}{value:>8}  {remark}".rstrip() for name, value, remark in rows]


def survivors(results: list[Result], mutants: dict[str, Mutant], known: set[str]) -> list[str]:
    """Returns name, line before and line after of each unknown survivor, in the order of files."""
    survived = [result for result in results if result.verdict == "passed"]
    remarks = {result.name: f"  ({result.by})" if result.by else "" for result in survived}
    found = [mutants[name] for name in remarks if name not in known]
    lines = []
    for mutant in sorted(found, key=lambda mutant: (mutant.path, mutant.change.start)):
        lines += [cut(mutant.name + remarks[mutant.name]), *change_of(mutant)]
    return lines
