"""The cost of every design as a multiple of the floor, with a panel for each workload."""

from functools import partial

import altair as alt
import polars as pl

from ..chart import in_panels, keyed, panels, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, cheapest_first, distinct, grouped
from ..run import TIME, Run, commonest_features, one_affinity, plain
from ..theme import Look, log_axis, zoom
from ..words import count, factor, listed, time

NAME = "designs"
PINNED, FREE, UNKNOWN = "pinned to one core", "free on all cores", "cores unknown"
CORES = {"pinned": PINNED, "free": FREE}
SHAPES = {PINNED: "circle", FREE: "diamond", UNKNOWN: "square"}


def make(run: Run) -> Figure | Skipped:
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no design beside a floor in one store")
    order = cheapest_first(_chief(rows), "design", "ratio")
    return Figure(
        NAME,
        "Cost as a multiple of the floor",
        _title(rows, order),
        "One store, actions spread uniformly, no views. Marks: times over the floor's;"
        f" bars: 95 % intervals{'; small ticks: processes' if run.processes is not None else ''}."
        " Log scale.",
        rows,
        partial(_draw, order, distinct(rows, "cores")),
        by_workload(rows, _sentence) | {"": _overall(rows)},
        designs=order,
    )


def _rows(run: Run) -> list[Row]:
    """Returns a row for each design and workload, at the feature count that most designs have.

    If a design was measured with both affinities, the pinned row is the one in the sentences.
    """
    timed = plain(run.metric(TIME)).filter(
        pl.col("topology") == "single", pl.col("ratio_to_floor").is_not_null()
    )
    rows: list[Row] = []
    processes = _processes(run)
    for (workload,), part in timed.group_by("workload", maintain_order=True):
        features = commonest_features(part)
        part = part.filter(pl.col("features") == features)
        # A workload that only a few designs have is left out.
        if part["design"].n_unique() < max(2, (timed["design"].n_unique() + 1) // 2):
            continue
        chief = set(one_affinity(part)["scenario"])
        for row in part.iter_rows(named=True):
            floor = row["estimate"] / row["ratio_to_floor"]
            same = {
                "workload": workload,
                "design": row["design"],
                "panel": f"{workload}, {count(features, 'copy')}",
                "ratio": row["ratio_to_floor"],
                "cores": CORES.get(row["affinity"], UNKNOWN),
                "chief": row["scenario"] in chief,
            }
            ends = (row["interval_low"], row["interval_high"])
            low, high = (None if end is None else end / floor for end in ends)
            numbers = {"ns": row["estimate"], "low": low, "high": high}
            rows.append(same | {"kind": "design"} | numbers)
            rows += [
                same | {"kind": "process", "ratio": ns / floor}
                for ns in _few(processes.get(row["scenario"], []))
            ]
    return rows


def _processes(run: Run) -> dict[str, list[float]]:
    """Returns the medians of each scenario's processes, ascending."""
    if run.processes is None:
        return {}
    grouped = run.processes.group_by("scenario").agg(pl.col("ns").sort())
    return dict(grouped.iter_rows())


def _few(values: list[float], most: int = 9) -> list[float]:
    """Returns at most nine values, including the smallest and the greatest."""
    if len(values) <= most:
        return values
    return [values[round(rank * (len(values) - 1) / (most - 1))] for rank in range(most)]


def _chief(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row["kind"] == "design" and row["chief"]]


def _ranked(rows: list[Row]) -> list[Row]:
    return sorted(
        (row for row in _chief(rows) if row["design"] != "floor"), key=lambda row: row["ratio"]
    )


def _title(rows: list[Row], order: list[str]) -> str:
    """Returns the cost of the cheapest and of the most expensive design with most workloads."""
    parts = grouped(_ranked(rows), "design")
    ratios = {design: [row["ratio"] for row in part] for design, part in parts.items()}
    workloads = len(distinct(rows, "workload"))
    named = [design for design in order if len(ratios.get(design, [])) * 2 >= workloads]
    if not named:
        return "Cost of an action as a multiple of the floor"
    ranges = []
    for design in dict.fromkeys((named[0], named[-1])):
        low, high = factor(min(ratios[design])), factor(max(ratios[design]))
        times = low if low == high else f"{low} to {high}"
        ranges.append((design, times))
    (first, times), *rest = ranges
    start = f"An action costs {times} times the floor with {first}"
    return start + "".join(f"; with {design}, {times} times" for design, times in rest)


def _sentence(rows: list[Row]) -> str:
    ranked = _ranked(rows)
    if not ranked:
        return ""
    said = [f"{row['design']} {factor(row['ratio'])}" for row in ranked]
    floor = next((row for row in rows if row["design"] == "floor"), None)
    start = (
        f"{rows[0]['workload']}: the floor takes {time(floor['ns'])} an action; " if floor else ""
    )
    return start + f"times the floor: {listed(said)}."


def _overall(rows: list[Row]) -> str:
    """Returns the number of designs near the floor, and of those far from it."""
    ranked = _ranked(rows)
    near = sum(1 for row in ranked if row["ratio"] < 2)
    far = sum(1 for row in ranked if row["ratio"] > 100)
    workloads = len({row["workload"] for row in rows})
    costliest = ranked[-1]
    return (
        f"Of {count(len(ranked), 'pair')} of a design and a workload ({workloads} of them),"
        f" {near} cost less than twice the floor and {far} more than a hundred times;"
        f" the maximum is {factor(costliest['ratio'])} times, for {costliest['design']} in"
        f" {costliest['workload']}. The floor's own interval is in its row."
    )


def _draw(order: list[str], cores: list[str], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    hues = {PINNED: scheme.blue, FREE: scheme.orange, UNKNOWN: scheme.green}
    kinds = [kind for kind in SHAPES if kind in cores]
    colour, shape = keyed(
        "cores:N",
        kinds,
        [hues[kind] for kind in kinds],
        [SHAPES[kind] for kind in kinds],
        alt.Legend(symbolOpacity=1),
    )
    across = scaled(alt.X, log_axis("times the floor", tickCount=4))
    down = alt.Y("design:N", sort=order, title=None, axis=alt.Axis(grid=True))
    base = alt.Chart().encode(y=down, color=colour)
    designs = base.transform_filter("datum.kind === 'design'")
    floor = alt.Chart().mark_rule(color=scheme.quiet).encode(x=alt.datum(1, type="quantitative"))
    spans = designs.mark_rule(strokeWidth=3, opacity=0.45).encode(x=across("low"), x2="high:Q")
    ticks = base.transform_filter("datum.kind === 'process'").encode(x=across("ratio"))
    ticks = ticks.mark_tick(thickness=1, height=9, opacity=0.7)
    dots = designs.mark_point(filled=True, size=55, opacity=1).encode(
        x=across("ratio"),
        shape=shape,
        tooltip=tips("workload", "design", "cores", "ratio", "low", "high", "ns"),
    )
    if not look.narrow:
        dots = dots.add_params(zoom("designs_zoom", "x"))
    layers = alt.layer(floor, spans, ticks, dots)
    layers = layers.properties(width=look.size(215, 200), height=alt.Step(16))
    return in_panels(layers, panels("panel:N"), look.size(4), "", order, 16)
