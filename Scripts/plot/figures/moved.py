"""Time inside `send` beside the CPU time until all is quiet: what is moved is not saved."""

import math

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..run import Run, labelled, plain
from ..theme import Look, log_axis, zoom
from ..words import count, factor, listed, time

NAME = "moved"
SEND, CPU = "send_ns_per_action", "cpu_ns_per_action"
INSIDE, TOTAL = "inside send", "CPU time until all is quiet"
# Below this, CPU time beyond `send` is the clock's and the loop's, not the design's.
MOVED = 1.2


def make(run: Run) -> Figure | Skipped:
    """The figure of a run."""
    rows, places = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no time inside send beside a CPU time")
    workload = _most_moved(rows)
    order = _order(rows)
    designs = list(dict.fromkeys(row["design"] for row in rows))
    return Figure(
        NAME,
        "Time inside send, and CPU time until quiet",
        _title([row for row in rows if row["workload"] == workload], workload),
        f"Workload {workload}, {places[workload]}. Medians. Where the two marks are apart, work"
        " goes on after send has returned.",
        rows,
        _drawn(workload, designs, order),
        {name: _sentence([r for r in rows if r["workload"] == name]) for name in places},
        workload,
        designs,
    )


def _rows(run: Run) -> tuple[list[Row], dict[str, str]]:
    """A row for each design of a workload in one store, at the count that most designs have."""
    chosen = run.summary.filter(
        pl.col("metric").is_in([SEND, CPU]), pl.col("median").is_not_null(), pl.col("median") > 0
    )
    chosen = plain(chosen).filter(pl.col("topology") == "single")
    rows: list[Row] = []
    places: dict[str, str] = {}
    for (workload,), part in labelled(chosen).group_by("workload", maintain_order=True):
        sizes = part.group_by("features").agg(pl.col("design").n_unique().alias("n"))
        features = sizes.sort("n", "features", descending=[True, False])["features"][0]
        wide = part.filter(pl.col("features") == features).pivot(
            on="metric", index=["design", "label"], values="median"
        )
        if SEND not in wide.columns or CPU not in wide.columns:
            continue
        places[workload] = f"{count(features, 'feature')}, one store"
        for row in wide.drop_nulls([SEND, CPU]).iter_rows(named=True):
            times = row[CPU] / row[SEND]
            rows.append(
                {
                    "workload": workload,
                    "design": row["design"],
                    "label": row["label"],
                    "send": rounded(row[SEND]),
                    "cpu": rounded(row[CPU]),
                    "times": rounded(times),
                    "text": f"{factor(times)} ×" if times >= MOVED else "",
                }
            )
    return rows, places


def _most_moved(rows: list[Row]) -> str:
    """The workload in which the designs, together, do most after `send`."""
    moved: dict[str, float] = {}
    for row in rows:
        moved[row["workload"]] = moved.get(row["workload"], 0) + max(0, math.log(row["times"]))
    return max(moved, key=lambda name: moved[name])


def _order(rows: list[Row]) -> list[str]:
    """The labels, the least CPU time first, by geometric mean."""
    logs: dict[str, list[float]] = {}
    for row in rows:
        logs.setdefault(row["label"], []).append(math.log(row["cpu"]))
    return sorted(logs, key=lambda name: (sum(logs[name]) / len(logs[name]), name))


def _moved(rows: list[Row]) -> list[Row]:
    return sorted((r for r in rows if r["times"] >= MOVED), key=lambda r: -r["times"])


def _title(rows: list[Row], workload: str) -> str:
    moved = _moved(rows)
    if not moved:
        return "No design does much after send has returned"
    most = moved[0]
    return (
        f"{most['label']} spends {time(most['send'])} inside send, but {time(most['cpu'])} of CPU"
        f" time on an action of {workload}: {factor(most['times'])} times as much"
    )


def _sentence(rows: list[Row]) -> str:
    moved = _moved(rows)
    if not moved:
        return "No design uses more CPU time than it spends inside send."
    said = [f"{row['label']} {factor(row['times'])} times" for row in moved]
    cheapest = min(rows, key=lambda row: (row["design"] == "floor", row["cpu"]))
    return (
        f"CPU time until quiet, as a multiple of the time inside send: {listed(said)}. The least"
        f" CPU time of all designs has {cheapest['label']}: {time(cheapest['cpu'])} an action,"
        f" {time(cheapest['send'])} of it inside send."
    )


def _drawn(workload: str, designs: list[str], order: list[str]):  # noqa: ANN202
    def draw(look: Look) -> alt.LayerChart:
        scheme = look.scheme
        kinds = [INSIDE, TOTAL]
        axis = log_axis("ns per action")
        scale = alt.Scale(type="log")
        down = alt.Y("label:N", sort=order, title=None, axis=alt.Axis(grid=True))
        base = alt.Chart().transform_filter(CHOSEN)
        gaps = base.mark_rule(color=scheme.grey, strokeWidth=3, opacity=0.6).encode(
            y=down, x=alt.X("send:Q", scale=scale, axis=axis), x2="cpu:Q"
        )
        tips = [
            alt.Tooltip("workload:N"),
            alt.Tooltip("label:N", title="design"),
            alt.Tooltip("send:Q", title="ns inside send", format=",.4~r"),
            alt.Tooltip("cpu:Q", title="CPU ns until quiet", format=",.4~r"),
            alt.Tooltip("times:Q", title="times", format=",.3~r"),
        ]
        marks = (
            base.transform_calculate(sendMark=f"'{INSIDE}'", cpuMark=f"'{TOTAL}'")
            .mark_point(size=90, opacity=1, strokeWidth=2)
            .encode(y=down, tooltip=tips)
        )
        colour = alt.Scale(domain=kinds, range=[scheme.blue, scheme.orange])
        shape = alt.Scale(domain=kinds, range=["triangle-right", "circle"])
        points = [
            marks.encode(
                x=alt.X(f"{name}:Q", scale=scale, axis=axis),
                color=alt.Color(f"{name}Mark:N", scale=colour, title=None),
                shape=alt.Shape(f"{name}Mark:N", scale=shape, title=None),
            )
            for name in ("cpu", "send")
        ]
        if not look.narrow:
            points[0] = points[0].add_params(zoom("moved_zoom", "x"))
        text = base.mark_text(align="left", dx=9, color=scheme.ink).encode(
            y=down, x=alt.X("cpu:Q", scale=scale), text="text:N"
        )
        layers = alt.layer(gaps, *points, text, data=ROWS)
        layers = layers.properties(width=look.width(760, 180), height=alt.Step(22))
        return layers.add_params(*filters(workload, designs))

    return draw
