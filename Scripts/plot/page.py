"""The page: one file, every figure alive in it, that needs no network."""

import html
import json
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Protocol

import polars as pl
import vl_convert

from .figure import Figure, Skipped
from .pictures import VEGA_LITE
from .theme import DARK, LIGHT, Look, configured, recoloured
from .words import number

HERE = Path(__file__).parent

SHOWN_OF_MACHINE = (
    ("started_utc", "started (UTC)"),
    ("commit", "commit"),
    ("dirty", "uncommitted changes"),
    ("suite", "suite"),
    ("arguments", "command"),
    ("swift_version", "Swift"),
    ("build_mode", "build"),
    ("system", "system"),
    ("cpu_model", "processor"),
    ("cpu_count", "cores"),
    ("hypervisor", "virtual machine"),
    ("governor", "governor"),
    ("memory_bytes", "memory, bytes"),
    ("allocator", "allocator"),
    ("load_before", "load before"),
    ("load_after", "load after"),
    ("steal_share", "share of time stolen"),
    ("clock_step_ns", "clock's step, ns"),
    ("clock_cost_ns", "clock's cost, ns"),
    ("loop_ns_per_action", "driver's loop, ns per action"),
    ("seed", "seed"),
    ("tool_version", "flowbench"),
)


class Measured(Protocol):
    """A run of any kind, as the page shows it: the first one's rows are drawn."""

    @property
    def name(self) -> str: ...  # noqa: D102 - as those of a run
    @property
    def warnings(self) -> list[str]: ...  # noqa: D102
    @property
    def workloads(self) -> list[str]: ...  # noqa: D102
    @property
    def designs(self) -> list[str]: ...  # noqa: D102
    @property
    def environment(self) -> pl.DataFrame: ...  # noqa: D102


@dataclass(frozen=True)
class Numbers:
    """The table at the end of the page."""

    about: str
    """What its rows are: sentences."""
    html: str


def page(
    runs: list[Measured],
    figures: list[Figure | Skipped],
    left_out: list[str],
    numbers: Numbers,
    claims: str = "",
) -> str:
    """The whole page as text; the cards of the claims, where there are some, come first."""
    drawn = [figure for figure in figures if isinstance(figure, Figure)]
    skipped = [figure for figure in figures if isinstance(figure, Skipped)]
    title = " and ".join(run.name for run in runs)
    notes = [f"{one.name}: {text}." for one in runs for text in one.warnings] + left_out
    data = {"figures": {figure.name: _figure_data(figure) for figure in drawn}}
    template = Template((HERE / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=html.escape(title),
        style=(HERE / "page.css").read_text(encoding="utf-8"),
        ground_light=LIGHT.ground,
        ground_dark=DARK.ground,
        claims=claims,
        notes=_notes(notes),
        machine=_machine(runs),
        workloads=_options(runs[0].workloads),
        designs=_designs(runs[0].designs),
        figures="\n".join(_section(figure) for figure in drawn),
        skipped=_skipped(skipped),
        about_table=html.escape(numbers.about),
        table=numbers.html,
        data=json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        vega=_script_safe(vl_convert.javascript_bundle(vl_version=VEGA_LITE)),
        script=(HERE / "page.js").read_text(encoding="utf-8"),
    )


def _figure_data(figure: Figure) -> dict[str, Any]:
    """A figure's rows and its four specifications: for each scheme, wide and narrow."""
    specs = {}
    for width in ("wide", "narrow"):
        look = Look(LIGHT, width == "narrow")
        spec = configured(figure.draw(look), look)
        spec.pop("$schema", None)
        specs[f"light-{width}"] = spec
        specs[f"dark-{width}"] = recoloured(spec, DARK)
    return {
        "about": figure.about,
        "own": figure.workload,
        "title": figure.title,
        "subtitle": figure.subtitle,
        "rows": figure.rows,
        "sentences": figure.sentences,
        "specs": specs,
    }


def _script_safe(text: str) -> str:
    """Code that cannot end the script element it stands in, nor begin a comment there."""
    return text.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")


def _notes(notes: list[str]) -> str:
    if not notes:
        return ""
    items = "".join(f"<li>{html.escape(note)}</li>" for note in notes)
    return f'<section class="notes"><h2>Doubts</h2><ul>{items}</ul></section>'


def _machine(runs: list[Measured]) -> str:
    """What was run, and on what: a row for each fact, a column for each run."""
    heads = "".join(f'<th scope="col">{html.escape(run.name)}</th>' for run in runs)
    lines = []
    for column, words in SHOWN_OF_MACHINE:
        values = [run.environment[column][0] for run in runs]
        if all(value is None for value in values):
            continue
        cells = "".join(f"<td>{html.escape(_cell(value))}</td>" for value in values)
        lines.append(f'<tr><th scope="row">{words}</th>{cells}</tr>')
    return f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _options(names: list[str]) -> str:
    return "".join(f"<option>{html.escape(name)}</option>" for name in names)


def _designs(names: list[str]) -> str:
    return "".join(
        f'<label><input type="checkbox" name="design" value="{html.escape(name)}" checked>'
        f"{html.escape(name)}</label>"
        for name in names
    )


def _section(figure: Figure) -> str:
    """A figure's place on the page; without scripts its sentence is still there."""
    name = figure.name
    sentence = figure.sentences.get(figure.workload, "") or figure.sentences.get("", "")
    return (
        f'<section class="figure" id="{name}"><h2>{html.escape(figure.title)}</h2>'
        f'<p class="subtitle">{html.escape(figure.subtitle)}</p>'
        f'<div class="chart" role="img" aria-label="{html.escape(figure.title)}"></div>'
        f'<p class="sentence">{html.escape(sentence)}</p>'
        f'<p class="files"><a href="{name}.png">PNG</a> <a href="{name}.svg">SVG</a></p></section>'
    )


def _skipped(skipped: list[Skipped]) -> str:
    if not skipped:
        return ""
    items = "".join(f"<li>{one.name}: {html.escape(one.reason)}.</li>" for one in skipped)
    return f'<section class="skipped"><h2>Not drawn</h2><ul>{items}</ul></section>'
