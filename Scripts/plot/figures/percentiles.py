"""Response and service time by percentile, on the axis of HdrHistogram."""

from functools import partial

import altair as alt
import polars as pl

from ..chart import in_places, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, described, grouped
from ..load import LoadRun, has_warning
from ..theme import Look, time_axis
from ..words import listed, time
from ..worth import (
    KNOWN,
    RELIABLE,
    UNRELIABLE,
    WORTH_TIPS,
    explained,
    filled_or_hollow,
    interval_ends,
    judged,
    worth,
)

NAME = "percentiles"
TIMES = ("response", "service")


def make(run: LoadRun) -> Figure | Skipped:
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the load has no percentile of a response time")
    own = [row for row in rows if row["workload"] == run.workload]
    designs = run.pictured(rows)
    return Figure(
        NAME,
        "Response time by percentile",
        _title(run, own),
        f"{run.setting(run.workload)} {run.traffic(run.workload)}. The last point of a line"
        " is the longest time. Both axes are logarithmic."
        + explained([(row["ns"], row) for row in own], "Bands"),
        rows,
        partial(_draw, run, designs),
        by_workload(rows, _sentence),
        run.workload,
        designs,
    )


def _rows(run: LoadRun) -> list[Row]:
    """Returns a row for each percentile: the median of the processes."""
    whole = judged(run).filter(pl.col("time").is_in(TIMES), pl.col("time_ns") > 0)
    same = ["workload", "design", "label", "place", "time", "percentile"]
    medians = (
        run.named(whole)
        .group_by(same, maintain_order=True)
        .agg(
            pl.col("time_ns").median(),
            pl.col("actions_total").median(),
            pl.col("time_ns").alias("values"),
            pl.col(KNOWN),
        )
        .sort("place", "label", "time", "percentile")
    )
    found = [
        {name: row[name] for name in same}
        # The longest time of n actions is drawn at a share of one in n.
        | {
            "x": row["actions_total"]
            if row["percentile"] == 100
            else 1 / (1 - row["percentile"] / 100),
            "ns": row["time_ns"],
        }
        | worth(row["values"], *(row[name] for name in KNOWN))
        for row in medians.iter_rows(named=True)
    ]
    for line in grouped(found, "workload", "label", "place", "time").values():
        for before, row, after in zip([{}, *line], line, [*line[1:], {}], strict=False):
            # A band needs two points.
            if "low" in row and "low" not in before and "low" not in after:
                row["alone"] = True
    return found


def p99(rows: list[Row], kind: str = "response") -> list[Row]:
    """Returns the 99th percentiles of one kind of time, the shortest first."""
    found = [row for row in rows if row["time"] == kind and row["percentile"] == 99]
    return sorted(found, key=lambda row: row["ns"])


def _title(run: LoadRun, rows: list[Row]) -> str:
    known = p99(rows)
    if not known:
        return "Response time by percentile"
    found = [row for row in known if row["worth"] == RELIABLE] or known
    least, most = found[0], found[-1]
    said = f"99 of 100 actions are answered within {time(least['ns'])} ({described(least)})"
    if least is not most:
        said += f" to {time(most['ns'])} ({described(most)})"
    shown = run.shown.filter(pl.col("workload") == run.workload)
    if shown.filter(has_warning()).height == shown.height:
        return f"{said}, but every load has a warning"
    return said if least["worth"] == RELIABLE else f"{said}, but these times are unreliable"


def _caveat(row: Row) -> str:
    return ", unreliable" if row["worth"] == UNRELIABLE else ""


def _sentence(rows: list[Row]) -> str:
    said = []
    for place, found in grouped(p99(rows), "place").items():
        each = [f"{time(row['ns'])} ({row['label']}{_caveat(row)})" for row in found]
        said.append(f"In {place}, 99 % are answered within {listed(each)}")
    if not said:
        return "There are too few actions for a 99th percentile."
    service = {described(row): row["ns"] for row in p99(rows, "service")}
    waits = [
        (row["ns"] / service[described(row)], row) for row in p99(rows) if described(row) in service
    ]
    times, row = max(waits, key=lambda pair: pair[0], default=(0, None))
    if row and times >= 1.5:
        served = time(service[described(row)])
        said.append(
            f"{row['label']} in {row['place']} serves 99 % within {served}: the rest of its"
            " response is waiting"
        )
    return ". ".join(said) + "."


def _draw(run: LoadRun, designs: list[str], look: Look) -> alt.FacetChart:
    beside = run.shown.filter(pl.col("workload") == run.workload)["place"].unique()
    colour, shape = run.encodings(look.scheme, alt.Legend(symbolOpacity=1))
    percent = "datum.value < 1.5 ? '0\u00a0%' : format(100 - 100 / datum.value, '.8~r') + '\u00a0%'"
    shares = alt.Axis(
        title="share of the actions that took no longer (%)",
        values=[1, 2] + [10**power for power in range(1, 9)],
        labelExpr=percent,
        labelOverlap="greedy",
        labelSeparation=6,
    )
    across = alt.X("x:Q", scale=alt.Scale(type="log", nice=False), axis=shares)
    up = scaled(alt.Y, time_axis("time (ns, µs, ms, s)"))
    base = alt.Chart().encode(x=across, color=colour)
    dash = alt.StrokeDash(
        "time:N",
        scale=alt.Scale(domain=list(TIMES), range=[[1, 0], [4, 4]]),
        title=None,
        legend=alt.Legend(symbolType="stroke", symbolStrokeColor=look.scheme.ink),
    )
    lines = base.mark_line(strokeWidth=2).encode(y=up("ns"), strokeDash=dash)
    between = base.transform_calculate(**interval_ends("ns")).encode(
        y=up("bottom"), y2="top:Q", detail="time:N"
    )
    bands = between.mark_area(opacity=0.2)
    whiskers = between.transform_filter("datum.alone").mark_rule(strokeWidth=1.5)
    seen = base.transform_filter("datum.percentile >= 50").encode(
        y=up("ns"),
        shape=shape,
        tooltip=[*tips("place", "label", "time", "percentile", "ns", ns="within, ns"), *WORTH_TIPS],
    )
    dots = []
    for time_, size in (("response", 60), ("service", 22)):
        own = seen.transform_filter(f"datum.time === '{time_}'")
        dots += filled_or_hollow(own, look.scheme, size=size)
    layers = alt.layer(bands, whiskers, lines, *dots)
    return in_places(layers, look, 320, run.places, beside, run.workload, designs)
