"""The response p99 of each design and topology, beside the delay of the generator."""

import statistics
from functools import partial

import altair as alt

from ..chart import in_panels, keyed, panels, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, distinct, grouped
from ..load import ONE_LOAD, LoadRun
from ..theme import Look, time_axis
from ..words import TOPOLOGIES, factor, listed, time, topology
from ..worth import (
    KNOWN,
    RELIABLE,
    UNRELIABLE,
    WORTH_TIPS,
    explained,
    filled_or_hollow,
    interval_ends,
    of_response,
    worth,
)

NAME = "tails"
# The share of the response from which the title mentions the delay.
MUCH = 0.1
SOUND, WARNED = "sound", "warned"


def make(run: LoadRun) -> Figure | Skipped:
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "no load has enough actions for a 99th percentile")
    workload, own = run.pictured_workload(rows)
    designs = distinct(rows, "design")
    return Figure(
        NAME,
        "Response p99 by design and topology",
        _title(own),
        f"{run.setting(workload)} {run.traffic(workload)}. {_marks(own)}",
        rows,
        partial(_draw, workload, designs, own),
        by_workload(rows, _sentence),
        workload,
        designs,
    )


def _marks(rows: list[Row]) -> str:
    plain = (
        ""
        if any(row["worth"] == UNRELIABLE for row in rows)
        else "; hollow: the load has a warning"
    )
    said = [f"Filled: response p99{plain}; bar: generator delay p99."]
    if any(row["processes"] > 1 for row in rows):
        said.append("Medians of the processes.")
    found = [(row["p99"], row) for row in rows]
    return " ".join(said) + explained(found, "Lines", "the load has a warning, ")


def _rows(run: LoadRun) -> list[Row]:
    """Returns a row for each scenario: medians of its processes, the shortest response first."""
    rows = []
    known = of_response(run, 99)
    judged = run.shown.join(known, on=ONE_LOAD, how="left", maintain_order="left")
    for _, part in judged.group_by("scenario", maintain_order=True):
        timed = part.drop_nulls("response_p99_ns")
        response = timed["response_p99_ns"].to_list()
        late = part["generator_delay_p99_ns"].median()
        if not response or statistics.median(response) <= 0:
            continue
        first = part.row(0, named=True)
        warnings = [text for text in part["warning"] if text]
        found = worth(response, *(timed[name].to_list() for name in KNOWN))
        rows.append(
            found
            | {name: first[name] for name in ("workload", "design", "label")}
            | {
                "topology": topology(first["topology"]),
                "panel": first["beside"],
                "p99": statistics.median(response),
                "late": late or 0,
                "text": time(statistics.median(response)),
                "kind": WARNED if warnings or found["worth"] != RELIABLE else SOUND,
                "warning": warnings[0] if warnings else "",
                "processes": part.height,
            }
        )
    return sorted(rows, key=lambda row: (row["p99"], row["label"]))


def _described(row: Row) -> str:
    return ", ".join(filter(None, (row["label"], row["topology"], row["panel"])))


def _least(rows: list[Row]) -> str:
    return f"{time(rows[0]['p99'])} ({_described(rows[0])})"


def _title(rows: list[Row]) -> str:
    sound = [row for row in rows if row["kind"] == SOUND]
    if not sound:
        worst = max(rows, key=lambda row: row["late"] / row["p99"])
        if worst["late"] < MUCH * worst["p99"]:
            return f"Every load has a warning; the shortest response p99 is {_least(rows)}"
        return (
            f"Every load has a warning: generator delay is up to {time(worst['late'])} of a"
            f" response p99 of {time(worst['p99'])} ({_described(worst)})"
        )
    least, most = sound[0], sound[-1]
    if least is most:
        return f"Response p99 of {_described(least)}: {time(least['p99'])}"
    return (
        f"Response p99 is {time(least['p99'])} for {_described(least)} and {time(most['p99'])} for"
        f" {_described(most)}, {factor(most['p99'] / least['p99'])} times as much"
    )


def _sentence(rows: list[Row]) -> str:
    said = []
    for name, found in grouped(rows, "topology").items():
        each = []
        for row in found:
            mark = " (warning)" if row["kind"] == WARNED else ""
            beside = f", {row['panel']}" if row["panel"] else ""
            each.append(f"{row['label']}{beside} {time(row['p99'])}{mark}")
        said.append(f"Response p99, {name}: {listed(each)}")
    latest = max(rows, key=lambda row: row["late"])
    said.append(
        f"The generator delay p99 is up to {time(latest['late'])} ({_described(latest)}); response"
        " times that are not far above it say little about a design"
    )
    return ". ".join(said) + "."


def _draw(workload: str, designs: list[str], own: list[Row], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    beside = len(distinct(own, "panel"))
    present = set(distinct(own, "topology"))
    names = [name for name in TOPOLOGIES.values() if name in present]
    names += sorted(present - set(names))
    hues = [scheme.orange, scheme.blue, scheme.purple, scheme.green, scheme.ink, scheme.quiet]
    forms = ["circle", "square", "diamond", "triangle-up", "cross", "triangle-down"]
    colour, shape = keyed("topology:N", names, hues[: len(names)], forms[: len(names)])
    down = alt.Y("label:N", sort=distinct(own, "label"), title=None, axis=alt.Axis(grid=True))
    offset = alt.YOffset("topology:N", scale=alt.Scale(domain=names, paddingOuter=0.4))
    axis = time_axis("response p99 and generator delay p99 (ns, µs, ms, s)")
    scale = alt.Scale(type="log", nice=False, padding=look.size(64, 56))
    across = scaled(alt.X, axis, scale)
    tooltip = [*tips("label", "topology", "p99", "late"), *WORTH_TIPS, *tips("warning")]
    ends = interval_ends("p99") | {"end": "isValid(datum.top) ? datum.top : datum.p99"}
    base = alt.Chart().transform_calculate(**ends).encode(y=down, yOffset=offset)
    bars = (
        base.transform_filter("datum.late > 0")
        .mark_tick(thickness=3, height=12, color=scheme.grey, opacity=1)
        .encode(x=across("late"), tooltip=tooltip)
    )
    whiskers = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2)
    whiskers = whiskers.encode(x=across("bottom"), x2="top:Q", color=colour)
    dots = filled_or_hollow(
        base.encode(x=across("p99"), color=colour, shape=shape, tooltip=tooltip),
        scheme,
        f"datum.kind === '{WARNED}'",
        size=90,
        strokeWidth=2,
    )
    text = base.mark_text(align="left", dx=10, fontSize=11, color=scheme.ink)
    layers = alt.layer(bars, whiskers, *dots, text.encode(x=across("end"), text="text:N"))
    width = look.size({1: 800, 2: 380}.get(beside, 270), 200)
    layers = layers.properties(width=width, height=alt.Step(20))
    # A single panel without a name has no header.
    heads = alt.Header(labelAnchor="start", labels=beside > 1)
    facet = panels("panel:N", header=heads)
    return in_panels(layers, facet, look.size(min(beside, 3)), workload, designs)
