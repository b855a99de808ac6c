"""Allocations, bytes and retains of an action, by design."""

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..run import Run, one_affinity, usual
from ..theme import LEAST_COUNT, Look, count_axis
from ..words import count, factor, listed, number, topology

NAME = "allocations"
COUNTED = {
    "allocations_per_action": "allocations per action",
    "bytes_per_action": "bytes per action",
    "retains_per_action": "retains per action",
}


def make(run: Run) -> Figure | Skipped:
    """The figure of a run."""
    rows = run.summary.filter(pl.col("metric").is_in(list(COUNTED)), pl.col("median").is_not_null())
    if rows.is_empty():
        return Skipped(NAME, "the run counted nothing; it needs the counting pass")
    kept, places = _rows(one_affinity(usual(rows)))
    workload = _widest(kept)
    order = _order(kept, workload)
    return Figure(
        NAME,
        "Allocations, bytes and retains",
        _title(kept, workload, places[workload]),
        f"Workload {workload}, {places[workload]}. Medians of counting processes;"
        f" log scale, what is below {LEAST_COUNT} stands at 0.",
        kept,
        _drawn(workload, order),
        {name: _sentence(kept, name, place) for name, place in places.items()},
        workload,
        order,
    )


def _rows(rows: pl.DataFrame) -> tuple[list[Row], dict[str, str]]:
    """A row for each design, workload and metric, where most designs were counted; and where."""
    kept: list[Row] = []
    places: dict[str, str] = {}
    for (workload,), part in rows.group_by("workload", maintain_order=True):
        sizes = part.group_by("topology", "features").agg(pl.col("design").n_unique().alias("n"))
        # Of equally many designs the largest app in one store: there the shapes differ most.
        single = (pl.col("topology") == "single").alias("single")
        best = sizes.with_columns(single).sort("n", "single", "features")[-1]
        place, features = best["topology"][0], best["features"][0]
        places[workload] = f"{count(features, 'feature')}, {topology(place)}"
        part = part.filter(pl.col("topology") == place, pl.col("features") == features)
        for row in part.iter_rows(named=True):
            kept.append(
                {
                    "workload": workload,
                    "design": row["design"],
                    "panel": COUNTED[row["metric"]],
                    "value": rounded(row["median"]),
                    "drawn": rounded(max(row["median"], LEAST_COUNT)),
                    "text": number(row["median"]),
                }
            )
    return kept, places


def _widest(rows: list[Row]) -> str:
    """The workload in which designs differ most in their allocations."""
    spread: dict[str, float] = {}
    for name in dict.fromkeys(row["workload"] for row in rows):
        values = [row["drawn"] for row in rows if row["workload"] == name]
        spread[name] = max(values) / min(values)
    return max(spread, key=lambda name: spread[name])


def _order(rows: list[Row], workload: str) -> list[str]:
    """The designs, those with the fewest bytes in the workload first."""
    bytes_ = {
        row["design"]: row["value"]
        for row in rows
        if row["workload"] == workload and row["panel"] == COUNTED["bytes_per_action"]
    }
    return sorted({row["design"] for row in rows}, key=lambda name: (bytes_.get(name, 1e300), name))


def _found(rows: list[Row], workload: str, metric: str) -> list[Row]:
    """The rows of a metric without the floor's, the least first."""
    chosen = [
        row
        for row in rows
        if row["workload"] == workload
        and row["panel"] == COUNTED[metric]
        and row["design"] != "floor"
    ]
    return sorted(chosen, key=lambda row: (row["value"], row["design"]))


def _title(rows: list[Row], workload: str, place: str) -> str:
    found = _found(rows, workload, "bytes_per_action")
    if len(found) < 2:
        return "What an action allocates and retains"
    least, most = found[0], found[-1]
    times = f", {factor(most['value'] / least['value'])} times as much" if least["value"] else ""
    return (
        f"An action of {workload} ({place}) allocates {least['text']} bytes in {least['design']}"
        f" and {most['text']} in {most['design']}{times}"
    )


def _sentence(rows: list[Row], workload: str, place: str) -> str:
    said = []
    for metric, words in COUNTED.items():
        found = _found(rows, workload, metric)
        if found:
            least, most = found[0], found[-1]
            first = [row["design"] for row in found if row["text"] == least["text"]]
            said.append(
                f"{words}: least {least['text']} ({listed(first)}),"
                f" most {most['text']} ({most['design']})"
            )
    return f"{workload}, {place}. " + "; ".join(said) + "." if said else ""


def _drawn(workload: str, order: list[str]):  # noqa: ANN202 - a function of the look
    def draw(look: Look) -> alt.FacetChart:
        scheme = look.scheme
        axis = count_axis(None)
        scale = alt.Scale(type="log", domainMin=LEAST_COUNT, nice=True, padding=0)
        across = alt.X("drawn:Q", scale=scale, axis=axis)
        down = alt.Y("design:N", sort=order, title=None)
        base = alt.Chart().encode(y=down)
        stems = base.mark_rule(color=scheme.blue, strokeWidth=2, opacity=0.4).encode(
            x=across, x2=alt.datum(LEAST_COUNT)
        )
        dots = base.mark_point(filled=True, size=60, opacity=1, color=scheme.blue).encode(
            x=across,
            tooltip=[
                alt.Tooltip("workload:N"),
                alt.Tooltip("design:N"),
                alt.Tooltip("panel:N", title="counted"),
                alt.Tooltip("value:Q", format=",.6~r"),
            ],
        )
        text = base.mark_text(align="left", dx=8, color=scheme.ink).encode(x=across, text="text:N")
        layers = alt.layer(stems, dots, text)
        layers = layers.properties(width=look.width(250, 190), height=alt.Step(19))
        return (
            layers.facet(
                facet=alt.Facet(
                    "panel:N",
                    title=None,
                    sort=list(COUNTED.values()),
                    header=alt.Header(labelAnchor="start"),
                ),
                columns=look.columns(3),
                data=ROWS,
                spacing=44 if not look.narrow else 16,
            )
            .transform_filter(CHOSEN)
            .add_params(*filters(workload, order))
        )

    return draw
