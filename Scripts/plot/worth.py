"""What a percentile of a load is worth: how far it may be off, and whether it may be believed."""

import math
from statistics import fmean, stdev
from typing import Any

import altair as alt
import polars as pl

from .figure import Row, rounded
from .load import ONE_LOAD, LoadRun
from .ratios import CONFIDENCE, student_quantile
from .theme import Scheme

BELIEVED, UNBELIEVED = "believed", "not believed"
HOLLOW = (
    "Hollow, not to be believed: {also}a tenth or more is not the store's, or no interval is known."
)
# Two processes may scatter so much that nothing else could be seen beside their interval.
CUT = 10
# What is known of a percentile in one process, beside its value.
KNOWN = ("low", "high", "trusted", "sought")

MAXIMUM = 100

# What a tooltip says of it.
WORTH_TIPS = [
    alt.Tooltip("low:Q", title="95 % interval from, ns", format=",.4~r"),
    alt.Tooltip("high:Q", title="to, ns", format=",.4~r"),
    alt.Tooltip("worth:N", title="worth"),
]


def judged(run: LoadRun) -> pl.DataFrame:
    """The percentiles of whole loads, in the order of the file, with what is known of them.

    `low` and `high` are the ends of the interval inside the process, `trusted` whether the time is
    the store's, and `sought` whether there should be an interval: in loads that are not meant to
    change, of what is not the maximum. Older files know nothing of all that.
    """
    steady = run.whole.select(*ONE_LOAD, meant=pl.col("warm_up_ns").is_not_null())
    rows = run.latency.filter(pl.col("stage").is_null())
    rows = rows.join(steady, on=ONE_LOAD, how="inner", maintain_order="left")
    return rows.with_columns(
        low=pl.col("time_low_ns"),
        high=pl.col("time_high_ns"),
        sought=pl.col("meant") & (pl.col("percentile") < MAXIMUM),
    )


def of_response(run: LoadRun, percentile: float) -> pl.DataFrame:
    """What is known of this percentile of the response, a row for each whole load."""
    rows = judged(run).filter(pl.col("time") == "response", pl.col("percentile") == percentile)
    return rows.select(*ONE_LOAD, *KNOWN)


def worth(
    values: list[float],
    low: list[float | None],
    high: list[float | None],
    trusted: list[bool | None],
    sought: list[bool | None],
) -> Row:
    """What one percentile is worth, from what each process knows of it: `worth`, `low` and `high`.

    Of one process it is the interval inside it; of several, theirs, since one process is one draw.
    It is not believed if one process does not trust it, or if it should have an interval and has
    none.
    """
    ends = (low[0], high[0]) if len(values) == 1 else over_processes(values)
    lacking = ends is None or None in ends
    believed = False not in trusted and not (lacking and True in sought)
    found: Row = {"worth": BELIEVED if believed else UNBELIEVED}
    return found if lacking else found | {"low": rounded(ends[0]), "high": rounded(ends[1])}


def over_processes(values: list[float]) -> tuple[float, float] | None:
    """The 95 % interval of the geometric mean over processes, by Student's t on the logarithms.

    It is that by which `flowbench load --threshold` decides; none of fewer than two, or of a zero.
    """
    if len(values) < 2 or min(values) <= 0:
        return None
    logs = [math.log(value) for value in values]
    reach = student_quantile((1 + CONFIDENCE) / 2, len(logs) - 1) * stdev(logs)
    reach /= math.sqrt(len(logs))
    return math.exp(fmean(logs) - reach), math.exp(fmean(logs) + reach)


def explained(found: list[tuple[float, Row]], drawn: str, also: str = "") -> list[str]:
    """What intervals and hollow marks are, as far as there are any: for the subtitle.

    `found` are percentiles, each with what it is worth, `drawn` is how the figure shows intervals,
    and `also` what else makes a mark hollow.
    """
    said = []
    known = [(ns, row) for ns, row in found if "low" in row]
    if known:
        cut = any(row["low"] * CUT < ns or row["high"] > ns * CUT for ns, row in known)
        said.append(f"{drawn}: 95 % intervals{f', cut at {CUT} times' if cut else ''}.")
    if any(row["worth"] == UNBELIEVED for _, row in found):
        said.append(HOLLOW.format(also=also))
    return said


def interval_ends(value: str, within: str = "") -> dict[str, str]:
    """Expressions of the ends that are drawn, null where there is no interval."""
    low, high = f"datum.{within}low", f"datum.{within}high"
    return {
        "bottom": f"isValid({low}) ? max({low}, datum.{value} / {CUT}) : null",
        "top": f"isValid({high}) ? min({high}, datum.{value} * {CUT}) : null",
    }


def filled_or_hollow(
    base: alt.Chart,
    scheme: Scheme,
    hollow: str = f"datum.worth === '{UNBELIEVED}'",
    **mark: Any,  # noqa: ANN401 - any property of a mark
) -> list[alt.Chart]:
    """The points of a chart: hollow where the expression is true, filled elsewhere."""
    fillings = ((f"!({hollow})", {"filled": True}), (hollow, {"fill": scheme.ground}))
    return [
        base.transform_filter(test).mark_point(
            **{"opacity": 1, "strokeWidth": 1.5} | mark | filling
        )
        for test, filling in fillings
    ]
