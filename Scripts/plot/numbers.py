"""The tables of all numbers at the end of the page: of a run, of loads, and of several workers."""

import html

import polars as pl

from .contention import ContentionRun
from .explored import ExploredRun
from .load import LoadRun
from .page import Numbers
from .run import Run
from .words import number, time

# The columns of the table: a metric's median, under a heading.
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

# The columns of a load's table that are times, under their headings.
TIMES = {
    "response_p50_ns": "response p50",
    "response_p99_ns": "response p99",
    "response_p99_9_ns": "response p99.9",
    "response_max_ns": "response max",
    "service_p50_ns": "service p50",
    "service_p99_ns": "service p99",
    "generator_delay_mean_ns": "generator delay, mean",
}


def of_run(run: Run) -> Numbers:
    """A row for each scenario, with every metric that the run has."""
    metrics = {name: words for name, words in METRICS.items() if run.metric(name).height}
    medians = run.summary.filter(pl.col("metric").is_in(list(metrics))).pivot(
        on="metric", index=["scenario", "workload", "design"], values="median"
    )
    timed = run.metric("wall_ns_per_action").select(
        "scenario", "interval_low", "interval_high", "ratio_to_floor", "processes_total", "warning"
    )
    heads = ["ns", "95 % interval", "vs floor", *list(metrics.values())[1:], "processes", "warning"]
    lines = []
    for row in medians.join(timed, on="scenario").sort("scenario").iter_rows(named=True):
        low, high = row["interval_low"], row["interval_high"]
        cells = [_amount(row.get("wall_ns_per_action"))]
        cells.append("–" if low is None or high is None else f"{number(low)} to {number(high)}")
        cells.append(_amount(row["ratio_to_floor"]))
        cells += [_amount(row[name]) for name in list(metrics)[1:]]
        cells.append(_amount(row["processes_total"]))
        lines.append(_line(row, cells, row["warning"]))
    return Numbers("Medians for each action. Warnings are of the time.", _table(heads, lines))


def of_load(run: LoadRun) -> Numbers:
    """A row for each load of each process."""
    heads = ["rate/s", "done/s", *TIMES.values(), "dropped", "abandoned", "warning"]
    lines = []
    rows = run.whole.sort("scenario", "rate_per_second", "round")
    for row in rows.iter_rows(named=True):
        cells = [_amount(row["rate_per_second"]), _amount(row["completed_per_second"])]
        cells += ["–" if row[name] is None else time(row[name]) for name in TIMES]
        cells += [_amount(row["dropped_total"]), _amount(row["abandoned_total"])]
        lines.append(_line(row, cells, row["warning"]))
    return Numbers(
        "A row for each process and load. Response counts from the instant at which an action was"
        " meant to come, service from its start.",
        _table(heads, lines),
    )


def of_contention(run: ContentionRun) -> Numbers:
    """A row for each process."""
    heads = ["workers", "done/s", "vs one worker", "min/s", "max/s", "fairness"]
    heads += ["CPU for each action", "warning"]
    lines = []
    for row in run.rows.sort("scenario", "senders", "round").iter_rows(named=True):
        cells = [_amount(row["senders"]), _amount(row["actions_per_second"])]
        cells.append(_amount(row["speedup"]))
        cells += [_amount(row[f"worker_{end}_per_second"]) for end in ("min", "max")]
        cells.append(_amount(row["fairness"]))
        cpu = row["cpu_ns_per_action"]
        cells.append("–" if cpu is None else time(cpu))
        lines.append(_line(row, cells, None))
    return Numbers(
        "A row for each process. Min and max are of one worker; fairness is Jain's index: 1"
        " when all have done as much. Nothing was lost, duplicated or reordered.",
        _table(heads, lines),
    )


def of_explored(run: ExploredRun) -> Numbers:
    """A row for each scenario."""
    heads = ["explored", "different", "actions", "answered", "unanswered", "found"]
    lines = []
    for row in run.rows.sort("scenario").iter_rows(named=True):
        counts = ("explored", "different", "actions", "answered", "unanswered")
        cells = [_amount(row[f"{name}_total"]) for name in counts]
        lines.append(_line(row, cells, "no fault" if row["valid"] else row["invalid_reason"]))
    return Numbers(
        "Orders of the same load that were tried, one for each seed.", _table(heads, lines)
    )


def _line(row: dict[str, object], cells: list[str], warning: str | None) -> str:
    body = "".join(f"<td>{cell}</td>" for cell in cells)
    return (
        f'<tr data-workload="{html.escape(str(row["workload"]))}"'
        f' data-design="{html.escape(str(row["design"]))}">'
        f'<th scope="row">{html.escape(str(row["scenario"]))}</th>{body}'
        f'<td class="warning">{html.escape(warning or "")}</td></tr>'
    )


def _table(heads: list[str], lines: list[str]) -> str:
    titles = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return (
        f'<table class="numbers"><thead><tr><th scope="col">scenario</th>{titles}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _amount(value: float | None) -> str:
    return "–" if value is None else number(value)
