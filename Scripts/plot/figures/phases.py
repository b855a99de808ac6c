"""The phases of a load in its timeline: warm-up and pauses of the machine."""

from collections.abc import Callable

import altair as alt

from ..chart import tips
from ..figure import Row, described
from ..load import ONE_LOAD, LoadRun
from ..theme import Look, Scheme
from ..words import listed, time

# Returns the encoding of a field of times along the common axis.
X = Callable[[str], alt.X]

SECOND = 1_000_000_000
# The lower bounds of pauses within a second, in nanoseconds, with their names.
PAUSES = (
    (1, "under 1 ms"),
    (1_000_000, "1 to 10 ms"),
    (10_000_000, "10 to 100 ms"),
    (100_000_000, "100 ms or more"),
)
SHADES = [0.12, 0.35, 0.65, 1]
# The height of the line of a design.
LINE = 26


def paused(ns: float | None) -> str | None:
    """Returns the name of the length of a pause; None without a pause or if it is unknown."""
    return next((words for least, words in reversed(PAUSES) if (ns or 0) >= least), None)


def phases(run: LoadRun) -> dict[tuple[str, str, int], Row]:
    """Returns the known phases of each whole load, in seconds since its start."""
    return {
        tuple(row[name] for name in ONE_LOAD): _warm_up(row) | _held_up(row)
        for row in run.whole.iter_rows(named=True)
    }


def _warm_up(row: Row) -> Row:
    length = row["warm_up_ns"]
    if not length:
        return {}
    return {"warm_up": length / SECOND, "warm_up_text": f"warm-up {time(length)}"}


def _held_up(row: Row) -> Row:
    """Returns the total pauses of the machine, and the stalls of the store outside of them."""
    totals = {"paused_total": row["paused_ns"], "stalled_total": row["stalled_ns"]}
    return {name: ns for name, ns in totals.items() if ns is not None}


def has_pauses(rows: list[Row]) -> bool:
    return any("pause" in row for row in rows)


def has_warm_up(rows: list[Row]) -> bool:
    return any("warm_up" in row for row in rows)


def marks(rows: list[Row]) -> list[str]:
    """Returns the meaning of the marks, for the subtitle."""
    said = []
    if has_pauses(rows):
        said.append("Long responses during pauses of the machine may not be the store's.")
    if has_warm_up(rows):
        said.append("The shaded warm-up is in no percentile of the load.")
    return said


def happened(rows: list[Row]) -> list[str]:
    """Returns the events of the loads as sentences without full stops."""
    said = []
    warm = [
        f"{time(row['warm_up'] * SECOND)} ({described(row)})" for row in rows if "warm_up" in row
    ]
    if warm:
        said.append(f"Left out as warm-up: {listed(warm)}")
    for name, words in (
        ("paused_total", "The machine paused"),
        ("stalled_total", "A store stalled"),
    ):
        most = max(rows, key=lambda row: row.get(name, 0))
        if most.get(name):
            said.append(f"{words} most with {described(most)}: {time(most[name])} in all")
    return said


def pauses(base: alt.Chart, x: X, labels: list[str], look: Look) -> list[alt.Chart]:
    """Returns a cell for each second in which the machine paused; long pauses are dark."""
    shade = alt.Opacity(
        "pause:O",
        scale=alt.Scale(type="ordinal", domain=[words for _, words in PAUSES], range=SHADES),
        legend=alt.Legend(
            title="machine paused:",
            titleOrient="top" if look.narrow else "left",
            titleFontSize=13,
            titleFontWeight="normal",
            titleColor=look.scheme.ink,
            symbolType="square",
            symbolFillColor=look.scheme.ink,
            symbolStrokeWidth=0,
        ),
    )
    cells = base.transform_filter("isValid(datum.pause)").mark_bar(height=12)
    tooltip = tips("place", "label", "second", "paused", "stolen")
    ink = alt.value(look.scheme.ink)
    cells = cells.encode(x=x("second:Q"), x2="until:Q", y=_line(labels), color=ink)
    return [cells.encode(opacity=shade, tooltip=tooltip)]


def warm_ups(base: alt.Chart, x: X, labels: list[str], scheme: Scheme) -> list[alt.Chart]:
    """Returns the warm-up of each load."""
    warm = base.encode(y=_line(labels)).transform_filter("isValid(datum.warm_up)")
    warm = warm.transform_calculate(start="0")
    return [
        warm.mark_bar(height=LINE - 8, opacity=0.35).encode(x=x("start:Q"), x2="warm_up:Q"),
        warm.mark_text(dx=5, align="left", fontSize=11, color=scheme.ink).encode(
            x=x("warm_up:Q"), text="warm_up_text:N", color=alt.value(scheme.ink)
        ),
    ]


def _line(labels: list[str]) -> alt.Y:
    return alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(grid=False))
