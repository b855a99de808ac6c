"""The interval of a percentile of a load, and whether the percentile can be trusted."""

import math
from statistics import fmean, stdev
from typing import Any

import altair as alt
import polars as pl

from .chart import tips
from .estimates import CONFIDENCE, student_quantile
from .figure import Row
from .load import ONE_LOAD, LoadRun
from .theme import Scheme

RELIABLE, UNRELIABLE = "reliable", "unreliable"
HOLLOW = (
    "Hollow: unreliable, because {also}a tenth or more of the time is not the store's, or no"
    " interval is known."
)
# Intervals of two processes can be so wide that they would hide everything else.
CUT = 10
KNOWN = ("low", "high", "trusted", "sought")

WORTH_TIPS = tips("low", "high", "worth", low="95 % interval from, ns", high="to, ns")


def judged(run: LoadRun) -> pl.DataFrame:
    """Returns the percentiles of whole loads with the columns of `KNOWN`.

    `low` and `high` are the ends of the interval within the process, `trusted` is whether the time
    is the store's, and `sought` whether an interval is expected: in steady loads, except for the
    maximum. The columns are empty in older files.
    """
    steady = run.whole.select(*ONE_LOAD, meant=pl.col("warm_up_ns").is_not_null())
    rows = run.latency.filter(pl.col("stage").is_null())
    rows = rows.join(steady, on=ONE_LOAD, how="inner", maintain_order="left")
    return rows.with_columns(
        low=pl.col("time_low_ns"),
        high=pl.col("time_high_ns"),
        sought=pl.col("meant") & (pl.col("percentile") < 100),
    )


def of_response(run: LoadRun, percentile: float) -> pl.DataFrame:
    """Returns the columns of `KNOWN` of a percentile of the response, a row per whole load."""
    rows = judged(run).filter(pl.col("time") == "response", pl.col("percentile") == percentile)
    return rows.select(*ONE_LOAD, *KNOWN)


def worth(
    values: list[float],
    low: list[float | None],
    high: list[float | None],
    trusted: list[bool | None],
    sought: list[bool | None],
) -> Row:
    """Returns `worth`, `low` and `high` of a percentile, from the values of each process.

    The interval of one process is the one within it; that of several is the one over processes.
    It is unreliable if a process does not trust it or an expected interval is missing.
    """
    ends = (low[0], high[0]) if len(values) == 1 else over_processes(values)
    lacking = ends is None or None in ends
    reliable = False not in trusted and not (lacking and True in sought)
    found: Row = {"worth": RELIABLE if reliable else UNRELIABLE}
    return found if lacking else found | {"low": ends[0], "high": ends[1]}


def over_processes(values: list[float]) -> tuple[float, float] | None:
    """Returns the 95 % interval of the geometric mean, by Student's t on the logarithms.

    `flowbench load --threshold` decides by the same interval. Returns None for fewer than two
    processes or for a time of zero.
    """
    if len(values) < 2 or min(values) <= 0:
        return None
    logs = [math.log(value) for value in values]
    reach = student_quantile((1 + CONFIDENCE) / 2, len(logs) - 1) * stdev(logs)
    reach /= math.sqrt(len(logs))
    return math.exp(fmean(logs) - reach), math.exp(fmean(logs) + reach)


def explained(found: list[tuple[float, Row]], drawn: str, also: str = "") -> str:
    """Returns the meaning of intervals and hollow marks, as far as there are any.

    `found` are percentiles with the result of `worth`, `drawn` names the marks of intervals, and
    `also` is another reason for hollow marks.
    """
    said = ""
    known = [(ns, row) for ns, row in found if "low" in row]
    if known:
        cut = any(row["low"] * CUT < ns or row["high"] > ns * CUT for ns, row in known)
        said += f" {drawn}: 95 % intervals{f', cut at {CUT} times' if cut else ''}."
    if any(row["worth"] == UNRELIABLE for _, row in found):
        said += " " + HOLLOW.format(also=also)
    return said


def interval_ends(value: str, within: str = "") -> dict[str, str]:
    """Returns expressions of the ends that are drawn, null without an interval."""
    low, high = f"datum.{within}low", f"datum.{within}high"
    return {
        "bottom": f"isValid({low}) ? max({low}, datum.{value} / {CUT}) : null",
        "top": f"isValid({high}) ? min({high}, datum.{value} * {CUT}) : null",
    }


def filled_or_hollow(
    base: alt.Chart,
    scheme: Scheme,
    hollow: str = f"datum.worth === '{UNRELIABLE}'",
    **mark: Any,  # noqa: ANN401 - any property of a mark
) -> list[alt.Chart]:
    """Returns the points of a chart: hollow where the expression is true, filled elsewhere."""
    fillings = ((f"!({hollow})", {"filled": True}), (hollow, {"fill": scheme.ground}))
    return [
        base.transform_filter(test).mark_point(
            **{"opacity": 1, "strokeWidth": 1.5} | mark | filling
        )
        for test, filling in fillings
    ]
