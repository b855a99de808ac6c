"""Two runs: the cost of each scenario of the candidate as a multiple of the base."""

import math
from collections.abc import Iterator
from functools import partial

import altair as alt
import polars as pl

from ..chart import CHOSEN, ROWS, filters, keyed, scaled, tips
from ..estimates import CONFIDENCE, Ratio, welch
from ..figure import Figure, Row, Skipped, by_workload
from ..reading import BadInput
from ..run import Run
from ..theme import Look, zoom
from ..words import count, listed, percent

NAME = "compared"
SIDES = {-1: "faster", 0: "no difference shown", 1: "slower"}
PICTURED = 40


def make(base: Run, candidate: Run | None) -> Figure | Skipped:
    if candidate is None:
        return Skipped(NAME, "no second run was named; WITH=DIR compares")
    for run in (base, candidate):
        if run.processes is None:
            raise BadInput(
                f"{run.directory / 'samples.csv'}: is missing; two runs need it to compare"
            )
    rows = list(_computed(base.processes, candidate.processes))
    if not rows:
        raise BadInput(
            f"{base.directory} and {candidate.directory}: no scenario in common with two timed"
            " processes on both sides; there is nothing to compare"
        )
    rows.sort(key=lambda row: (-abs(row["log"]) if row["side"] != SIDES[0] else 0, row["scenario"]))
    designs = sorted({row["design"] for row in rows})
    return Figure(
        NAME,
        "One run against another",
        _title(rows, base, candidate),
        f"{candidate.name} over {base.name}, ns per action; bars: 95 % intervals, Welch's, of"
        " process medians."
        + (f" Of {len(rows)}, the {PICTURED} that differ most." if len(rows) > PICTURED else ""),
        rows,
        partial(_draw, designs),
        {"": _sentence(rows)} | by_workload(rows, _sentence),
        designs=designs,
    )


def _computed(base: pl.DataFrame, candidate: pl.DataFrame) -> Iterator[Row]:
    """Yields the ratio of each scenario with at least two processes on both sides."""
    keys = ["scenario", "workload", "design"]
    first = base.group_by(keys).agg(pl.col("ns").alias("base"))
    second = candidate.group_by(keys).agg(pl.col("ns").alias("candidate"))
    for row in first.join(second, on=keys).sort("scenario").iter_rows(named=True):
        ratio = welch(row["base"], row["candidate"])
        if ratio:
            yield _row(row["scenario"], row["workload"], row["design"], ratio)


def _row(scenario: str, workload: str, design: str, ratio: Ratio) -> Row:
    return {
        "scenario": scenario,
        "workload": workload,
        "design": design,
        "ratio": ratio.ratio,
        "low": ratio.low,
        "high": ratio.high,
        "log": math.log(ratio.ratio),
        "side": SIDES[ratio.side],
    }


def _split(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """Returns the faster and the slower rows, the greatest difference first."""
    faster = [row for row in rows if row["side"] == SIDES[-1]]
    slower = [row for row in rows if row["side"] == SIDES[1]]
    return sorted(faster, key=lambda r: r["ratio"]), sorted(slower, key=lambda r: -r["ratio"])


def _title(rows: list[Row], base: Run, candidate: Run) -> str:
    faster, slower = _split(rows)
    commits = [(run.environment["commit"][0] or "")[:7] or run.name for run in (base, candidate)]
    names = f"{commits[1]} against {commits[0]}" if commits[0] != commits[1] else "The second run"
    if not faster and not slower:
        return f"{names}: no difference shown in {count(len(rows), 'scenario')}"
    return (
        f"{names}: {len(slower)} slower, {len(faster)} faster,"
        f" {len(rows) - len(slower) - len(faster)} without a difference shown"
    )


def _sentence(rows: list[Row]) -> str:
    faster, slower = _split(rows)
    said = [
        f"Of {count(len(rows), 'scenario')}, {len(slower)} are slower and {len(faster)} faster;"
        f" with intervals of {percent(CONFIDENCE)}, about {len(rows) * (1 - CONFIDENCE):.0f} would"
        " differ by chance without any change"
    ]
    for words, found in (("slower", slower), ("faster", faster)):
        if found:
            most = [_change(row) for row in found[:3]]
            said.append(f"Most {words}: {listed(most)}")
    return ". ".join(said) + "."


def _change(row: Row) -> str:
    ends = [f"{(row[name] - 1) * 100:+.0f}" for name in ("ratio", "low", "high")]
    return f"{row['scenario']} {ends[0]}\u00a0% ({ends[1]} to {ends[2]})"


def _draw(designs: list[str], look: Look) -> alt.LayerChart:
    scheme = look.scheme
    kinds = list(SIDES.values())
    shapes = ["triangle-left", "circle", "triangle-right"]
    hues = [scheme.blue, scheme.grey, scheme.orange]
    colour, shape = keyed("side:N", kinds, hues, shapes, alt.Legend(symbolOpacity=1))
    axis = alt.Axis(title="times the base (log scale)", format="~g", tickCount=6)
    across = scaled(alt.X, axis, alt.Scale(type="log", nice=False, padding=14))
    # On a narrow screen the design, which is last, has its own line.
    short = "replace(datum.label, '/uniform', '')"
    split = rf"split(replace({short}, regexp('/([^/]*)$'), '\n$1'), '\n')"
    two_lines = {"labelExpr": split, "labelOffset": -6} if look.narrow else {}
    down = alt.Y(
        "scenario:N",
        sort=alt.EncodingSortField("log", op="max", order="descending"),
        title=None,
        axis=alt.Axis(grid=True, labelLimit=look.size(460, 190), **two_lines),
    )
    base = (
        alt.Chart()
        .transform_filter(CHOSEN)
        .transform_calculate(size="datum.side === 'no difference shown' ? 0 : abs(datum.log)")
        .transform_window(place="row_number()", sort=[alt.SortField("size", order="descending")])
        .transform_filter(f"datum.place <= {PICTURED}")
        .encode(y=down, color=colour)
    )
    one = alt.Chart().mark_rule(color=scheme.quiet).encode(x=alt.datum(1, type="quantitative"))
    spans = base.mark_rule(strokeWidth=3, opacity=0.45).encode(x=across("low"), x2="high:Q")
    dots = base.mark_point(filled=True, size=80, opacity=1).encode(
        x=across("ratio"),
        shape=shape,
        tooltip=tips(
            "scenario", "ratio", "low", "high", "side", ratio="times the base", side="verdict"
        ),
    )
    if not look.narrow:
        dots = dots.add_params(zoom("compared_zoom", "x"))
    layers = alt.layer(one, spans, dots, data=ROWS)
    layers = layers.properties(width=look.size(560, 130), height=alt.Step(look.size(18, 30)))
    return layers.add_params(*filters("", designs))
