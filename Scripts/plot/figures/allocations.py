"""Allocations, bytes and retains of an action, by design."""

from functools import partial

import altair as alt
import polars as pl

from ..chart import in_panels, panels, tips
from ..figure import Figure, Row, Skipped, by_workload, distinct, grouped
from ..run import Run, one_affinity, usual
from ..theme import LEAST_COUNT, Look, count_axis
from ..words import count, factor, listed, number, topology

NAME = "allocations"
COUNTED = {
    "allocations_per_action": "allocations per action",
    "bytes_per_action": "bytes per action",
    "retains_per_action": "retains per action",
}
BYTES = COUNTED["bytes_per_action"]


def make(run: Run) -> Figure | Skipped:
    rows = run.rows.filter(pl.col("metric").is_in(list(COUNTED)), pl.col("estimate").is_not_null())
    if rows.is_empty():
        return Skipped(NAME, "the run counted nothing; it needs the counting pass")
    kept = _rows(one_affinity(usual(rows)))
    parts = grouped(kept, "workload")
    drawn = {name: [row["drawn"] for row in part] for name, part in parts.items()}
    workload = max(drawn, key=lambda name: max(drawn[name]) / min(drawn[name]))
    own = parts[workload]
    sizes = {row["design"]: row["value"] for row in own if row["panel"] == BYTES}
    order = sorted(distinct(kept, "design"), key=lambda name: (sizes.get(name, 1e300), name))
    return Figure(
        NAME,
        "Allocations, bytes and retains",
        _title(own),
        f"Workload {workload}, {own[0]['place']}. Medians of counting processes;"
        f" log scale, values below {LEAST_COUNT} are drawn at 0.",
        kept,
        partial(_draw, workload, order),
        by_workload(kept, _sentence),
        workload,
        order,
    )


def _rows(rows: pl.DataFrame) -> list[Row]:
    """Returns a row per design, workload and metric, at the place with the most designs."""
    kept: list[Row] = []
    for (workload,), part in rows.group_by("workload", maintain_order=True):
        sizes = part.group_by("topology", "features").agg(pl.col("design").n_unique().alias("n"))
        # Among equal numbers of designs, the largest app in one store differs most.
        single = (pl.col("topology") == "single").alias("single")
        best = sizes.with_columns(single).sort("n", "single", "features").row(-1, named=True)
        place = f"{count(best['features'], 'copy')}, {topology(best['topology'])}"
        here = (pl.col(name) == best[name] for name in ("topology", "features"))
        kept += [
            {
                "workload": workload,
                "place": place,
                "design": row["design"],
                "panel": COUNTED[row["metric"]],
                "value": row["estimate"],
                "drawn": max(row["estimate"], LEAST_COUNT),
                "text": number(row["estimate"]),
            }
            for row in part.filter(*here).iter_rows(named=True)
        ]
    return kept


def _found(rows: list[Row], panel: str) -> list[Row]:
    """Returns the rows of a metric without the floor, the smallest first."""
    chosen = [row for row in rows if row["panel"] == panel and row["design"] != "floor"]
    return sorted(chosen, key=lambda row: (row["value"], row["design"]))


def _title(rows: list[Row]) -> str:
    found = _found(rows, BYTES)
    if len(found) < 2:
        return "Allocations and retains of an action"
    least, most = found[0], found[-1]
    times = f", {factor(most['value'] / least['value'])} times as much" if least["value"] else ""
    return (
        f"An action of {least['workload']} ({least['place']}) allocates {least['text']} bytes in"
        f" {least['design']} and {most['text']} in {most['design']}{times}"
    )


def _sentence(rows: list[Row]) -> str:
    said = []
    for words in COUNTED.values():
        if found := _found(rows, words):
            least, most = found[0], found[-1]
            first = [row["design"] for row in found if row["text"] == least["text"]]
            said.append(
                f"{words}: minimum {least['text']} ({listed(first)}),"
                f" maximum {most['text']} ({most['design']})"
            )
    return f"{rows[0]['workload']}, {rows[0]['place']}. " + "; ".join(said) + "." if said else ""


def _draw(workload: str, order: list[str], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    scale = alt.Scale(type="log", domainMin=LEAST_COUNT, nice=True, padding=0)
    across = alt.X("drawn:Q", scale=scale, axis=count_axis(None))
    base = alt.Chart().encode(y=alt.Y("design:N", sort=order, title=None), x=across)
    stems = base.mark_rule(color=scheme.blue, strokeWidth=2, opacity=0.4).encode(
        x2=alt.datum(LEAST_COUNT)
    )
    dots = base.mark_point(filled=True, size=60, opacity=1, color=scheme.blue).encode(
        tooltip=tips("workload", "design", "panel", "value", panel="counted")
    )
    text = base.mark_text(align="left", dx=8, color=scheme.ink).encode(text="text:N")
    layers = alt.layer(stems, dots, text)
    layers = layers.properties(width=look.size(250, 190), height=alt.Step(19))
    facet = panels("panel:N", sort=list(COUNTED.values()))
    return in_panels(layers, facet, look.size(3), workload, order, look.size(44, 16))
