"""What came, was done and waited in each second of a load, and how long it took."""

import math

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..load import ONE_LOAD, LoadRun
from ..theme import Look, time_axis, told_apart
from ..words import count, percent, time

NAME = "timeline"
SECOND = 1_000_000_000
# More points than these cannot be seen.
POINTS = 240
# 0 and 20k; an axis's own format would say 0k.
SHORT = "format(datum.value, '~s')"


def make(run: LoadRun) -> Figure | Skipped:
    """The figure of a load."""
    seconds = _seconds(run)
    if seconds.is_empty():
        return Skipped(NAME, "no load that could be shown has lasted two seconds")
    step = math.ceil((seconds["second"].max() + 1) / POINTS)
    rows = _rows(seconds, step)
    names = list(dict.fromkeys(row["workload"] for row in rows))
    workload = run.workload if run.workload in names else names[0]
    own = [row for row in rows if row["workload"] == workload]
    designs = run.pictured(rows)
    first = " The first process of each." if run.shown["round"].n_unique() > 1 else ""
    each = f" Points stand for {step} seconds." if step > 1 else ""
    return Figure(
        NAME,
        "A load second by second",
        _title(own),
        f"{run.setting(workload)} {run.traffic(workload)}. {_marks(own)}{first}{each}",
        rows,
        _drawn(workload, designs, run.labels, own, run.places),
        {name: _sentence([row for row in rows if row["workload"] == name]) for name in names},
        workload,
        designs,
    )


def _seconds(run: LoadRun) -> pl.DataFrame:
    """The seconds of the first process of each scenario, where there are two at least."""
    lasting = run.shown.filter(pl.col("duration_ns") >= 2 * SECOND).select(ONE_LOAD).unique()
    rows = run.named(run.timeline).join(lasting, on=ONE_LOAD, how="semi")
    rows = rows.filter(pl.col("round") == pl.col("round").min().over("scenario"))
    return rows.sort("place", "label", "second")


def _rows(seconds: pl.DataFrame, step: int) -> list[Row]:
    """A row for each point: rates are means of its seconds, all else is the most of them."""
    same = ["workload", "design", "label", "place", "second"]
    rates = ["offered", "completed", "dropped"]
    most = ["in_system", "response_p50_ns", "response_p99_ns"]
    points = (
        seconds.with_columns(pl.col("second") // step * step)
        .group_by(same, maintain_order=True)
        .agg(
            [pl.col(name).mean() for name in rates]
            + [pl.col(name).max() for name in most]
            + [pl.col(name).sum().alias(f"{name}_total") for name in rates]
        )
    )
    short = {"response_p50_ns": "p50", "response_p99_ns": "p99"}
    return [
        {
            short.get(name, name): rounded(value) if isinstance(value, float) else value
            for name, value in row.items()
            if value is not None
        }
        for row in points.iter_rows(named=True)
    ]


def _marks(rows: list[Row]) -> str:
    if not any("offered" in row for row in rows):
        return "Above: completed; below: response p99, and p50 dashed."
    return (
        "Above, grey: offered; lines: completed; triangles: dropped. Then the actions in the"
        " system; then response p99, and p50 dashed."
    )


def _who(row: Row) -> str:
    return f"{row['label']}, {row['place']}"


def _totals(rows: list[Row], name: str) -> dict[str, int]:
    totals: dict[str, int] = {}
    for row in rows:
        totals[_who(row)] = totals.get(_who(row), 0) + row.get(f"{name}_total", 0)
    return totals


def _longest_line(rows: list[Row]) -> Row:
    return max(rows, key=lambda row: row.get("in_system", 0))


def _dropped(rows: list[Row]) -> list[tuple[float, str, int]]:
    """Who has dropped which share of the actions, and how many; the most first."""
    offered, dropped = _totals(rows, "offered"), _totals(rows, "dropped")
    shares = [(dropped[who] / offered[who], who, dropped[who]) for who in dropped if dropped[who]]
    return sorted(shares, reverse=True)


def _title(rows: list[Row]) -> str:
    dropped = _dropped(rows)
    if dropped:
        share, who, _ = dropped[0]
        return f"Up to {percent(share)} of the actions are turned away ({who})"
    longest = _longest_line(rows)
    waiting = longest.get("in_system", 0)
    if waiting > max(row.get("offered", 0) for row in rows) / 10:
        return f"Up to {count(waiting, 'action')} wait at the end of a second ({_who(longest)})"
    # A second with too few actions has no 99th percentile, and one without any no median.
    for share, name in (("99 %", "p99"), ("half", "p50")):
        timed = [row for row in rows if name in row]
        if timed:
            slowest = max(timed, key=lambda row: row[name])
            return (
                f"In the slowest second, {share} are answered within {time(slowest[name])}"
                f" ({_who(slowest)})"
            )
    return "No second has actions enough to know how long they take"


def _sentence(rows: list[Row]) -> str:
    """What was done of what came, the longest line, and the slowest second."""
    said = []
    dropped = _dropped(rows)
    offered = _totals(rows, "offered")
    if dropped:
        share, who, total = dropped[0]
        rest = f"; {count(len(dropped) - 1, 'other')} turned some away" if len(dropped) > 1 else ""
        said.append(
            f"The most are turned away with {who}: {count(total, 'action')}, {percent(share)} of"
            f" what came{rest}"
        )
    elif any(offered.values()):
        said.append("No action is turned away")
    longest = _longest_line(rows)
    if longest.get("in_system"):
        said.append(
            f"At most {count(longest['in_system'], 'action')} are in the system, in second"
            f" {longest['second']} ({_who(longest)})"
        )
    elif any("in_system" in row for row in rows):
        said.append("At no second's end does an action wait")
    timed = [row for row in rows if "p99" in row]
    if timed:
        slowest = max(timed, key=lambda row: row["p99"])
        fastest = min(timed, key=lambda row: row["p99"])
        said.append(
            f"p99 is highest in second {slowest['second']} of {_who(slowest)}, with"
            f" {time(slowest['p99'])}, and lowest in second {fastest['second']} of"
            f" {_who(fastest)}, with {time(fastest['p99'])}"
        )
    return ". ".join(said) + "."


def _drawn(  # noqa: ANN202 - a function of the look
    workload: str, designs: list[str], labels: list[str], own: list[Row], places: list[str]
):
    beside = len({row["place"] for row in own})
    scheduled = any("offered" in row for row in own)

    def draw(look: Look) -> alt.VConcatChart:
        scheme = look.scheme
        colours, shapes = told_apart(labels, scheme)
        colour = alt.Color("label:N", scale=colours, title=None)
        size = {"width": look.width({1: 860, 2: 450}.get(beside, 290), 250)}

        def across(title: str | None) -> alt.X:
            axis = alt.Axis(title=title, tickMinStep=1, grid=False, labels=title is not None)
            return alt.X("second:Q", axis=axis, scale=alt.Scale(nice=False))

        def panels(title: str | None, height: int, *layers: alt.Chart) -> alt.FacetChart:
            header = alt.Header(labelAnchor="start", labels=bool(title) or look.narrow)
            return (
                alt.layer(*layers)
                .properties(height=height, **size)
                .facet(
                    facet=alt.Facet("place:N", title=None, sort=places, header=header),
                    columns=look.columns(min(beside, 3)),
                    data=ROWS,
                    spacing=18,
                )
                .transform_filter(CHOSEN)
            )

        tips = [
            alt.Tooltip("place:N", title="topology"),
            alt.Tooltip("label:N", title="design"),
            alt.Tooltip("second:Q"),
            alt.Tooltip("offered:Q", title="offered per second", format=",~r"),
            alt.Tooltip("completed:Q", title="completed per second", format=",~r"),
            alt.Tooltip("dropped:Q", title="dropped per second", format=",~r"),
            alt.Tooltip("in_system:Q", title="in system", format=","),
            alt.Tooltip("p50:Q", title="response p50, ns", format=",.4~r"),
            alt.Tooltip("p99:Q", title="response p99, ns", format=",.4~r"),
        ]
        base = alt.Chart().encode(color=colour)
        short, tall = look.width(130, 120), look.width(170, 150)
        below = "second since the start (s)"
        rate = alt.Axis(title="actions per second", labelExpr=SHORT, tickCount=5)
        up = [alt.Y(f"{name}:Q", axis=rate) for name in ("offered", "completed", "dropped")]
        # Of all designs the same came.
        offered = (
            alt.Chart()
            .transform_filter("isValid(datum.offered)")
            .mark_area(interpolate="step", opacity=0.3, color=scheme.grey)
            .encode(x=across(None), y=alt.Y("max(offered):Q", axis=rate))
        )
        completed = base.mark_line(strokeWidth=2).encode(x=across(None), y=up[1])
        dropped = (
            base.transform_filter("datum.dropped > 0")
            .mark_point(filled=True, size=45, opacity=1, shape="triangle-down")
            .encode(x=across(None), y=up[2], tooltip=tips)
        )
        blocks = [panels("rates", tall, *([offered] if scheduled else []), completed, dropped)]
        if scheduled:
            waiting = base.transform_filter("isValid(datum.in_system)").encode(
                x=across(None),
                y=alt.Y(
                    "in_system:Q",
                    axis=alt.Axis(title="in system (actions)", labelExpr=SHORT, tickCount=4),
                ),
            )
            blocks.append(panels(None, short, waiting.mark_line(strokeWidth=2)))
        axis = time_axis("response (ns, µs, ms, s)", tickCount=4)
        scale = alt.Scale(type="log")
        timed = base.transform_filter("isValid(datum.p99) && datum.p99 > 0").encode(x=across(below))
        halves = base.transform_filter("isValid(datum.p50) && datum.p50 > 0").encode(
            x=across(below)
        )
        p99 = timed.mark_line(strokeWidth=2).encode(y=alt.Y("p99:Q", scale=scale, axis=axis))
        p50 = halves.mark_line(strokeWidth=1.5, strokeDash=[3, 3]).encode(
            y=alt.Y("p50:Q", scale=scale, axis=axis)
        )
        marks = timed.mark_point(filled=True, size=36, opacity=1).encode(
            y=alt.Y("p99:Q", scale=scale, axis=axis),
            shape=alt.Shape("label:N", scale=shapes, title=None),
            tooltip=tips,
        )
        blocks.append(panels(None, tall, p50, p99, marks))
        stacked = alt.vconcat(*blocks, spacing=10)
        # They are of the whole; add_params would hand them to each part.
        stacked.params = [param.param for param in filters(workload, designs)]
        return stacked

    return draw
