"""Response and service time by percentile, on HdrHistogram's axis."""

import altair as alt
import polars as pl

from ..figure import Figure, Row, Skipped, by_place, in_panels, named, rounded
from ..load import LoadRun, is_doubtful
from ..theme import Look, time_axis, told_apart
from ..words import listed, time
from ..worth import (
    BELIEVED,
    KNOWN,
    UNBELIEVED,
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
    """The figure of a load."""
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the load has no percentile of a response time")
    own = [row for row in rows if row["workload"] == run.workload]
    designs = run.pictured(rows)
    return Figure(
        NAME,
        "Response time by percentile",
        _title(run, own),
        " ".join(
            [
                f"{run.setting(run.workload)} {run.traffic(run.workload)}. A line's last point is"
                " the longest time of all. Both axes are logarithmic.",
                *explained([(row["ns"], row) for row in own], "Bands"),
            ]
        ),
        rows,
        _drawn(run, designs),
        {
            name: _sentence([row for row in rows if row["workload"] == name])
            for name in dict.fromkeys(row["workload"] for row in rows)
        },
        run.workload,
        designs,
    )


def _rows(run: LoadRun) -> list[Row]:
    """A row for each percentile: medians of the processes, where there are several."""
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
        # The longest time of n actions is what one of n took.
        | {
            "x": rounded(
                row["actions_total"]
                if row["percentile"] == 100
                else 1 / (1 - row["percentile"] / 100)
            ),
            "ns": rounded(row["time_ns"]),
        }
        | worth(row["values"], *(row[name] for name in KNOWN))
        for row in medians.iter_rows(named=True)
    ]
    for line in _lines(found):
        for before, row, after in zip([{}, *line], line, [*line[1:], {}], strict=False):
            # A band needs two points.
            if "low" in row and "low" not in before and "low" not in after:
                row["alone"] = True
    return found


def _lines(rows: list[Row]) -> list[list[Row]]:
    """The rows of each line in their order."""
    lines: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        same = (row["workload"], row["label"], row["place"], row["time"])
        lines.setdefault(same, []).append(row)
    return list(lines.values())


def p99(rows: list[Row], kind: str = "response") -> list[Row]:
    """The 99th percentiles of one kind of time, the least first."""
    found = [row for row in rows if row["time"] == kind and row["percentile"] == 99]
    return sorted(found, key=lambda row: row["ns"])


def _title(run: LoadRun, rows: list[Row]) -> str:
    known = p99(rows)
    if not known:
        return "Response time by percentile"
    found = [row for row in known if row["worth"] == BELIEVED] or known
    least, most = found[0], found[-1]
    said = f"99 of 100 actions are answered within {time(least['ns'])} ({named(least)})"
    if least is not most:
        said += f" to {time(most['ns'])} ({named(most)})"
    shown = run.shown.filter(pl.col("workload") == run.workload)
    if shown.filter(is_doubtful()).height == shown.height:
        return f"{said}, but every load is doubtful"
    return said if least["worth"] == BELIEVED else f"{said}, but none of it is to be believed"


def _caveat(row: Row) -> str:
    return ", not to be believed" if row["worth"] == UNBELIEVED else ""


def _sentence(rows: list[Row]) -> str:
    """The 99th percentile of every design in each place, and who waits most beyond the service."""
    said = []
    places: dict[str, list[Row]] = {}
    for row in p99(rows):
        places.setdefault(row["place"], []).append(row)
    for place, found in places.items():
        each = [f"{time(row['ns'])} ({row['label']}{_caveat(row)})" for row in found]
        said.append(f"In {place}, 99 % are answered within {listed(each)}")
    if not said:
        return "There are too few actions for a 99th percentile."
    service = {named(row): row["ns"] for row in p99(rows, "service")}
    waits = [(row["ns"] / service[named(row)], row) for row in p99(rows) if named(row) in service]
    times, row = max(waits, key=lambda pair: pair[0], default=(0, None))
    if row and times >= 1.5:
        said.append(
            f"{row['label']} in {row['place']} serves 99 % within {time(service[named(row)])}: the"
            " rest of its response is waiting"
        )
    return ". ".join(said) + "."


def _drawn(run: LoadRun, designs: list[str]):  # noqa: ANN202
    places = run.places
    panels = run.shown.filter(pl.col("workload") == run.workload)["place"].n_unique()

    def draw(look: Look) -> alt.FacetChart:
        colours, shapes = told_apart(run.labels, look.scheme)
        percent = (
            "datum.value < 1.5 ? '0\u00a0%' : format(100 - 100 / datum.value, '.8~r') + '\u00a0%'"
        )
        ticks = [1, 2] + [10**power for power in range(1, 9)]
        across = alt.X(
            "x:Q",
            scale=alt.Scale(type="log", nice=False),
            axis=alt.Axis(
                title="share of the actions that took no longer (%)",
                values=ticks,
                labelExpr=percent,
                labelOverlap="greedy",
                labelSeparation=6,
            ),
        )
        scale, axis = alt.Scale(type="log"), time_axis("time (ns, µs, ms, s)")
        up = alt.Y("ns:Q", scale=scale, axis=axis)
        colour = alt.Color("label:N", scale=colours, title=None, legend=alt.Legend(symbolOpacity=1))
        base = alt.Chart().encode(x=across, color=colour)
        lines = base.mark_line(strokeWidth=2).encode(
            y=up,
            strokeDash=alt.StrokeDash(
                "time:N",
                scale=alt.Scale(domain=list(TIMES), range=[[1, 0], [4, 4]]),
                title=None,
                legend=alt.Legend(symbolType="stroke", symbolStrokeColor=look.scheme.ink),
            ),
        )
        between = base.transform_calculate(**interval_ends("ns")).encode(
            y=alt.Y("bottom:Q", scale=scale, axis=axis), y2="top:Q", detail="time:N"
        )
        bands = between.mark_area(opacity=0.2)
        whiskers = between.transform_filter("datum.alone").mark_rule(strokeWidth=1.5)
        seen = base.transform_filter("datum.percentile >= 50").encode(
            y=up,
            shape=alt.Shape("label:N", scale=shapes, title=None),
            tooltip=[
                alt.Tooltip("place:N", title="topology"),
                alt.Tooltip("label:N", title="design"),
                alt.Tooltip("time:N"),
                alt.Tooltip("percentile:Q", title="% of the actions"),
                alt.Tooltip("ns:Q", title="within, ns", format=",.4~r"),
                *WORTH_TIPS,
            ],
        )
        dots = [
            mark
            for time_, size in (("response", 60), ("service", 22))
            for mark in filled_or_hollow(
                seen.transform_filter(f"datum.time === '{time_}'"), look.scheme, size=size
            )
        ]
        layers = alt.layer(bands, whiskers, lines, *dots).properties(
            width=look.width({1: 860, 2: 450}.get(panels, 290), 270),
            height=look.width(320, 260),
        )
        return in_panels(layers, by_place(places), look, panels, run.workload, designs)

    return draw
