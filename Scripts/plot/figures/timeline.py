"""Arrivals, completions, actions in the system and response times in each second of a load."""

import math
from collections import Counter
from functools import partial

import altair as alt
import polars as pl

from ..chart import CHOSEN, LOG, ROWS, filters, tips
from ..figure import Figure, Row, Skipped, by_workload, described, distinct
from ..load import ONE_LOAD, LoadRun
from ..theme import Look, Scheme, time_axis
from ..words import count, number, percent, time
from .phases import (
    LINE,
    SECOND,
    X,
    happened,
    has_pauses,
    has_warm_up,
    marks,
    paused,
    pauses,
    phases,
    warm_ups,
)

NAME = "timeline"
# The maximum number of points of a line.
POINTS = 240
# 0 and 20k; the format of the axis would print 0k.
SHORT = "format(datum.value, '~s')"
SHORTER = {
    "response_p50_ns": "p50",
    "response_p99_ns": "p99",
    "paused_ns": "paused",
    "stolen_ns": "stolen",
}
TIPS = [
    *tips("place", "label", "second", "offered", "completed", "dropped"),
    *tips("in_system", "p50", "p99", "paused"),
]


def make(run: LoadRun) -> Figure | Skipped:
    seconds = _seconds(run)
    if seconds.is_empty():
        return Skipped(NAME, "no valid load lasts at least two seconds")
    step = math.ceil(seconds["end"].max() / POINTS)
    rows = _rows(seconds, step, phases(run))
    workload, own = run.pictured_workload(rows)
    designs = run.pictured(rows)
    first = " The first process of each." if run.shown["round"].n_unique() > 1 else ""
    each = f" Points stand for {step} seconds." if step > 1 else ""
    return Figure(
        NAME,
        "A load second by second",
        _busiest(own) if run.latency.is_empty() else _title(own),
        f"{run.setting(workload)} {run.traffic(workload)}. {_marks(own)}{first}{each}",
        rows,
        partial(_draw, workload, designs, run, own, step),
        by_workload(rows, _sentence),
        workload,
        designs,
    )


def _seconds(run: LoadRun) -> pl.DataFrame:
    """Returns the seconds of the first process of each load of at least two seconds.

    The column `end` is the second in which the load ends.
    """
    lasting = run.shown.filter(pl.col("duration_ns") >= 2 * SECOND)
    lasting = lasting.select(*ONE_LOAD, "duration_ns").unique(ONE_LOAD)
    rows = run.named(run.timeline).join(lasting, on=ONE_LOAD, how="inner", maintain_order="left")
    rows = rows.filter(pl.col("round") == pl.col("round").min().over("scenario"))
    last = (pl.col("second") + 1).max().over(ONE_LOAD)
    duration = (pl.col("duration_ns") / SECOND).ceil().cast(pl.Int64)
    rows = rows.with_columns(pl.max_horizontal(last, duration).alias("end"))
    return rows.sort("place", "label", "second")


def _rows(seconds: pl.DataFrame, step: int, past: dict[tuple[str, str, int], Row]) -> list[Row]:
    """Returns a row for each point: mean rates, and the maximum of everything else.

    The first row of a load has its phases.
    """
    found = []
    for row in _points(seconds, step).iter_rows(named=True):
        load = tuple(row.pop(name) for name in ONE_LOAD)
        pause = paused(row["paused_ns"])
        found.append(
            {SHORTER.get(name, name): value for name, value in row.items() if value is not None}
            | ({"pause": pause} if pause else {})
            | past.pop(load, {})
        )
    return found


def _points(seconds: pl.DataFrame, step: int) -> pl.DataFrame:
    """Returns the points of each load, from its start to its end.

    In virtual time, a second without any event has no row: its rates are 0, and the number of
    actions in the system is that of the row before.
    """
    same = [*ONE_LOAD, "workload", "design", "label", "place", "end"]
    rates = ["offered", "completed", "dropped"]
    second, held, point = pl.col("second"), pl.col("in_system"), pl.col("second") // step * step
    before = (second + 1).shift(1, fill_value=0).over(ONE_LOAD)
    # The last second ends with the load; files before the column lack it.
    missing = 1 - pl.col("covered_ns").fill_null(SECOND) / SECOND
    # The number of the row before, for seconds of this point that have no row.
    waited = pl.when(pl.max_horizontal(before, point) < second).then(held.shift(1).over(ONE_LOAD))
    points = (
        seconds.with_columns(point=point, most=pl.max_horizontal(held, waited))
        .group_by([*same, "point"], maintain_order=True)
        .agg(
            missing.sum().alias("missing"),
            *[pl.col(name).sum().alias(f"{name}_total") for name in rates],
            *[pl.col(name).max() for name in SHORTER],
            pl.col("most").max().alias("in_system"),
            held.last().alias("held"),
        )
    )
    loads = seconds.group_by(same, maintain_order=True).agg(
        pl.col(name).is_not_null().any().alias(f"{name}_known") for name in [*rates, "in_system"]
    )
    grid = loads.with_columns(point=pl.int_ranges(0, pl.col("end"), step)).explode("point")
    every = grid.join(points, on=[*same, "point"], how="left", maintain_order="left")
    covered = pl.min_horizontal(pl.lit(step), pl.col("end") - pl.col("point"))
    covered -= pl.col("missing").fill_null(0)
    totals = [pl.col(f"{name}_total").fill_null(0) for name in rates]
    return every.select(
        *same[:-1],
        pl.col("point").alias("second"),
        *[
            pl.when(f"{name}_known").then(total / covered).alias(name)
            for name, total in zip(rates, totals, strict=True)
        ],
        pl.when("in_system_known").then(
            held.fill_null(pl.col("held").forward_fill().over(ONE_LOAD)).fill_null(0)
        ),
        *SHORTER,
        *totals,
    )


def _marks(rows: list[Row]) -> str:
    said = (
        "Above, grey: offered; lines: completed; triangles: dropped. Then the actions in the"
        " system; then response p99, and p50 dashed."
        if any("offered" in row for row in rows)
        else "Above: completed; below: response p99, and p50 dashed."
        if _has_times(rows)
        else "Lines: completed."
    )
    return " ".join([said, *marks(rows)])


def _totals(rows: list[Row], name: str) -> Counter[str]:
    totals: Counter[str] = Counter()
    for row in rows:
        totals[described(row)] += row.get(f"{name}_total", 0)
    return totals


def _longest_line(rows: list[Row]) -> Row:
    return max(rows, key=lambda row: row.get("in_system", 0))


def _dropped(rows: list[Row]) -> list[tuple[float, str, int]]:
    """Returns share, design and number of dropped actions, the greatest share first."""
    offered, dropped = _totals(rows, "offered"), _totals(rows, "dropped")
    shares = [(dropped[who] / offered[who], who, dropped[who]) for who in dropped if dropped[who]]
    return sorted(shares, reverse=True)


def _title(rows: list[Row]) -> str:
    dropped = _dropped(rows)
    if dropped:
        share, who, _ = dropped[0]
        return f"Up to {percent(share)} of the actions are dropped ({who})"
    longest = _longest_line(rows)
    waiting = longest.get("in_system", 0)
    if waiting > max(row.get("offered", 0) for row in rows) / 10:
        return (
            f"Up to {count(waiting, 'action')} wait at the end of a second ({described(longest)})"
        )
    # A second with few actions has no 99th percentile, and one without any has no median.
    for share, name in (("99 %", "p99"), ("half", "p50")):
        timed = [row for row in rows if name in row]
        if timed:
            slowest = max(timed, key=lambda row: row[name])
            return (
                f"In the slowest second, {share} are answered within {time(slowest[name])}"
                f" ({described(slowest)})"
            )
    return "No second has enough actions for a percentile"


def _busiest(rows: list[Row]) -> str:
    """Returns the title of a load without response times."""
    most = max(rows, key=lambda row: row.get("completed", 0))
    return f"Up to {number(most['completed'])} actions complete in a second ({described(most)})"


def _sentence(rows: list[Row]) -> str:
    said = []
    dropped = _dropped(rows)
    offered = _totals(rows, "offered")
    if dropped:
        share, who, total = dropped[0]
        rest = f"; {count(len(dropped) - 1, 'other')} dropped some" if len(dropped) > 1 else ""
        said.append(
            f"The most are dropped with {who}: {count(total, 'action')}, {percent(share)} of"
            f" all{rest}"
        )
    elif any(offered.values()):
        said.append("No action is dropped")
    longest = _longest_line(rows)
    if longest.get("in_system"):
        said.append(
            f"At most {count(longest['in_system'], 'action')} are in the system, in second"
            f" {longest['second']} ({described(longest)})"
        )
    elif any("in_system" in row for row in rows):
        said.append("No action waits at the end of a second")
    timed = [row for row in rows if "p99" in row]
    if timed:
        slowest = max(timed, key=lambda row: row["p99"])
        fastest = min(timed, key=lambda row: row["p99"])
        said.append(
            f"p99 is highest in second {slowest['second']} of {described(slowest)}, with"
            f" {time(slowest['p99'])}, and lowest in second {fastest['second']} of"
            f" {described(fastest)}, with {time(fastest['p99'])}"
        )
    return ". ".join(said + happened(rows)) + "."


def _draw(
    workload: str, designs: list[str], run: LoadRun, own: list[Row], step: int, look: Look
) -> alt.VConcatChart:
    scheme, labels = look.scheme, run.labels
    beside = len(distinct(own, "place"))
    scheduled = any("offered" in row for row in own)
    colour, shape = run.encodings(scheme, alt.Legend(symbolOpacity=1))
    # A point is drawn in the middle of its seconds.
    base = (
        alt.Chart()
        .transform_calculate(at=f"datum.second + {step / 2}", until=f"datum.second + {step}")
        .encode(color=colour)
    )
    short, tall = look.size(130, 120), look.size(170, 150)
    blocks = [(tall, "", lambda x: _rates(base, x, scheme, scheduled))]
    if scheduled:
        blocks.append((short, "", lambda x: _waiting(base, x)))
    # In virtual time and without a service there are no times.
    if _has_times(own):
        blocks.append((tall, "", lambda x: _responses(base, x, shape)))
    lines = alt.Step(LINE)
    if has_pauses(own):
        blocks.append((lines, "pauses", lambda x: pauses(base, x, labels, look)))
    if has_warm_up(own):
        blocks.append((lines, "warm-up", lambda x: warm_ups(base, x, labels, scheme)))
    width, columns = look.size({1: 860, 2: 450}.get(beside, 290), 250), look.size(min(beside, 3))
    stacked = alt.vconcat(
        *[
            alt.layer(*layers(_across(rank == len(blocks) - 1)))
            .properties(height=height, width=width)
            .facet(
                facet=_heads(run.places, about, look.narrow or rank == 0),
                columns=columns,
                data=ROWS,
                spacing=18,
            )
            .transform_filter(CHOSEN)
            for rank, (height, about, layers) in enumerate(blocks)
        ],
        spacing=10,
    ).resolve_scale(x="shared")
    # The parameters belong to the whole; add_params would add them to each part.
    stacked.params = [param.param for param in filters(workload, designs)]
    return stacked


def _has_times(rows: list[Row]) -> bool:
    return any(row.get(name) is not None for row in rows for name in ("p50", "p99"))


def _across(last: bool) -> X:
    """Returns the axis of time; only the last panels have labels."""

    def across(field: str) -> alt.X:
        title = "time since the start (s)" if last else None
        axis = alt.Axis(title=title, tickMinStep=1, grid=False, labels=last)
        return alt.X(field, axis=axis, scale=alt.Scale(nice=False, zero=True))

    return across


def _heads(places: list[str], about: str, first: bool) -> alt.Facet:
    """Returns the header of a panel: the place above the first ones, and the subject."""
    parts = (["datum.value"] if first else []) + ([f'"{about}"'] if about else [])
    header = alt.Header(labelAnchor="start", labelExpr=" + ': ' + ".join(parts) or "''")
    if not first:
        header.labelFontWeight, header.labelFontSize = "normal", 12 if about else 0
        header.labelPadding = 4 if about else 0
    return alt.Facet("place:N", title=None, sort=places, header=header)


def _rates(base: alt.Chart, x: X, scheme: Scheme, scheduled: bool) -> list[alt.Chart]:
    axis = alt.Axis(title="actions per second", labelExpr=SHORT, tickCount=5)
    # All designs have the same arrivals. A point lasts until just before the next one.
    offered = (
        base.transform_filter("isValid(datum.offered)")
        .transform_calculate(edge="[datum.second, datum.until - 1e-6]")
        .transform_flatten(["edge"])
        .mark_area(opacity=0.3, color=scheme.grey)
        .encode(x=x("edge:Q"), y=alt.Y("max(offered):Q", axis=axis), color=alt.value(scheme.grey))
    )
    completed = base.mark_line(strokeWidth=2).encode(x=x("at:Q"), y=alt.Y("completed:Q", axis=axis))
    dropped = (
        base.transform_filter("datum.dropped > 0")
        .mark_point(filled=True, size=45, opacity=1, shape="triangle-down")
        .encode(x=x("at:Q"), y=alt.Y("dropped:Q", axis=axis), tooltip=TIPS)
    )
    return [*([offered] if scheduled else []), completed, dropped]


def _waiting(base: alt.Chart, x: X) -> list[alt.Chart]:
    axis = alt.Axis(title="in system (actions)", labelExpr=SHORT, tickCount=4)
    waiting = base.transform_filter("isValid(datum.in_system)")
    up = alt.Y("in_system:Q", axis=axis)
    return [waiting.mark_line(strokeWidth=2).encode(x=x("at:Q"), y=up)]


def _responses(base: alt.Chart, x: X, shape: alt.Shape) -> list[alt.Chart]:
    def timed(name: str) -> alt.Chart:
        axis = time_axis("response (ns, µs, ms, s)", tickCount=4)
        up = alt.Y(f"{name}:Q", scale=LOG, axis=axis)
        known = f"isValid(datum.{name}) && datum.{name} > 0"
        return base.transform_filter(known).encode(x=x("at:Q"), y=up)

    marks = timed("p99").mark_point(filled=True, size=36, opacity=1)
    return [
        timed("p50").mark_line(strokeWidth=1.5, strokeDash=[3, 3]),
        timed("p99").mark_line(strokeWidth=2),
        marks.encode(shape=shape, tooltip=TIPS),
    ]
