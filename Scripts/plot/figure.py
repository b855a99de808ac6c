"""A figure, and the parts of charts that several figures share."""

from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from .theme import Look

# The dataset of every chart. The page and the image files put the rows there.
ROWS = alt.NamedData(name="rows")
LOG = alt.Scale(type="log")

Row = dict[str, Any]


def rounded(value: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Returns the value with all numbers at six digits, which is more than a figure shows."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return value


@dataclass
class Figure:
    """A figure of a run, ready to be drawn in any look."""

    name: str
    about: str
    """The subject, for a workload that the title does not mention."""
    title: str
    """The result, as one sentence without its full stop."""
    subtitle: str
    """The meaning of the marks."""
    rows: list[Row]
    """The data. Each row has a `workload` and a `design`, by which the page filters."""
    draw: Callable[[Look], alt.TopLevelMixin]
    sentences: dict[str, str]
    """The results in words for each workload; under "" those for all rows."""
    workload: str = ""
    """The workload of the image file; empty if the figure shows all workloads."""
    designs: list[str] = field(default_factory=list)
    """The designs of the image file, if it does not show all; the page starts with all."""

    def __post_init__(self) -> None:
        """Rounds the rows."""
        self.rows = [rounded(row) for row in self.rows]


@dataclass(frozen=True)
class Skipped:
    """A figure for which the run has no data, with the reason."""

    name: str
    reason: str


def distinct(rows: Iterable[Row], column: str) -> list[Any]:
    """Returns the values of a column, each once, in the order of the rows."""
    return list(dict.fromkeys(row[column] for row in rows))


def grouped(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """Returns the rows by the values of one or more columns, in the order of the rows."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        key = tuple(row[column] for column in columns)
        found.setdefault(key if len(columns) > 1 else key[0], []).append(row)
    return found


def by_workload(rows: list[Row], say: Callable[[list[Row]], str]) -> dict[str, str]:
    """Returns the text about the rows of each workload."""
    return {name: say(part) for name, part in grouped(rows, "workload").items()}


def filters(workload: str, designs: list[str]) -> list[alt.Parameter]:
    """Returns the parameters that the page sets: a workload (empty: the figure's), and designs."""
    return [
        alt.param(name="workload", value=""),
        alt.param(name="own", value=workload),
        alt.param(name="designs", value=designs),
    ]


# True for the rows that the page's filters select.
CHOSEN = (
    "(workload === '' ? (own === '' || datum.workload === own) : datum.workload === workload)"
    " && indexof(designs, datum.design) >= 0"
)


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


def described(row: Row) -> str:
    """Returns the design and the place of a row, for sentences."""
    return f"{row['label']}, {row['place']}"
