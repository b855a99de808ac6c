"""Views notified of an action, and those of them that drew the same: by design and view shape."""

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..run import SURROUNDINGS, Run, one_affinity
from ..theme import Look
from ..words import factor, listed, number, percent

NAME = "wasted"
NOTIFIED, WASTED = "notifications_per_action", "wasted_per_action"
NEEDED, WASTE = "drew something new", "wasted"


def make(run: Run) -> Figure | Skipped:
    """The figure of a run."""
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no views; --views adds them")
    designs = sorted({row["design"] for row in rows})
    workload = _richest(rows)
    found = [row for row in rows if row["kind"] == WASTE]
    return Figure(
        NAME,
        "Notifications, and wasted ones",
        _title([row for row in found if row["workload"] == workload]),
        f"Workload {workload}. Share of the views notified of an action; in one store unless"
        " another topology is named. Numbers: notified for each action, and of those wasted.",
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
    """Two rows for each scenario with views: those that had to draw, and wasted notifications."""
    chosen = run.summary.filter(
        pl.col("metric").is_in([NOTIFIED, WASTED]),
        pl.col("views") != "none",
        pl.col("median").is_not_null(),
    )
    if chosen.is_empty():
        return []
    chosen = one_affinity(chosen)
    index = ["scenario", "workload", "design", "topology", "features", "depth", *SURROUNDINGS]
    wide = chosen.pivot(on="metric", index=index, values="median")
    if NOTIFIED not in wide.columns or WASTED not in wide.columns:
        return []
    rows = []
    for row in wide.drop_nulls([NOTIFIED, WASTED]).sort("scenario").iter_rows(named=True):
        notified, wasted = row[NOTIFIED], row[WASTED]
        place = "" if row["topology"] == "single" else f", {row['topology']}"
        parts = f"{number(notified)}, {number(wasted)} wasted" if wasted else number(notified)
        same = {
            "workload": row["workload"],
            "design": row["design"],
            "views": f"{row['views']}:{row['observers']}{place}",
            "notified": rounded(notified),
            "wasted": rounded(wasted),
            "text": parts if notified else "nobody is notified",
        }
        rows.append(
            same
            | {"kind": WASTE, "share": rounded(wasted / notified if notified else 0), "rank": 1}
        )
        rows.append(
            same
            | {
                "kind": NEEDED,
                "share": rounded(1 - wasted / notified if notified else 0),
                "rank": 0,
            }
        )
    return rows


def _richest(rows: list[Row]) -> str:
    """The workload with the most view shapes."""
    shapes = {
        name: len({r["views"] for r in rows if r["workload"] == name}) for name in _names(rows)
    }
    return max(shapes, key=lambda name: shapes[name])


def _totals(found: list[Row]) -> dict[str, float]:
    """The share of notifications that were wasted, for each design, the least first."""
    notified: dict[str, float] = {}
    vain: dict[str, float] = {}
    for row in found:
        notified[row["design"]] = notified.get(row["design"], 0) + row["notified"]
        vain[row["design"]] = vain.get(row["design"], 0) + row["wasted"]
    shares = {design: vain[design] / notified[design] for design in notified if notified[design]}
    return dict(sorted(shares.items(), key=lambda item: item[1]))


def _title(found: list[Row]) -> str:
    shares = list(_totals(found).items())
    if shares and shares[-1][1] == 0:
        return "No notification is wasted"
    if len(shares) < 2 or shares[0][1] == shares[-1][1]:
        return "Views notified of an action, and wasted notifications"
    (least, low), (most, high) = shares[0], shares[-1]
    worst = max((r for r in found if r["design"] == most), key=lambda r: r["wasted"])
    return (
        f"{most} wastes up to {number(worst['wasted'])} notifications for an action"
        f" ({percent(high)} of its own); {least} {'none' if not low else f'{percent(low)}'}"
    )


def _sentence(found: list[Row]) -> str:
    shares = [f"{design} {percent(share)}" for design, share in _totals(found).items()]
    if not shares:
        return "Nobody was notified of anything."
    said = [f"Wasted, of all notifications: {listed(shares)}"]
    wasteful = [row for row in found if row["notified"] and row["wasted"]]
    if wasteful:
        row = max(wasteful, key=lambda row: row["wasted"])
        useful = row["notified"] - row["wasted"]
        said.append(
            f"Most with {row['views']} ({row['design']}): {number(row['notified'])} are notified of"
            f" each action, {number(row['wasted'])} of them wasted"
            + (f", {factor(row['notified'] / useful)} for each that had to draw" if useful else "")
        )
    return ". ".join(said) + "."


def _drawn(workload: str, designs: list[str]):  # noqa: ANN202 - a function of the look
    def draw(look: Look) -> alt.FacetChart:
        scheme = look.scheme
        down = alt.Y("views:N", title=None)
        width = look.width(110, 90)
        colour = alt.Color(
            "kind:N",
            scale=alt.Scale(domain=[NEEDED, WASTE], range=[scheme.blue, scheme.orange]),
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
                    axis=alt.Axis(title="share of those notified", values=[0, 0.5, 1], format="~%"),
                    scale=alt.Scale(domain=[0, 1]),
                ),
                color=colour,
                order="rank:Q",
                tooltip=[
                    alt.Tooltip("workload:N"),
                    alt.Tooltip("design:N"),
                    alt.Tooltip("views:N"),
                    alt.Tooltip("notified:Q", title="notified per action", format=",.4~r"),
                    alt.Tooltip("wasted:Q", title="wasted", format=",.4~r"),
                ],
            )
        )
        # The numbers say again what the colours say.
        text = (
            alt.Chart()
            .transform_filter(f"datum.kind === '{WASTE}'")
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
