"""Time inside `send` beside the CPU time until all effects have ended."""

import math
from functools import partial

import altair as alt
import polars as pl

from ..chart import CHOSEN, LOG, ROWS, filters, keyed, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, cheapest_first, distinct, grouped
from ..run import Run, commonest_features, labelled, plain
from ..theme import Look, log_axis, zoom
from ..words import count, factor, listed, time

NAME = "moved"
SEND, CPU = "send_ns_per_action", "cpu_ns_per_action"
INSIDE, TOTAL = "inside send", "CPU time until all is quiet"
# A smaller ratio of CPU time to `send` is due to the clock and the loop.
MOVED = 1.2


def make(run: Run) -> Figure | Skipped:
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no time inside send beside a CPU time")
    own = max(grouped(rows, "workload").values(), key=_moved_after_send)
    workload = own[0]["workload"]
    order = cheapest_first(rows, "label", "cpu")
    designs = distinct(rows, "design")
    return Figure(
        NAME,
        "Time inside send, and CPU time until quiet",
        _title(own),
        f"Workload {workload}, {own[0]['place']}. Medians. If the two marks are apart, work"
        " continues after send has returned.",
        rows,
        partial(_draw, workload, designs, order),
        by_workload(rows, _sentence),
        workload,
        designs,
    )


def _rows(run: Run) -> list[Row]:
    """Returns a row for each design of a workload in one store, at the commonest feature count."""
    chosen = run.rows.filter(pl.col("metric").is_in([SEND, CPU]), pl.col("estimate") > 0)
    chosen = plain(chosen).filter(pl.col("topology") == "single")
    rows: list[Row] = []
    for (workload,), part in labelled(chosen).group_by("workload", maintain_order=True):
        features = commonest_features(part)
        wide = part.filter(pl.col("features") == features).pivot(
            on="metric", index=["design", "label"], values="estimate"
        )
        if not {SEND, CPU} <= set(wide.columns):
            continue
        place = f"{count(features, 'copy')}, one store"
        for row in wide.drop_nulls([SEND, CPU]).rename({SEND: "send", CPU: "cpu"}).to_dicts():
            times = row["cpu"] / row["send"]
            text = f"{factor(times)} ×" if times >= MOVED else ""
            rows.append(row | {"workload": workload, "place": place, "times": times, "text": text})
    return rows


def _moved_after_send(rows: list[Row]) -> float:
    """Returns how much the designs of a workload do after `send`, all together."""
    return sum(max(0, math.log(row["times"])) for row in rows)


def _moved(rows: list[Row]) -> list[Row]:
    return sorted((r for r in rows if r["times"] >= MOVED), key=lambda r: -r["times"])


def _title(rows: list[Row]) -> str:
    moved = _moved(rows)
    if not moved:
        return "No design does much work after send has returned"
    most = moved[0]
    return (
        f"{most['label']} spends {time(most['send'])} inside send, but {time(most['cpu'])} of CPU"
        f" time on an action of {most['workload']}: {factor(most['times'])} times as much"
    )


def _sentence(rows: list[Row]) -> str:
    moved = _moved(rows)
    if not moved:
        return "No design uses more CPU time than it spends inside send."
    said = [f"{row['label']} {factor(row['times'])} times" for row in moved]
    cheapest = min(rows, key=lambda row: (row["design"] == "floor", row["cpu"]))
    return (
        f"CPU time until quiet, as a multiple of the time inside send: {listed(said)}. The lowest"
        f" is that of {cheapest['label']}: {time(cheapest['cpu'])} an action,"
        f" {time(cheapest['send'])} of it inside send."
    )


def _draw(workload: str, designs: list[str], order: list[str], look: Look) -> alt.LayerChart:
    scheme = look.scheme
    across = scaled(alt.X, log_axis("ns per action"))
    down = alt.Y("label:N", sort=order, title=None, axis=alt.Axis(grid=True))
    base = alt.Chart().transform_filter(CHOSEN).encode(y=down)
    gaps = base.mark_rule(color=scheme.grey, strokeWidth=3, opacity=0.6).encode(
        x=across("send"), x2="cpu:Q"
    )
    tooltip = tips("workload", "label", "send", "cpu", "times")
    marks = (
        base.transform_calculate(sendMark=f"'{INSIDE}'", cpuMark=f"'{TOTAL}'")
        .mark_point(size=90, opacity=1, strokeWidth=2)
        .encode(tooltip=tooltip)
    )
    hues, shapes = [scheme.blue, scheme.orange], ["triangle-right", "circle"]
    points = []
    for name in ("cpu", "send"):
        colour, shape = keyed(f"{name}Mark:N", [INSIDE, TOTAL], hues, shapes)
        points.append(marks.encode(x=across(name), color=colour, shape=shape))
    if not look.narrow:
        points[0] = points[0].add_params(zoom("moved_zoom", "x"))
    text = base.mark_text(align="left", dx=9, color=scheme.ink).encode(
        x=alt.X("cpu:Q", scale=LOG), text="text:N"
    )
    layers = alt.layer(gaps, *points, text, data=ROWS)
    layers = layers.properties(width=look.size(760, 180), height=alt.Step(22))
    return layers.add_params(*filters(workload, designs))
