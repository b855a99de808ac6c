"""How figures look: colours that the colour-blind tell apart, a shape beside each, quiet axes."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

import altair as alt

FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

# A mark further left than this cannot be drawn on a logarithmic axis: it stands at the axis's end.
LEAST_COUNT = 0.01

# As many as there are accents, and some more: the pairs of a colour and a shape differ.
SHAPES = (
    *("circle", "square", "triangle-up", "diamond", "triangle-down"),
    *("triangle-right", "triangle-left"),
)

# Hover and touch the page, not the chart: scrolling over a figure must not zoom it by accident.
ZOOM = "wheel![event.shiftKey]"


@dataclass(frozen=True)
class Scheme:
    """Colours on a light or a dark ground. The accents are Okabe and Ito's, safe for all eyes."""

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
    """What a chart is drawn for: a scheme, and the width there is for it."""

    scheme: Scheme
    narrow: bool = False

    def columns(self, wide: int, narrow: int = 1) -> int:
        """How many panels stand beside each other."""
        return narrow if self.narrow else wide

    def width(self, wide: int, narrow: int) -> int:
        """The width of a panel, in pixels."""
        return narrow if self.narrow else wide


def log_axis(title: str | None, **options: Any) -> alt.Axis:  # noqa: ANN401 - any option of an axis
    """A logarithmic axis that reads 0.1, 1, 10, 100, 1k, with lines at the powers of ten."""
    label = (
        "datum.label === '' ? '' :"
        " datum.value < 1 ? format(datum.value, '~g') : format(datum.value, '~s')"
    )
    power = "log(datum.value) / LN10"
    lines = alt.condition(f"abs({power} - round({power})) < 1e-6", alt.value(1), alt.value(0))
    usual = {"tickCount": 5, "labelExpr": label, "labelSeparation": 8, "gridOpacity": lines}
    return alt.Axis(title=title, format="~s", **(usual | options))


def count_axis(title: str | None) -> alt.Axis:
    """A logarithmic axis of counts, whose left end stands for all that is less, zero among it."""
    label = (
        f"datum.value <= {LEAST_COUNT} ? '0' :"
        " datum.label === '' ? '' :"
        " datum.value < 1 ? format(datum.value, '~g') : format(datum.value, '~s')"
    )
    return log_axis(title, labelExpr=label)


def time_axis(title: str | None, **options: Any) -> alt.Axis:  # noqa: ANN401 - any option of an axis
    """A logarithmic axis of nanoseconds that reads 100 ns, 1 µs, 10 µs, 1 ms, 1 s."""
    sizes = (("1e9", "s"), ("1e6", "ms"), ("1e3", "µs"), ("1", "ns"))
    units = " : ".join(
        f"datum.value >= {size} ? format(datum.value / {size}, '~g') + '\u00a0{unit}'"
        for size, unit in sizes
    )
    label = f"datum.label === '' ? '' : {units} : format(datum.value, '~g') + '\u00a0ns'"
    return log_axis(title, **({"labelExpr": label} | options))


def told_apart(names: list[str], scheme: Scheme) -> tuple[alt.Scale, alt.Scale]:
    """A colour and a shape for each design; up to 35 pairs of them differ. The floor is grey."""
    others = [name for name in names if name.split("@")[0] != "floor"]
    accents = [scheme.blue, scheme.orange, scheme.green, scheme.purple, scheme.ink]
    hues = {name: accents[rank % len(accents)] for rank, name in enumerate(others)}
    shapes = {name: SHAPES[rank % len(SHAPES)] for rank, name in enumerate(others)}
    return (
        alt.Scale(domain=names, range=[hues.get(name, scheme.grey) for name in names]),
        alt.Scale(domain=names, range=[shapes.get(name, "cross") for name in names]),
    )


def zoom(name: str, *encodings: str) -> alt.Parameter:
    """Drag to move, shift and wheel to zoom, double click to go back."""
    return alt.selection_interval(
        name=name, bind="scales", encodings=list(encodings), zoom=ZOOM, translate=True
    )


def configured(chart: alt.TopLevelMixin, look: Look) -> dict[str, Any]:
    """The chart as a Vega-Lite specification without its data, in the scheme's colours."""
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
    """The same specification, drawn in the light scheme, in another one's colours."""
    light, other = asdict(LIGHT), asdict(scheme)
    colours = {light[name]: other[name] for name in light}
    text = re.sub(r"#[0-9a-f]{6}", lambda match: colours[match[0]], json.dumps(spec))
    return json.loads(text)
