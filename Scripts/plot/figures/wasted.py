"""Views told of an action, and those of them that drew the same again: by design and view shape."""

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..run import SURROUNDINGS, Run, one_affinity
from ..theme import Look
from ..words import factor, listed, number, percent

NAME = "wasted"
TOLD, WASTED = "invalidations_per_action", "wasted_per_action"
NEEDED, VAIN = "drew something new", "told in vain"


def make(run: Run) -> Figure | Skipped:
    """The figure of a run."""
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no views; --views adds them")
    designs = sorted({row["design"] for row in rows})
    workload = _richest(rows)
    found = [row for row in rows if row["kind"] == VAIN]
    return Figure(
        NAME,
        "Views told, and told in vain",
        _title([row for row in found if row["workload"] == workload]),
        f"Workload {workload}. Share of the views told of an action; in one store unless another"
        " topology is named. Numbers: told for each action, and of those in vain.",
        rows,
        _drawn(workload, designs),
        {
            name: _sentence([row for row in found if row["workload"] == name])
            for name in _names(rows)
        },
        workload,
        designs,
    )


def _names(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(row["workload"] for row in rows))


def _rows(run: Run) -> list[Row]:
    """Two rows for each scenario with views: those that had to draw, and those told in vain."""
    chosen = run.summary.filter(
        pl.col("metric").is_in([TOLD, WASTED]),
        pl.col("views") != "none",
        pl.col("median").is_not_null(),
    )
    if chosen.is_empty():
        return []
    chosen = one_affinity(chosen)
    index = ["scenario", "workload", "design", "topology", "features", "depth", *SURROUNDINGS]
    wide = chosen.pivot(on="metric", index=index, values="median")
    if TOLD not in wide.columns or WASTED not in wide.columns:
        return []
    rows = []
    for row in wide.drop_nulls([TOLD, WASTED]).sort("scenario").iter_rows(named=True):
        told, wasted = row[TOLD], row[WASTED]
        place = "" if row["topology"] == "single" else f", {row['topology']}"
        parts = f"{number(told)}, {number(wasted)} in vain" if wasted else number(told)
        same = {
            "workload": row["workload"],
            "design": row["design"],
            "views": f"{row['views']}:{row['observers']}{place}",
            "told": rounded(told),
            "wasted": rounded(wasted),
            "text": parts if told else "nobody is told",
        }
        rows.append(
            same | {"kind": VAIN, "share": rounded(wasted / told if told else 0), "rank": 1}
        )
        rows.append(
            same | {"kind": NEEDED, "share": rounded(1 - wasted / told if told else 0), "rank": 0}
        )
    return rows


def _richest(rows: list[Row]) -> str:
    """The workload with the most view shapes."""
    shapes = {
        name: len({r["views"] for r in rows if r["workload"] == name}) for name in _names(rows)
    }
    return max(shapes, key=lambda name: shapes[name])


def _totals(found: list[Row]) -> dict[str, float]:
    """The share told in vain of all who were told, for each design, the least first."""
    told: dict[str, float] = {}
    vain: dict[str, float] = {}
    for row in found:
        told[row["design"]] = told.get(row["design"], 0) + row["told"]
        vain[row["design"]] = vain.get(row["design"], 0) + row["wasted"]
    shares = {design: vain[design] / told[design] for design in told if told[design]}
    return dict(sorted(shares.items(), key=lambda item: item[1]))


def _title(found: list[Row]) -> str:
    shares = list(_totals(found).items())
    if shares and shares[-1][1] == 0:
        return "No view is told in vain"
    if len(shares) < 2 or shares[0][1] == shares[-1][1]:
        return "Views told of an action, and those told in vain"
    (least, low), (most, high) = shares[0], shares[-1]
    worst = max((r for r in found if r["design"] == most), key=lambda r: r["wasted"])
    return (
        f"{most} tells up to {number(worst['wasted'])} views in vain for an action"
        f" ({percent(high)} of all it tells); {least} {'none' if not low else f'{percent(low)}'}"
    )


def _sentence(found: list[Row]) -> str:
    shares = [f"{design} {percent(share)}" for design, share in _totals(found).items()]
    if not shares:
        return "Nobody was told of anything."
    said = [f"Told in vain, of all who were told: {listed(shares)}"]
    wasteful = [row for row in found if row["told"] and row["wasted"]]
    if wasteful:
        row = max(wasteful, key=lambda row: row["wasted"])
        useful = row["told"] - row["wasted"]
        said.append(
            f"Most with {row['views']} ({row['design']}): {number(row['told'])} are told of each"
            f" action, {number(row['wasted'])} of them in vain"
            + (f", {factor(row['told'] / useful)} told for each that had to draw" if useful else "")
        )
    return ". ".join(said) + "."


def _drawn(workload: str, designs: list[str]):  # noqa: ANN202 - a function of the look
    def draw(look: Look) -> alt.FacetChart:
        scheme = look.scheme
        down = alt.Y("views:N", title=None)
        width = look.width(110, 90)
        colour = alt.Color(
            "kind:N",
            scale=alt.Scale(domain=[NEEDED, VAIN], range=[scheme.blue, scheme.orange]),
            title=None,
            legend=alt.Legend(symbolType="square"),
        )
        bars = (
            alt.Chart()
            .mark_bar(height=12)
            .encode(
                y=down,
                x=alt.X(
                    "share:Q",
                    stack="zero",
                    axis=alt.Axis(title="share of those told", values=[0, 0.5, 1], format="~%"),
                    scale=alt.Scale(domain=[0, 1]),
                ),
                color=colour,
                order="rank:Q",
                tooltip=[
                    alt.Tooltip("workload:N"),
                    alt.Tooltip("design:N"),
                    alt.Tooltip("views:N"),
                    alt.Tooltip("told:Q", title="told per action", format=",.4~r"),
                    alt.Tooltip("wasted:Q", title="told in vain", format=",.4~r"),
                ],
            )
        )
        # The numbers say again what the colours say.
        text = (
            alt.Chart()
            .transform_filter(f"datum.kind === '{VAIN}'")
            .mark_text(align="left", dx=6, fontSize=11, color=scheme.ink)
            .encode(y=down, x=alt.value(width), text="text:N")
        )
        layers = alt.layer(bars, text).properties(width=width, height=alt.Step(18))
        return (
            layers.facet(
                facet=alt.Facet("design:N", title=None, header=alt.Header(labelAnchor="start")),
                columns=look.columns(4),
                data=ROWS,
                spacing=18,
            )
            .transform_filter(CHOSEN)
            .add_params(*filters(workload, designs))
        )

    return draw
