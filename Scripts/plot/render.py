"""Renders a figure as SVG and PNG."""

import textwrap
from typing import Any

import vl_convert

from .figure import Figure
from .theme import LIGHT, Look, configured

# Pixels of the PNG for each pixel of the drawing.
SCALE = 2
VEGA_LITE = "6.4"


def specification(figure: Figure) -> dict[str, Any]:
    """Returns the figure with title, subtitle and rows in the light scheme."""
    spec = configured(figure.draw(Look(LIGHT)), Look(LIGHT))
    spec["title"] = {
        "text": textwrap.wrap(figure.title, 100),
        "subtitle": textwrap.wrap(figure.subtitle, 140),
    }
    spec["datasets"] = {"rows": figure.rows}
    return spec


def render(figure: Figure) -> dict[str, bytes]:
    svg = vl_convert.vegalite_to_svg(specification(figure), vl_version=VEGA_LITE)
    png = vl_convert.svg_to_png(svg, scale=SCALE)
    return {f"{figure.name}.svg": svg.encode(), f"{figure.name}.png": png}
