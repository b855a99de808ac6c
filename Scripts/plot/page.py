"""The page: one file with all figures and numbers that needs no network."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import polars as pl
import vl_convert

from .figure import Figure, Row, Skipped
from .load import LoadRun
from .reading import BadInput, Directory
from .render import VEGA_LITE
from .run import Run
from .theme import DARK, LIGHT, Look, configured, recoloured
from .words import number, time

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


# The elements of the cards that `flowbench claims` writes.
CLAIMS = "claims.html"
TAGS = {"section", "h2", "details", "summary", "span", "b", "p", "ul", "li", "code"}

# The metrics of the table of a run, with their headings.
METRICS = {
    "wall_ns_per_action": "ns",
    "cpu_ns_per_action": "CPU ns",
    "allocations_per_action": "allocations",
    "bytes_per_action": "bytes",
    "retains_per_action": "retains",
    "instructions_per_action": "instructions",
    "notifications_per_action": "notified",
    "wasted_per_action": "wasted",
}

# The times of the table of a load, with their headings.
TIMES = {
    "response_p50_ns": "response p50",
    "response_p99_ns": "response p99",
    "response_p99_9_ns": "response p99.9",
    "response_max_ns": "response max",
    "service_p50_ns": "service p50",
    "service_p99_ns": "service p99",
    "generator_delay_mean_ns": "generator delay, mean",
}


@dataclass(frozen=True)
class Numbers:
    """The table at the end of the page."""

    about: str
    """Sentences about the rows."""
    html: str


def page(
    runs: list[Directory],
    figures: list[Figure | Skipped],
    left_out: list[str],
    numbers: Numbers,
    claims: str = "",
) -> str:
    """Returns the page; the cards of the claims are first."""
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
        workloads=_options(runs[0].values("workload")),
        designs=_designs(runs[0].values("design")),
        figures="\n".join(_section(figure) for figure in drawn),
        skipped=_skipped(skipped),
        about_table=html.escape(numbers.about),
        table=numbers.html,
        data=json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        vega=_script_safe(vl_convert.javascript_bundle(vl_version=VEGA_LITE)),
        script=(HERE / "page.js").read_text(encoding="utf-8"),
    )


def _figure_data(figure: Figure) -> dict[str, Any]:
    """Returns the rows of a figure and a specification for each scheme and width."""
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
    """Returns code that neither ends its script element nor begins a comment."""
    return text.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")


def _notes(notes: list[str]) -> str:
    if not notes:
        return ""
    items = "".join(f"<li>{html.escape(note)}</li>" for note in notes)
    return f'<section class="notes"><h2>Warnings</h2><ul>{items}</ul></section>'


def _machine(runs: list[Directory]) -> str:
    """Returns a table of the machines, with a column for each run and for each shard of it."""
    machines = [row for run in runs for row in run.environment.iter_rows(named=True)]
    heads = "".join(f'<th scope="col">{html.escape(row["run_id"])}</th>' for row in machines)
    lines = []
    for column, words in SHOWN_OF_MACHINE:
        values = [row[column] for row in machines]
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
    """Returns the section of a figure; its sentence is there without scripts, too."""
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


def read_claims(directory: Path) -> str:
    """Returns the cards of the claims; empty if the run has none."""
    path = directory / CLAIMS
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    found = set(re.findall(r"</?\s*([a-zA-Z!][^\s>]*)", text))
    if not text.startswith('<section class="claims">') or found - TAGS:
        raise BadInput(f"{path}: not the cards that 'flowbench claims' writes; make them again")
    return text


def of_run(run: Run) -> Numbers:
    """Returns a row for each scenario, with every metric of the run."""
    metrics = {name: words for name, words in METRICS.items() if run.metric(name).height}
    medians = run.rows.filter(pl.col("metric").is_in(list(metrics))).pivot(
        on="metric", index=["scenario", "workload", "design"], values="estimate"
    )
    timed = run.metric("wall_ns_per_action").select(
        "scenario", "interval_low", "interval_high", "ratio_to_floor", "processes_total", "warning"
    )
    (ns, words), *others = metrics.items()
    columns = {words: (ns, number), "95 % interval": _interval}
    columns |= {"vs floor": ("ratio_to_floor", number)}
    columns |= {words: (name, number) for name, words in others}
    columns |= {"processes": ("processes_total", number)}
    rows = medians.join(timed, on="scenario").sort("scenario")
    return _numbers(
        "Geometric means of processes, per action. Warnings are those of the time.", rows, columns
    )


def of_load(run: LoadRun) -> Numbers:
    columns = {"rate/s": ("rate_per_second", number), "done/s": ("completed_per_second", number)}
    columns |= {words: (name, time) for name, words in TIMES.items()}
    columns |= {name: (f"{name}_total", number) for name in ("dropped", "abandoned")}
    return _numbers(
        "A row per process and load. Response counts from the intended start of an action,"
        " service from its start.",
        run.whole.sort("scenario", "rate_per_second", "round"),
        columns,
    )


def of_contention(run: Directory) -> Numbers:
    columns = {
        "workers": ("senders", number),
        "done/s": ("actions_per_second", number),
        "vs one worker": ("speedup", number),
        "min/s": ("worker_min_per_second", number),
        "max/s": ("worker_max_per_second", number),
        "fairness": ("fairness", number),
        "CPU for each action": ("cpu_ns_per_action", time),
    }
    return _numbers(
        "A row for each process. Min and max are of one worker; fairness is Jain's index: 1"
        " when all have done as much. Nothing was lost, duplicated or reordered.",
        run.rows.sort("scenario", "senders", "round").with_columns(warning=pl.lit("")),
        columns,
    )


def _interval(row: Row) -> str:
    low, high = row["interval_low"], row["interval_high"]
    return "–" if low is None or high is None else f"{number(low)} to {number(high)}"


Format = tuple[str, Callable[[float], str]] | Callable[[Row], str]


def _numbers(about: str, rows: pl.DataFrame, columns: dict[str, Format]) -> Numbers:
    """Returns a table with these columns, after the scenario and before the warning."""

    def cell(row: Row, column: Format) -> str:
        if not isinstance(column, tuple):
            return column(row)
        name, words = column
        return "–" if row[name] is None else words(row[name])

    lines = []
    for row in rows.iter_rows(named=True):
        body = "".join(f"<td>{cell(row, column)}</td>" for column in columns.values())
        lines.append(
            f'<tr data-workload="{html.escape(row["workload"])}"'
            f' data-design="{html.escape(row["design"])}">'
            f'<th scope="row">{html.escape(row["scenario"])}</th>{body}'
            f'<td class="warning">{html.escape(row["warning"] or "")}</td></tr>'
        )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("scenario", *columns, "warning"))
    table = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return Numbers(about, f'<table class="numbers">{table}</table>')
