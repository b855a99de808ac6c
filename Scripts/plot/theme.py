"""Colours, shapes and axes, and the specification of a chart in a look."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

import altair as alt

FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

# Smaller counts are drawn here because a logarithmic axis has no zero.
LEAST_COUNT = 0.01

SHAPES = (
    *("circle", "square", "triangle-up", "diamond", "triangle-down"),
    *("triangle-right", "triangle-left"),
)

# Scrolling over a figure scrolls the page; zooming needs the shift key.
ZOOM = "wheel![event.shiftKey]"


@dataclass(frozen=True)
class Scheme:
    """Colours on a light or a dark ground. The accents are the palette of Okabe and Ito."""

    ground: str
    ink: str
    quiet: str
    grid: str
    blue: str
    orange: str
    green: str
    purple: str
    grey: str


LIGHT = Scheme(
    ground="#ffffff",
    ink="#1b1f24",
    quiet="#57606a",
    grid="#e6e9ed",
    blue="#0072b2",
    orange="#d55e00",
    green="#009e73",
    purple="#a8518a",
    grey="#8a929b",
)
DARK = Scheme(
    ground="#14171b",
    ink="#e8eaed",
    quiet="#a4acb5",
    grid="#2b3037",
    blue="#56b4e9",
    orange="#f0843c",
    green="#2fc79b",
    purple="#e08fc0",
    grey="#8a929b",
)


@dataclass(frozen=True)
class Look:
    """A scheme, and a wide or narrow screen."""

    scheme: Scheme
    narrow: bool = False

    def size(self, wide: int, narrow: int = 1) -> int:
        return narrow if self.narrow else wide


def log_axis(title: str | None, **options: Any) -> alt.Axis:  # noqa: ANN401 - any option of an axis
    """Returns a logarithmic axis with labels 0.1, 1, 10, 1k and lines at the powers of ten."""
    label = (
        "datum.label === '' ? '' :"
        " datum.value < 1 ? format(datum.value, '~g') : format(datum.value, '~s')"
    )
    power = "log(datum.value) / LN10"
    lines = alt.condition(f"abs({power} - round({power})) < 1e-6", alt.value(1), alt.value(0))
    usual = {"tickCount": 5, "labelExpr": label, "labelSeparation": 8, "gridOpacity": lines}
    return alt.Axis(title=title, format="~s", **(usual | options))


def count_axis(title: str | None) -> alt.Axis:
    """Returns a logarithmic axis of counts; its left end stands for zero and small counts."""
    label = (
        f"datum.value <= {LEAST_COUNT} ? '0' :"
        " datum.label === '' ? '' :"
        " datum.value < 1 ? format(datum.value, '~g') : format(datum.value, '~s')"
    )
    return log_axis(title, labelExpr=label)


def time_axis(title: str | None, **options: Any) -> alt.Axis:  # noqa: ANN401 - any option of an axis
    """Returns a logarithmic axis of nanoseconds with labels such as 100 ns, 1 µs, 1 ms."""
    sizes = (("1e9", "s"), ("1e6", "ms"), ("1e3", "µs"), ("1", "ns"))
    units = " : ".join(
        f"datum.value >= {size} ? format(datum.value / {size}, '~g') + '\u00a0{unit}'"
        for size, unit in sizes
    )
    label = f"datum.label === '' ? '' : {units} : format(datum.value, '~g') + '\u00a0ns'"
    return log_axis(title, **({"labelExpr": label} | options))


def design_marks(names: list[str], scheme: Scheme) -> tuple[list[str], list[str]]:
    """Returns a colour and a shape for each design, 35 different pairs. The floor is grey."""
    accents = [scheme.blue, scheme.orange, scheme.green, scheme.purple, scheme.ink]
    colours, shapes, rank = [], [], 0
    for name in names:
        is_floor = name.split("@")[0] == "floor"
        colours.append(scheme.grey if is_floor else accents[rank % len(accents)])
        shapes.append("cross" if is_floor else SHAPES[rank % len(SHAPES)])
        rank += not is_floor
    return colours, shapes


def zoom(name: str, *encodings: str) -> alt.Parameter:
    """Returns a parameter to move by dragging, zoom by shift and wheel, reset by double click."""
    return alt.selection_interval(
        name=name, bind="scales", encodings=list(encodings), zoom=ZOOM, translate=True
    )


def configured(chart: alt.TopLevelMixin, look: Look) -> dict[str, Any]:
    """Returns the chart as a Vega-Lite specification without its data."""
    spec = chart.to_dict()
    spec.pop("datasets", None)
    scheme = look.scheme
    size = 12
    text = {"labelColor": scheme.ink, "titleColor": scheme.quiet}
    spec["background"] = scheme.ground
    spec["padding"] = 4 if look.narrow else 12
    spec["config"] = {
        "font": FONT,
        "view": {"stroke": scheme.grid},
        "axis": text
        | {
            "labelFontSize": size,
            "titleFontSize": size,
            "titleFontWeight": "normal",
            "gridColor": scheme.grid,
            "domainColor": scheme.grid,
            "tickColor": scheme.grid,
            "labelLimit": 260,
        },
        "header": {
            "labelColor": scheme.ink,
            "labelFontSize": 13,
            "labelFontWeight": "bold",
            "titleColor": scheme.quiet,
        },
        "legend": text
        | {
            "orient": "top",
            "labelFontSize": 13,
            "symbolSize": 110,
            "labelLimit": 320,
            "title": None,
            "columns": 1 if look.narrow else 0,
        },
        "title": {
            "color": scheme.ink,
            "subtitleColor": scheme.quiet,
            "fontSize": 18,
            "subtitleFontSize": 13,
            "subtitlePadding": 6,
            "anchor": "start",
            "offset": 14,
        },
    }
    return spec


def recoloured(spec: dict[str, Any], scheme: Scheme) -> dict[str, Any]:
    """Returns a specification in the light scheme with the colours of another one."""
    light, other = asdict(LIGHT), asdict(scheme)
    colours = {light[name]: other[name] for name in light}
    text = re.sub(r"#[0-9a-f]{6}", lambda match: colours[match[0]], json.dumps(spec))
    return json.loads(text)
