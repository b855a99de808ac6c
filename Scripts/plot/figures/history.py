"""The cost of scenarios from run to run, as multiples of the floor of the same run."""

from functools import partial
from pathlib import Path

import altair as alt
import polars as pl

from ..chart import in_panels, keyed, panels, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, distinct, grouped
from ..run import TIME, one_affinity, plain
from ..theme import Look, log_axis
from ..words import count, factor, listed

NAME = "history"
LINES = 6
PANELS = 6
SHAPES = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross"]


def make(runs: list[tuple[pl.DataFrame, pl.DataFrame]]) -> Figure | Skipped:
    """Returns the figure of several runs, each given by the rows of runs.csv and summary.csv."""
    if len({environment["run_id"][0] for environment, _ in runs}) < 2:
        return Skipped(
            NAME, "there are fewer than two finished runs; HISTORY=DIR names their directory"
        )
    ordered = sorted(runs, key=lambda run: (run[0]["started_utc"][0] or "", run[0]["run_id"][0]))
    rows = _rows(ordered)
    if not rows:
        return Skipped(NAME, "the runs have no scenario with a floor in common")
    designs = distinct(rows, "design")
    machines = count(len(distinct(rows, "machine")), "machine")
    return Figure(
        NAME,
        "Cost from run to run",
        _title([row for row in rows if row["design"] in designs[:LINES]]),
        f"{count(len(ordered), 'run')}, {machines}; one store, medians over the same run's floor,"
        " bars: 95 % intervals of the median. Log scale.",
        rows,
        partial(_draw, designs),
        by_workload(rows, _sentence) | {"": _sentence(rows)},
        designs=designs[:LINES],
    )


def found_below(directory: Path) -> list[Path]:
    """Returns the run directories directly below a directory, and the directory if it is one."""
    candidates = [directory, *sorted(directory.glob("*/"))]
    return [path for path in candidates if (path / "runs.csv").is_file()]


def _rows(runs: list[tuple[pl.DataFrame, pl.DataFrame]]) -> list[Row]:
    """Returns the rows of the workloads and feature counts with the most designs."""
    parts = []
    for place, (environment, summary) in enumerate(runs):
        first = environment.row(0, named=True)
        started = str(first["started_utc"] or first["run_id"])
        commit = str(first["commit"] or "no commit") + ("*" if first["dirty"] else "")
        label = f"{started[4:6]}-{started[6:8]} {started[9:11]}:{started[11:13]} {commit}"
        rows = one_affinity(plain(summary.filter(pl.col("metric") == TIME))).filter(
            pl.col("topology") == "single",
            pl.col("ratio_to_floor").is_not_null(),
            pl.col("design") != "floor",
        )
        machine = f"{first['cpu_model']}, {first['cpu_count']} cores"
        parts.append(
            rows.with_columns(
                place=pl.lit(place),
                run=pl.lit(label),
                started=pl.lit(started),
                machine=pl.lit(machine),
            )
        )
    rows = pl.concat(parts, how="vertical_relaxed")
    rows = rows.filter(pl.col("place").n_unique().over("scenario") > 1)
    if rows.is_empty():
        return []
    panels = (
        rows.group_by("workload", "features")
        .agg(pl.col("design").n_unique().alias("n"))
        .sort("n", "features", "workload", descending=[True, True, False])
        .head(PANELS)
    )
    rows = rows.join(panels.select("workload", "features"), on=["workload", "features"])
    # The changes of the cheapest designs are the most visible.
    order = rows.group_by("design").agg(pl.col("ratio_to_floor").log().mean().alias("cost"))
    rows = rows.join(order, on="design").sort("cost", "workload", "features", "place")
    return [_row(row) for row in rows.iter_rows(named=True)]


def _row(row: Row) -> Row:
    floor = row["median"] / row["ratio_to_floor"]
    ends = {"low": row["interval_low"], "high": row["interval_high"]}
    return (
        {name: row[name] for name in ("workload", "design", "place", "run", "machine")}
        | {"panel": f"{row['workload']}, {count(row['features'], 'feature')}"}
        | {"ratio": row["ratio_to_floor"], "ns": row["median"]}
        | {name: None if end is None else end / floor for name, end in ends.items()}
    )


def _changes(rows: list[Row]) -> list[tuple[float, Row, Row]]:
    """Returns the change of each line from its first run to its last, the greatest first."""
    changes = []
    for line in grouped(rows, "panel", "design").values():
        ordered = sorted(line, key=lambda row: row["place"])
        changes.append((ordered[-1]["ratio"] / ordered[0]["ratio"], ordered[0], ordered[-1]))
    return sorted(changes, key=lambda change: -max(change[0], 1 / change[0]))


def _title(rows: list[Row]) -> str:
    change, first, last = _changes(rows)[0]
    if max(change, 1 / change) < 1.1:
        return "From the first run to the last, no design changed by 10 % relative to the floor"
    return (
        f"{last['design']} went from {factor(first['ratio'])} to {factor(last['ratio'])} times the"
        f" floor in {last['panel']}, the greatest change from the first run to the last"
    )


def _sentence(rows: list[Row]) -> str:
    changes = _changes(rows)
    moved = [change for change in changes if max(change[0], 1 / change[0]) >= 1.1]
    said = [
        f"{last['design']} in {last['panel']} {factor(first['ratio'])} → {factor(last['ratio'])}"
        for _, first, last in moved[:5]
    ]
    text = (
        f"Of {count(len(changes), 'line')}, {len(moved)} changed by 10 % or more between their"
        " first run and their last, as multiples of the floor"
    )
    return text + (f"; most: {listed(said)}." if said else ".")


def _draw(designs: list[str], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    hues = [scheme.blue, scheme.orange, scheme.green, scheme.purple, scheme.grey, scheme.ink]
    # After the sixth design, colours repeat, each with the next shape.
    places = range(len(designs))
    colour, shape = keyed(
        "design:N",
        designs,
        [hues[index % LINES] for index in places],
        [SHAPES[(index + index // LINES) % LINES] for index in places],
        # Only the designs that are shown.
        alt.Legend(symbolOpacity=1, columns=look.size(8, 3), values=alt.ExprRef("designs")),
    )
    across = alt.X(
        "run:O",
        sort=alt.EncodingSortField("place", op="min"),
        title=None,
        axis=alt.Axis(grid=False),
    )
    up = scaled(alt.Y, log_axis("times the floor", tickCount=3))
    base = alt.Chart().encode(x=across, color=colour)
    spans = base.mark_rule(strokeWidth=3, opacity=0.4).encode(y=up("low"), y2="high:Q")
    line = base.mark_line(opacity=0.7).encode(y=up("ratio"))
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(
        y=up("ratio"),
        shape=shape,
        tooltip=tips("run", "machine", "panel", "design", "ratio", "ns", panel="workload"),
    )
    layers = alt.layer(spans, line, dots).properties(width=270, height=190)
    return in_panels(layers, panels("panel:N"), look.size(3), "", designs[:LINES])
