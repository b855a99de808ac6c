"""Notifications of an action, and wasted ones, by design and view shape."""

from functools import partial

import altair as alt
import polars as pl

from ..chart import in_panels, panels, tips
from ..figure import Figure, Row, Skipped, by_workload, distinct, grouped
from ..run import SURROUNDINGS, Run, one_affinity
from ..theme import Look
from ..words import factor, listed, number, percent

NAME = "wasted"
NOTIFIED, WASTED = "notifications_per_action", "wasted_per_action"
NEEDED, WASTE = "drew a change", "wasted"


def make(run: Run) -> Figure | Skipped:
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no views; --views adds them")
    designs = sorted(distinct(rows, "design"))
    found = [row for row in rows if row["kind"] == WASTE]
    # The workload with the most view shapes.
    own = max(grouped(found, "workload").values(), key=lambda part: len(distinct(part, "views")))
    workload = own[0]["workload"]
    return Figure(
        NAME,
        "Notifications, and wasted ones",
        _title(own),
        f"Workload {workload}. Share of the views notified of an action, in one store unless"
        " another topology is named. Numbers: notified per action, and wasted.",
        rows,
        partial(_draw, workload, designs),
        by_workload(found, _sentence),
        workload,
        designs,
    )


def _rows(run: Run) -> list[Row]:
    """Returns two rows for each scenario with views: needed and wasted notifications."""
    chosen = run.rows.filter(
        pl.col("metric").is_in([NOTIFIED, WASTED]),
        pl.col("views") != "none",
        pl.col("estimate").is_not_null(),
    )
    index = ["scenario", "workload", "design", "topology", "features", "depth", *SURROUNDINGS]
    if not {NOTIFIED, WASTED} <= set(chosen["metric"]):
        return []
    wide = one_affinity(chosen).pivot(on="metric", index=index, values="estimate")
    rows = []
    for row in wide.drop_nulls([NOTIFIED, WASTED]).sort("scenario").iter_rows(named=True):
        notified, wasted = row[NOTIFIED], row[WASTED]
        place = "" if row["topology"] == "single" else f", {row['topology']}"
        parts = f"{number(notified)}, {number(wasted)} wasted" if wasted else number(notified)
        same = {
            "workload": row["workload"],
            "design": row["design"],
            "views": f"{row['views']}:{row['observers']}{place}",
            "notified": notified,
            "wasted": wasted,
            "text": parts if notified else "no notification",
        }
        share = wasted / notified if notified else 0
        rows.append(same | {"kind": WASTE, "share": share, "rank": 1})
        share = 1 - share if notified else 0
        rows.append(same | {"kind": NEEDED, "share": share, "rank": 0})
    return rows


def _shares(found: list[Row]) -> list[tuple[str, float]]:
    """Returns the share of wasted notifications of each design, the smallest first."""
    totals = {
        design: [sum(row[name] for row in part) for name in ("wasted", "notified")]
        for design, part in grouped(found, "design").items()
    }
    shares = [(design, wasted / all_) for design, (wasted, all_) in totals.items() if all_]
    return sorted(shares, key=lambda share: share[1])


def _title(found: list[Row]) -> str:
    shares = _shares(found)
    if shares and shares[-1][1] == 0:
        return "No notification is wasted"
    if len(shares) < 2 or shares[0][1] == shares[-1][1]:
        return "Views notified of an action, and wasted notifications"
    (least, low), (most, high) = shares[0], shares[-1]
    worst = max((r for r in found if r["design"] == most), key=lambda r: r["wasted"])
    return (
        f"{most} wastes up to {number(worst['wasted'])} notifications for an action"
        f" ({percent(high)} of its own); {least} {percent(low) if low else 'none'}"
    )


def _sentence(found: list[Row]) -> str:
    shares = [f"{design} {percent(share)}" for design, share in _shares(found)]
    if not shares:
        return "No view was notified."
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


def _draw(workload: str, designs: list[str], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    width = look.size(110, 90)
    base = alt.Chart().encode(y=alt.Y("views:N", title=None))
    share = alt.X(
        "share:Q",
        stack="zero",
        axis=alt.Axis(title="share of those notified", values=[0, 0.5, 1], format="~%"),
        scale=alt.Scale(domain=[0, 1]),
    )
    colour = alt.Color(
        "kind:N",
        scale=alt.Scale(domain=[NEEDED, WASTE], range=[scheme.blue, scheme.orange]),
        title=None,
        legend=alt.Legend(symbolType="square"),
    )
    bars = base.mark_bar(height=12).encode(
        x=share,
        color=colour,
        order="rank:Q",
        tooltip=tips("workload", "design", "views", "notified", "wasted"),
    )
    text = base.transform_filter(f"datum.kind === '{WASTE}'")
    text = text.mark_text(align="left", dx=6, fontSize=11, color=scheme.ink)
    layers = alt.layer(bars, text.encode(x=alt.value(width), text="text:N"))
    layers = layers.properties(width=width, height=alt.Step(18))
    return in_panels(layers, panels("design:N"), look.size(4), workload, designs)
