"""Cost against copies, with a panel for each design and a line for each topology."""

from dataclasses import dataclass
from functools import partial

import altair as alt

from ..chart import in_panels, keyed, panels, scaled, tips
from ..estimates import Point, growth, paired, winner
from ..figure import Figure, Row, Skipped
from ..run import TIME, Run, one_affinity, usual
from ..theme import Look, log_axis, zoom
from ..words import count, factor, listed, time, topology

NAME = "growth"
BASE, OTHER = "single", "per-feature"
PICTURED = 8
# The growth from none to the most features, as a share of the base, that is described.
STEEP = 0.5
SHAPES = {
    "single": "circle",
    "per-feature": "square",
    "grouped": "diamond",
    "scoped": "triangle-up",
}


@dataclass(frozen=True)
class Sweep:
    """The cost of a design in each topology of a workload."""

    workload: str
    design: str
    lines: dict[str, list[Point]]

    @property
    def compared(self) -> tuple[Point, Point] | None:
        """The costs of one store and of one store per module at the greatest common count."""
        pairs = paired(self.lines.get(BASE, []), self.lines.get(OTHER, []))
        return pairs[-1] if pairs else None

    @property
    def ratio(self) -> float | None:
        """The cost of one store as a multiple of that of one store per module, at that count."""
        return self.compared[0].cost / self.compared[1].cost if self.compared else None


def make(run: Run) -> Figure | Skipped:
    sweeps = _sweeps(run)
    if not sweeps:
        return Skipped(NAME, "the run has no design at two or more numbers of copies")
    sizes = dict.fromkeys(sorted({sweep.workload for sweep in sweeps}), 0)
    for sweep in sweeps:
        sizes[sweep.workload] += sum(len(line) for line in sweep.lines.values())
    workload = max(sizes, key=lambda name: sizes[name])
    own = [sweep for sweep in sweeps if sweep.workload == workload]
    designs = [sweep.design for sweep in _worth_showing(own)]
    return Figure(
        NAME,
        "Cost against copies",
        _title(own),
        f"Workload {workload}. Lines: times; bands: {_bands(run)}. Panels: one store over one"
        " store per module, with the most copies.",
        [row for rank, sweep in enumerate(sweeps) for row in _rows(sweep, rank)],
        partial(_draw, workload, designs, {name for sweep in sweeps for name in sweep.lines}),
        {name: _sentence([s for s in sweeps if s.workload == name]) for name in sizes},
        workload,
        designs,
    )


def _bands(run: Run) -> str:
    """Returns the meaning of the bands: the range, with one process."""
    few = run.metric(TIME)["interval_low"].is_null().any()
    return "95 % intervals" + (", or the range of a single process" if few else "")


def _sweeps(run: Run) -> list[Sweep]:
    """Returns the designs with a sweep; those whose topologies differ most are first."""
    rows = one_affinity(usual(run.metric(TIME)))
    found = []
    for (workload, design), part in rows.group_by("workload", "design", maintain_order=True):
        lines: dict[str, list[Point]] = {}
        for row in part.sort("topology", "features").iter_rows(named=True):
            low, high = row["interval_low"], row["interval_high"]
            low = low or row["min"] or row["estimate"]
            point = Point(row["features"], row["estimate"], low, high or row["max"])
            lines.setdefault(row["topology"], []).append(point)
        if max(len({point.features for point in line}) for line in lines.values()) > 1:
            found.append(Sweep(workload, design, lines))
    beside_floor = {sweep.workload for sweep in found if sweep.design != "floor"}
    found = [sweep for sweep in found if sweep.workload in beside_floor]
    return sorted(found, key=lambda sweep: (-(sweep.ratio or 0), sweep.workload, sweep.design))


def _worth_showing(sweeps: list[Sweep]) -> list[Sweep]:
    """Returns the designs whose cost depends on the topology, then the cheapest others."""
    decided = [s for s in sweeps if s.compared and winner(*s.compared) != 0 and s.ratio > 1.5]
    rest = [s for s in sweeps if s not in decided and s.design != "floor"]
    cheapest = sorted(rest, key=lambda s: min(line[-1].cost for line in s.lines.values()))
    return decided[: PICTURED - 1] + cheapest[: max(1, PICTURED - len(decided))]


def _rows(sweep: Sweep, rank: int) -> list[Row]:
    panel = sweep.design + (f": {factor(sweep.ratio)} ×" if sweep.ratio else "")
    same = {"workload": sweep.workload, "design": sweep.design, "panel": panel, "rank": rank}
    return [
        same
        | {
            "topology": topology(name),
            "features": point.features,
            "ns": point.cost,
            "low": point.low,
            "high": point.high,
        }
        for name, line in sweep.lines.items()
        for point in line
    ]


def _title(sweeps: list[Sweep]) -> str:
    compared = [s for s in sweeps if s.compared and winner(*s.compared) and s.design != "floor"]
    if not compared:
        return "Cost of an action by number of copies"
    most, least = compared[0], compared[-1]
    at = count(max(sweep.compared[0].features for sweep in compared), "copy")
    if most is least or most.ratio < 1:
        return (
            f"At {at}, one store costs {most.design} {factor(most.ratio)} times"
            " what one store per module costs"
        )
    return (
        f"At {at}, one store costs from {factor(least.ratio)} ({least.design}) to"
        f" {factor(most.ratio)} times ({most.design}) what one store per module costs"
    )


def _sentence(sweeps: list[Sweep]) -> str:
    """Returns the cost of one store for every design, and undecided designs."""
    designs = [sweep for sweep in sweeps if sweep.design != "floor"]
    compared = [sweep for sweep in designs if sweep.compared]
    decided = [sweep for sweep in compared if winner(*sweep.compared)]
    said = []
    if decided:
        at = count(decided[0].compared[0].features, "copy")
        rest = [f"{s.design} {factor(s.ratio)} times" for s in decided[1:]]
        said.append(
            f"One store costs {decided[0].design} {factor(decided[0].ratio)} times what one store"
            f" per module costs at {at}" + (f"; {listed(rest)}" if rest else "")
        )
    alike = [sweep.design for sweep in compared if sweep not in decided]
    if alike:
        said.append(f"No difference was found there for {listed(alike)}")
    fits = [(sweep, growth(sweep.lines.get(BASE, []))) for sweep in designs]
    steep = [
        f"{time(base)} + {time(slope)} per copy with {sweep.design}".removeprefix("0 ns + ")
        for sweep, (base, slope) in ((s, fit) for s, fit in fits if fit)
        if slope * sweep.lines[BASE][-1].features > STEEP * base
    ]
    if steep:
        said.append(f"One store costs {listed(steep)}")
    for sweep in designs:
        line = next(iter(sweep.lines.values()))
        if not sweep.compared and len(line) > 1:
            said.append(
                f"{sweep.design} costs {factor(line[-1].cost / line[0].cost)} times as much at"
                f" {count(line[-1].features, 'copy')} as at {line[0].features:,}"
            )
    return ". ".join(said) + "."


def _draw(workload: str, designs: list[str], topologies: set[str], look: Look) -> alt.FacetChart:
    scheme = look.scheme
    hues = [scheme.orange, scheme.blue, scheme.purple, scheme.green]
    looks = [pair for pair in zip(SHAPES, hues, strict=True) if pair[0] in topologies]
    colour, shape = keyed(
        "topology:N",
        [topology(name) for name, _ in looks],
        [hue for _, hue in looks],
        [SHAPES[name] for name, _ in looks],
        alt.Legend(symbolOpacity=1),
    )
    across = alt.X(
        "features:Q",
        scale=alt.Scale(type="log", nice=False, padding=12),
        axis=log_axis("copies", tickCount=3, grid=False),
    )
    costs = alt.Chart().encode(x=across, color=colour)
    up = scaled(alt.Y, log_axis("ns per action"))
    band = costs.mark_area(opacity=0.22, line=False).encode(y=up("low"), y2="high:Q")
    line = costs.mark_line(strokeWidth=2).encode(y=up("ns"))
    dots = costs.mark_point(filled=True, size=60, opacity=1).encode(
        y=up("ns"),
        shape=shape,
        tooltip=tips("design", "topology", "features", "ns", "low", "high"),
    )
    if not look.narrow:
        dots = dots.add_params(zoom("growth_zoom", "x", "y"))
    layers = alt.layer(band, line, dots)
    layers = layers.properties(width=look.size(210, 290), height=look.size(150, 170))
    facet = panels("panel:N", sort=alt.EncodingSortField("rank", op="min"))
    return in_panels(layers, facet, look.size(4), workload, designs)
