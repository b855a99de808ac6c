"""The parts of charts that several figures share."""

from collections.abc import Callable, Sized
from typing import Any

import altair as alt

from .theme import Look

# The dataset of every chart. The page and the image files put the rows there.
ROWS = alt.NamedData(name="rows")
LOG = alt.Scale(type="log")


def filters(workload: str, designs: list[str]) -> list[alt.Parameter]:
    """Returns the parameters that the page sets: a workload (empty: the figure's), and designs."""
    return [
        alt.param(name="workload", value=""),
        alt.param(name="own", value=workload),
        alt.param(name="designs", value=designs),
    ]


# The titles of fields in tooltips that are not their names.
TITLES = {
    "completed": "completed per second",
    "cpu": "CPU ns until quiet",
    "dropped": "dropped per second",
    "fairness": "fairness, Jain's index",
    "high": "to",
    "in_system": "in system",
    "label": "design",
    "late": "generator delay p99, ns",
    "low": "95 % interval from",
    "notified": "notified per action",
    "ns": "ns per action",
    "offered": "offered per second",
    "p50": "response p50, ns",
    "p99": "response p99, ns",
    "paused": "machine paused, ns",
    "percentile": "% of the actions",
    "place": "topology",
    "rate": "actions per second",
    "ratio": "times the floor",
    "send": "ns inside send",
    "speedup": "times one worker",
    "stolen": "stolen by the hypervisor, ns",
}
TEXTS = {
    *("bound", "cores", "design", "kind", "label", "panel", "place", "scenario", "side"),
    *("text", "time", "topology", "views", "warning", "workload", "worth"),
}


def tips(*fields: str, **titles: str) -> list[alt.Tooltip]:
    """Returns the tooltips of fields; numbers have the six digits of the rows."""
    return [
        alt.Tooltip(f"{field}:N", title=title)
        if field in TEXTS
        else alt.Tooltip(f"{field}:Q", title=title, format=",.6~r")
        for field in fields
        for title in [(TITLES | titles).get(field, field)]
    ]


# True for the rows that the page's filters select.
CHOSEN = (
    "(workload === '' ? (own === '' || datum.workload === own) : datum.workload === workload)"
    " && indexof(designs, datum.design) >= 0"
)


def scaled(
    channel: type[alt.X] | type[alt.Y], axis: alt.Axis, scale: alt.Scale = LOG
) -> Callable[[str], alt.X | alt.Y]:
    """Returns a function that encodes a number on an axis that several marks share."""
    return lambda field: channel(f"{field}:Q", scale=scale, axis=axis)


def panels(field: str, **options: Any) -> alt.Facet:  # noqa: ANN401 - any option of a facet
    """Returns a facet with a panel for each value of a field."""
    return alt.Facet(
        field, **({"title": None, "header": alt.Header(labelAnchor="start")} | options)
    )


def in_panels(
    layers: alt.LayerChart,
    facet: alt.Facet,
    columns: int,
    workload: str,
    designs: list[str],
    spacing: int = 18,
) -> alt.FacetChart:
    """Returns a chart for each panel, of the rows that the page's filters select."""
    return (
        layers.facet(facet=facet, columns=columns, data=ROWS, spacing=spacing)
        .transform_filter(CHOSEN)
        .add_params(*filters(workload, designs))
    )


def in_places(
    layers: alt.LayerChart,
    look: Look,
    height: int,
    places: list[str],
    drawn: Sized,
    workload: str,
    designs: list[str],
) -> alt.FacetChart:
    """Returns a chart of a load with a panel for each place; `drawn` are those of the figure."""
    width = look.size({1: 860, 2: 450}.get(len(drawn), 290), 270)
    layers = layers.properties(width=width, height=look.size(height, 260))
    facet, columns = panels("place:N", sort=places), look.size(min(len(drawn), 3))
    return in_panels(layers, facet, columns, workload, designs)


def keyed(
    field: str,
    names: list[str],
    colours: list[str],
    shapes: list[str],
    legend: alt.Legend | None = None,
) -> tuple[alt.Color, alt.Shape]:
    """Returns encodings that give each name of a field a colour and a shape."""
    shown = {"legend": legend} if legend else {}
    return (
        alt.Color(field, scale=alt.Scale(domain=names, range=colours), title=None, **shown),
        alt.Shape(field, scale=alt.Scale(domain=names, range=shapes), title=None),
    )
