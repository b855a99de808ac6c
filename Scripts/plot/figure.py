"""What a figure is: rows, a chart of them, a title that says what is found, and sentences."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from .theme import Look

# The dataset that every chart draws; the page and the pictures put the rows there.
ROWS = alt.NamedData(name="rows")

Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A figure of a run, ready to be drawn in any look."""

    name: str
    about: str
    """What it is of, whatever it finds: for a workload that the title does not speak of."""
    title: str
    """The finding, as one sentence without its full stop."""
    subtitle: str
    """What the marks are."""
    rows: list[Row]
    """What is drawn. Each row has a `workload` and a `design`, by which the page filters."""
    draw: Callable[[Look], alt.TopLevelMixin]
    sentences: dict[str, str]
    """What it shows, in words, for each workload; under "" what holds for all that is drawn."""
    workload: str = ""
    """The workload of the picture, where a figure shows one at a time; empty: it shows all."""
    designs: list[str] = field(default_factory=list)
    """The designs of the picture, where it does not show all; the page begins with all."""


@dataclass(frozen=True)
class Skipped:
    """A figure that this run has no data for, and what is missing."""

    name: str
    reason: str


def filters(workload: str, designs: list[str]) -> list[alt.Parameter]:
    """What the page's controls set: a workload (empty: the figure's own), and designs."""
    return [
        alt.param(name="workload", value=""),
        alt.param(name="own", value=workload),
        alt.param(name="designs", value=designs),
    ]


# True for the rows that the controls ask for.
CHOSEN = (
    "(workload === '' ? (own === '' || datum.workload === own) : datum.workload === workload)"
    " && indexof(designs, datum.design) >= 0"
)


def by_place(places: list[str]) -> alt.Facet:
    """A panel for each topology, in this order."""
    return alt.Facet("place:N", title=None, sort=places, header=alt.Header(labelAnchor="start"))


def in_panels(
    layers: alt.LayerChart,
    facet: alt.Facet,
    look: Look,
    panels: int,
    workload: str,
    designs: list[str],
) -> alt.FacetChart:
    """A chart for each panel, three in a row at the most, of the rows that the controls ask for."""
    return (
        layers.facet(facet=facet, columns=look.columns(min(panels, 3)), data=ROWS, spacing=18)
        .transform_filter(CHOSEN)
        .add_params(*filters(workload, designs))
    )


def rounded(value: float | None) -> float | None:
    """Six digits: more cannot be seen, and the page need not carry them."""
    return None if value is None else float(f"{value:.6g}")


def named(row: Row) -> str:
    """Which design in which place a row is of, as sentences name it."""
    return f"{row['label']}, {row['place']}"
