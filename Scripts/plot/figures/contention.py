"""Speed-up against workers, with a line for each design and a panel for each topology."""

from functools import partial
from math import ceil, floor, log2

import altair as alt
import polars as pl

from ..chart import in_places, keyed, scaled, tips
from ..figure import Figure, Row, Skipped, distinct, grouped
from ..load import by_topology
from ..reading import Directory
from ..theme import Look, design_marks
from ..words import count, listed, number

NAME = "contention"

SAME = ("workload", "design", "label", "place")

# A sentence names the rows with a smaller index.
FAIR = 0.9


def make(run: Directory) -> Figure | Skipped:
    rows = _points(run)
    if not rows:
        return Skipped(NAME, "no scenario has both one worker and several")
    workload = run.values("workload")[0]
    designs = distinct(rows, "design")
    features = run.rows["features"].unique()
    one = f" {count(features[0], 'copy')}." if len(features) == 1 else ""
    return Figure(
        NAME,
        "Speed-up against workers",
        _title(rows),
        f"Workers send at the same time, as fast as they can.{one} Actions per second over those of"
        f" one worker{_spread(rows)}; dashed: n workers send n times as many{_cores(rows)}.",
        rows,
        partial(_draw, workload, designs, rows),
        {workload: _sentence(rows)},
        workload,
        designs,
    )


def _points(run: Directory) -> list[Row]:
    """Returns the medians of the processes of each scenario with one worker and with several."""
    points = (
        run.rows.filter(pl.col("speedup").is_not_null())
        .with_columns(label=_label())
        .group_by("workload", "design", "label", "topology", "place", "features", "senders")
        .agg(
            pl.col("speedup").median(),
            pl.col("speedup").min().alias("low"),
            pl.col("speedup").max().alias("high"),
            pl.col("actions_per_second", "fairness").median(),
            pl.len().alias("processes"),
        )
        .filter(pl.col("senders").n_unique().over("workload", "design", "place") > 1)
        .sort(by_topology(), "features", "place", "design", "senders")
    )
    # The legend has the designs with the greatest gain first.
    gains = points.group_by("design").agg(pl.col("speedup").max().alias("gain"))
    ranked = points.join(gains, on="design", maintain_order="left").sort(
        "gain", descending=True, maintain_order=True
    )
    places = {place: rank for rank, place in enumerate(points["place"].unique(maintain_order=True))}
    most = points["senders"].max()
    cores = run.environment["cpu_count"][0]
    more = {"cores": pl.lit(cores)} if cores and most and cores < most else {}
    names = {"workers": "senders", "rate": "actions_per_second"} | more
    columns = ranked.select(*SAME, "processes", "speedup", "low", "high", "fairness", **names)
    found = columns.to_dicts()
    ranks = distinct(found, "design")
    return sorted(found, key=lambda row: (places[row["place"]], ranks.index(row["design"])))


def _label() -> pl.Expr:
    """Returns the design, the kind of its workers, and the actor of its stores if it is one."""
    shared = pl.when(pl.col("isolation") == "main-actor").then(pl.lit(", main actor"))
    return pl.format("{}: {}s{}", "design", "worker", shared.otherwise(pl.lit("")))


def _spread(rows: list[Row]) -> str:
    several = any(row["processes"] > 1 for row in rows)
    return ": medians, bars from the slowest to the fastest process" if several else ""


def _cores(rows: list[Row]) -> str:
    cores = rows[0].get("cores")
    return f"; dotted: the number of cores, {cores}" if cores else ""


def _described(row: Row) -> str:
    return f"{row['design']}, {row['place']}"


def _last(rows: list[Row]) -> list[Row]:
    most = max(row["workers"] for row in rows)
    return [row for row in rows if row["workers"] == most]


def _title(rows: list[Row]) -> str:
    last = sorted(_last(rows), key=lambda row: -row["speedup"])
    best, worst = last[0], last[-1]
    said = f"{count(best['workers'], 'worker')} send {number(best['speedup'])} times"
    if best is worst:
        return f"{said} as many actions as one ({_described(best)})"
    return (
        f"{said} as many actions as one at best ({_described(best)}), and"
        f" {number(worst['speedup'])} times at worst ({_described(worst)})"
    )


def _sentence(rows: list[Row]) -> str:
    last = _last(rows)
    said = []
    for place, found in grouped(last, "place").items():
        each = [
            f"{row['design']} {number(row['speedup'])} times ({number(row['rate'])} a second)"
            for row in found
        ]
        workers = count(last[0]["workers"], "worker")
        said.append(f"With {place}, {workers} compared with one: {'; '.join(each)}")
    unfair = sorted(
        (row for row in rows if row["fairness"] and row["fairness"] < FAIR),
        key=lambda row: row["fairness"],
    )
    if unfair:
        each = [
            f"{_described(row)} with {row['workers']} (index {number(row['fairness'])})"
            for row in unfair[:3]
        ]
        said.append(f"Some workers complete much less than others: {listed(each)}")
    else:
        said.append("All workers complete nearly the same number of actions")
    return ". ".join(said) + "."


def _doublings(rows: list[Row]) -> list[float]:
    """Returns the powers of two from the smallest speed-up to the number of workers."""
    least = min(1, *(row["low"] for row in rows))
    most = max(max(row["workers"], row["high"]) for row in rows)
    return [2.0**power for power in range(floor(log2(least)), ceil(log2(most)) + 1)]


def _draw(workload: str, designs: list[str], rows: list[Row], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    places, labels = distinct(rows, "place"), distinct(rows, "label")
    colour, shape = keyed("label:N", labels, *design_marks(labels, scheme))
    two = alt.Scale(type="log", base=2, nice=False, padding=12)
    counts = alt.Axis(title="workers", values=sorted(distinct(rows, "workers")), grid=False)
    ratios = alt.Axis(title="speed-up over one worker", values=_doublings(rows), format="~g")
    up = scaled(alt.Y, ratios, two)
    base = alt.Chart().encode(x=alt.X("workers:Q", scale=two, axis=counts))
    ideal = base.mark_line(color=scheme.grey, strokeDash=[5, 4], strokeWidth=1.5)
    ideal = ideal.encode(y=up("workers"))
    even = alt.Chart().mark_rule(color=scheme.quiet, strokeWidth=1).encode(y=alt.datum(1))
    cores = (
        alt.Chart()
        .transform_filter("isValid(datum.cores)")
        .mark_rule(color=scheme.grey, strokeDash=[1, 3], strokeWidth=1.5)
        .encode(x=alt.X("cores:Q", scale=two))
    )
    lines = base.mark_line(strokeWidth=2).encode(y=up("speedup"), color=colour)
    bars = base.transform_filter("datum.processes > 1").mark_rule(strokeWidth=1.5)
    bars = bars.encode(y=up("low"), y2="high:Q", color=colour)
    dots = base.mark_point(size=70, filled=True, opacity=1).encode(
        y=up("speedup"),
        color=colour,
        shape=shape,
        tooltip=tips("place", "label", "workers", "speedup", "rate", "fairness", "processes"),
    )
    layers = alt.layer(even, cores, ideal, lines, bars, dots)
    return in_places(layers, look, 320, places, places, workload, designs)
