"""A figure, and functions over its rows."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import altair as alt

from .theme import Look

Row = dict[str, Any]


def rounded(value: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Returns the value with all numbers at six digits, which is more than a figure shows."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return value


@dataclass
class Figure:
    """A figure of a run, ready to be drawn in any look."""

    name: str
    about: str
    """The subject, for a workload that the title does not mention."""
    title: str
    """The result, as one sentence without its full stop."""
    subtitle: str
    """The meaning of the marks."""
    rows: list[Row]
    """The data. Each row has a `workload` and a `design`, by which the page filters."""
    draw: Callable[[Look], alt.TopLevelMixin]
    sentences: dict[str, str]
    """The results in words for each workload; under "" those for all rows."""
    workload: str = ""
    """The workload of the image file; empty if the figure shows all workloads."""
    designs: list[str] = field(default_factory=list)
    """The designs of the image file, if it does not show all; the page starts with all."""

    def __post_init__(self) -> None:
        self.rows = [rounded(row) for row in self.rows]


@dataclass(frozen=True)
class Skipped:
    """A figure for which the run has no data, with the reason."""

    name: str
    reason: str


def distinct(rows: Iterable[Row], column: str) -> list[Any]:
    """Returns the values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(row[column] for row in rows))


def grouped(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """Returns the rows by the values of one or more columns, in the order of the rows."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        key = tuple(row[column] for column in columns)
        found.setdefault(key if len(columns) > 1 else key[0], []).append(row)
    return found


def cheapest_first(rows: Iterable[Row], column: str, cost: str) -> list[str]:
    """Returns the values of a column, ordered by the geometric mean of the cost of their rows."""
    means = {
        name: fmean(math.log(row[cost]) for row in part)
        for name, part in grouped(rows, column).items()
    }
    return sorted(means, key=lambda name: (means[name], name))


def by_workload(rows: list[Row], say: Callable[[list[Row]], str]) -> dict[str, str]:
    """Returns the text about the rows of each workload."""
    return {name: say(part) for name, part in grouped(rows, "workload").items()}


def described(row: Row) -> str:
    """Returns the design and the place of a row, for sentences."""
    return f"{row['label']}, {row['place']}"
