"""What every design costs, as a multiple of the floor, a panel for each workload."""

import math

import altair as alt
import polars as pl

from ..figure import CHOSEN, ROWS, Figure, Row, Skipped, filters, rounded
from ..run import TIME, Run, one_affinity, plain
from ..theme import Look, log_axis, zoom
from ..words import count, factor, listed, time

NAME = "designs"
PINNED, FREE, UNKNOWN = "pinned to one core", "free on all cores", "cores unknown"
CORES = {"pinned": PINNED, "free": FREE}
SHAPES = {PINNED: "circle", FREE: "diamond", UNKNOWN: "square"}


def make(run: Run) -> Figure | Skipped:
    """The figure of a run."""
    rows = _rows(run)
    if not rows:
        return Skipped(NAME, "the run has no design beside a floor in one store")
    workloads = list(dict.fromkeys(row["workload"] for row in rows))
    order = _order(rows)
    return Figure(
        NAME,
        "Cost as a multiple of the floor",
        _title(rows, order),
        "One store, actions spread uniformly, no views. Marks: medians over the floor's median;"
        f" bars: 95 % intervals{'; small ticks: processes' if run.processes is not None else ''}."
        " Log scale.",
        rows,
        _drawn(order, {row["cores"] for row in rows}),
        {workload: _sentence(rows, workload) for workload in workloads} | {"": _overall(rows)},
        designs=order,
    )


def _rows(run: Run) -> list[Row]:
    """A row for each design and workload, at the feature count that most designs have.

    Of a design that was measured both ways, the pinned row is the chief one, of which words speak.
    """
    timed = plain(run.metric(TIME)).filter(
        pl.col("topology") == "single", pl.col("ratio_to_floor").is_not_null()
    )
    rows: list[Row] = []
    processes = _processes(run)
    for (workload,), part in timed.group_by("workload", maintain_order=True):
        sizes = part.group_by("features").agg(pl.col("design").n_unique().alias("designs"))
        features = sizes.sort("designs", "features", descending=[True, False])["features"][0]
        part = part.filter(pl.col("features") == features)
        # A workload of few designs, as those in flight, is no comparison of shapes.
        if part["design"].n_unique() < max(2, (timed["design"].n_unique() + 1) // 2):
            continue
        chief = set(one_affinity(part)["scenario"])
        for row in part.iter_rows(named=True):
            floor = row["median"] / row["ratio_to_floor"]
            same = {
                "workload": workload,
                "design": row["design"],
                "panel": f"{workload}, {count(features, 'feature')}",
                "ratio": rounded(row["ratio_to_floor"]),
                "cores": CORES.get(row["affinity"], UNKNOWN),
                "chief": row["scenario"] in chief,
            }
            ends = (row["interval_low"], row["interval_high"])
            low, high = (None if end is None else rounded(end / floor) for end in ends)
            numbers = {"ns": rounded(row["median"]), "low": low, "high": high}
            rows.append(same | {"kind": "design"} | numbers)
            rows += [
                same | {"kind": "process", "ratio": rounded(ns / floor)}
                for ns in _few(processes.get(row["scenario"], []))
            ]
    return rows


def _processes(run: Run) -> dict[str, list[float]]:
    """The medians of each scenario's processes, ascending."""
    if run.processes is None:
        return {}
    grouped = run.processes.group_by("scenario").agg(pl.col("ns").sort())
    return dict(grouped.iter_rows())


def _few(values: list[float]) -> list[float]:
    """Of many values as many as can be seen, the ends among them."""
    most = 9
    if len(values) <= most:
        return values
    return [values[round(rank * (len(values) - 1) / (most - 1))] for rank in range(most)]


def _order(rows: list[Row]) -> list[str]:
    """The designs, the cheapest first, by their geometric mean over workloads."""
    logs: dict[str, list[float]] = {}
    for row in rows:
        if row["kind"] == "design" and row["chief"]:
            logs.setdefault(row["design"], []).append(math.log(row["ratio"]))
    return sorted(logs, key=lambda name: sum(logs[name]) / len(logs[name]))


def _ranked(rows: list[Row], workload: str | None = None) -> list[Row]:
    found = [
        row
        for row in rows
        if row["kind"] == "design"
        and row["design"] != "floor"
        and row["chief"]
        and workload in (None, row["workload"])
    ]
    return sorted(found, key=lambda row: row["ratio"])


def _title(rows: list[Row], order: list[str]) -> str:
    """The cheapest design and the dearest of those measured widely, and what each costs."""
    ratios: dict[str, list[float]] = {design: [] for design in order}
    for row in _ranked(rows):
        ratios[row["design"]].append(row["ratio"])
    workloads = len({row["workload"] for row in rows})
    named = [design for design in order if len(ratios[design]) * 2 >= workloads]
    if not named:
        return "What an action costs, as a multiple of the floor"
    ranges = []
    for design in dict.fromkeys((named[0], named[-1])):
        low, high = factor(min(ratios[design])), factor(max(ratios[design]))
        times = low if low == high else f"{low} to {high}"
        ranges.append((design, times))
    (first, times), *rest = ranges
    start = f"With {first} an action costs {times} times what the floor takes"
    return start + "".join(f"; with {design}, {times} times" for design, times in rest)


def _sentence(rows: list[Row], workload: str) -> str:
    ranked = _ranked(rows, workload)
    if not ranked:
        return ""
    said = [f"{row['design']} {factor(row['ratio'])}" for row in ranked]
    floor = next((r for r in rows if r["workload"] == workload and r["design"] == "floor"), None)
    start = f"{workload}: the floor takes {time(floor['ns'])} an action; " if floor else ""
    return start + f"times the floor: {listed(said)}."


def _overall(rows: list[Row]) -> str:
    """How many designs stay near the floor, and how many are far from it."""
    ranked = _ranked(rows)
    near = sum(1 for row in ranked if row["ratio"] < 2)
    far = sum(1 for row in ranked if row["ratio"] > 100)
    workloads = len({row["workload"] for row in rows})
    dearest = ranked[-1]
    return (
        f"Of {count(len(ranked), 'pair')} of a design and a workload ({workloads} of them),"
        f" {near} cost less than twice the floor and {far} more than a hundred times;"
        f" the most is {factor(dearest['ratio'])} times, for {dearest['design']} in"
        f" {dearest['workload']}. The floor's own interval is in its row."
    )


def _drawn(order: list[str], cores: set[str]):  # noqa: ANN202 - a function of the look
    def draw(look: Look) -> alt.FacetChart:
        scheme = look.scheme
        hues = {PINNED: scheme.blue, FREE: scheme.orange, UNKNOWN: scheme.green}
        kinds = [kind for kind in SHAPES if kind in cores]
        colour = alt.Color(
            "cores:N",
            scale=alt.Scale(domain=kinds, range=[hues[kind] for kind in kinds]),
            title=None,
            legend=alt.Legend(symbolOpacity=1),
        )
        shape = alt.Shape(
            "cores:N",
            scale=alt.Scale(domain=kinds, range=[SHAPES[kind] for kind in kinds]),
            title=None,
        )
        axis = log_axis("times the floor", tickCount=4)
        across = alt.X("ratio:Q", scale=alt.Scale(type="log"), axis=axis)
        down = alt.Y("design:N", sort=order, title=None, axis=alt.Axis(grid=True))
        designs = alt.Chart().transform_filter("datum.kind === 'design'").encode(y=down)
        floor = (
            alt.Chart().mark_rule(color=scheme.quiet).encode(x=alt.datum(1, type="quantitative"))
        )
        spans = designs.mark_rule(strokeWidth=3, opacity=0.45).encode(
            x=alt.X("low:Q", scale=alt.Scale(type="log"), axis=axis), x2="high:Q", color=colour
        )
        ticks = alt.Chart().transform_filter("datum.kind === 'process'")
        ticks = ticks.mark_tick(thickness=1, height=9, opacity=0.7)
        ticks = ticks.encode(x=across, y=down, color=colour)
        dots = designs.mark_point(filled=True, size=55, opacity=1).encode(
            x=across,
            color=colour,
            shape=shape,
            tooltip=[
                alt.Tooltip("workload:N"),
                alt.Tooltip("design:N"),
                alt.Tooltip("cores:N"),
                alt.Tooltip("ratio:Q", title="times the floor", format=",.3~r"),
                alt.Tooltip("low:Q", title="95 % from", format=",.3~r"),
                alt.Tooltip("high:Q", title="to", format=",.3~r"),
                alt.Tooltip("ns:Q", title="ns per action", format=",.4~r"),
            ],
        )
        if not look.narrow:
            dots = dots.add_params(zoom("designs_zoom", "x"))
        layers = alt.layer(floor, spans, ticks, dots)
        layers = layers.properties(width=look.width(215, 200), height=alt.Step(16))
        return (
            layers.facet(
                facet=alt.Facet("panel:N", title=None, header=alt.Header(labelAnchor="start")),
                columns=look.columns(4),
                data=ROWS,
                spacing=16,
            )
            .transform_filter(CHOSEN)
            .add_params(*filters("", order))
        )

    return draw
