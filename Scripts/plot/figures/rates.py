"""Response time against the rate of actions, with the highest rate."""

import re
from functools import partial

import altair as alt
import polars as pl

from ..chart import in_places, scaled, tips
from ..figure import Figure, Row, Skipped, by_workload, described, distinct, grouped
from ..load import ONE_LOAD, LoadRun, has_warning
from ..theme import Look, log_axis, time_axis
from ..words import bound, listed, number, time
from ..worth import (
    KNOWN,
    UNRELIABLE,
    WORTH_TIPS,
    explained,
    filled_or_hollow,
    interval_ends,
    of_response,
    worth,
)

NAME = "rates"
HELD, BROKE, UNASKED = "the bound held", "it did not", "a stage"
TIPS = [
    *tips("place", "label", "rate", "p50", "p99"),
    *WORTH_TIPS,
    *tips("bound", "kind", "warning", kind="held"),
]
# The mark of a rate at which the bound did not hold.
CROSS = "M-1,-1L1,1M-1,1L1,-1"
TIMES = {"p50": 50, "p99": 99}
SIZES = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}


def make(run: LoadRun) -> Figure | Skipped:
    rows = _searched(run) + _staged(run)
    if not rows:
        return Skipped(NAME, "every scenario has one rate; saturate and --stage measure several")
    workload, own = run.pictured_workload(rows)
    designs = run.pictured(rows)
    how = (
        "Diamond: the highest rate that kept the bound; crossed: bound broken."
        if {HELD, BROKE} & set(distinct(rows, "kind"))
        else "Stages are joined in their order; each one starts with the queue of the one before."
    )
    return Figure(
        NAME,
        "Response time against rate",
        _title(own),
        f"{run.setting(workload)} Solid: response p99, dashed: p50; medians if a rate was tried"
        f" more than once. {how} Both axes are logarithmic."
        + explained(
            [(row["p99"], row) for row in own] + [(row["p50"], row["half"]) for row in own],
            "Vertical lines",
        ),
        rows,
        partial(_draw, workload, designs, run, own),
        by_workload(rows, _sentence),
        workload,
        designs,
    )


def _points(rows: pl.DataFrame) -> list[Row]:
    """Returns a row for each rate of each scenario: the median of its tries."""
    same = ["workload", "design", "label", "place", "stage", "rate_per_second"]
    points = (
        rows.filter(pl.col("response_p99_ns") > 0, pl.col("response_p50_ns") > 0)
        .group_by(same, maintain_order=True)
        .agg(
            pl.col("response_p50_ns", "response_p99_ns").median(),
            *[pl.col(f"response_{name}_ns").alias(f"{name}_all") for name in TIMES],
            pl.col(_known()),
            pl.col("holds").all(ignore_nulls=False),
            pl.col("warned").any(),
            pl.col("highest_per_second", "bound").first(),
        )
        .filter(pl.col("rate_per_second").n_unique().over("workload", "label", "place") > 1)
        .sort("place", "label", "stage", "rate_per_second", nulls_last=True)
    )
    found = []
    for order, row in enumerate(points.iter_rows(named=True)):
        rate = row["rate_per_second"]
        kind = {True: HELD, False: BROKE, None: UNASKED}[row["holds"]]
        highest = row["highest_per_second"]
        limit = _limit(row["bound"])
        found.append(
            {name: row[name] for name in same[:4]}
            | {
                "order": order,
                "rate": rate,
                "p50": row["response_p50_ns"],
                "p99": row["response_p99_ns"],
                "kind": kind,
                "warning": "yes" if row["warned"] else "no",
                "highest": highest is not None and abs(highest / rate - 1) < 1e-6,
                "bound": row["bound"] or "",
            }
            | _worth(row, "p99")
            | {"half": _worth(row, "p50")}
            | ({"limit": limit} if limit else {})
        )
    return found


def _known() -> list[str]:
    return [f"{name}_{known}" for name in TIMES for known in KNOWN]


def _judged(run: LoadRun) -> pl.DataFrame:
    """Returns the values known of both percentiles of each whole load."""
    halves, tails = (
        of_response(run, percentile).rename({known: f"{name}_{known}" for known in KNOWN})
        for name, percentile in TIMES.items()
    )
    return halves.join(tails, on=ONE_LOAD, how="full", coalesce=True)


def _worth(row: Row, name: str) -> Row:
    return worth(row[f"{name}_all"], *(row[f"{name}_{known}"] for known in KNOWN))


def _limit(bound: str | None) -> float | None:
    """Returns the time in a bound on the response p99, if the bound is one."""
    found = re.fullmatch(r"response_p99(?:_ns)?<=?([\d.]+)(ns|us|µs|ms|s)", bound or "")
    return float(found[1]) * SIZES[found[2]] if found else None


def _searched(run: LoadRun) -> list[Row]:
    if run.saturation is None:
        return []
    names = run.whole.join(_judged(run), on=ONE_LOAD, how="left", maintain_order="left")
    names = names.select("scenario", "round", "label", "place", *_known(), warned=has_warning())
    return _points(
        run.saturation.join(
            names,
            left_on=["scenario", "probe"],
            right_on=["scenario", "round"],
            maintain_order="left",
        ).with_columns(stage=pl.lit(None, dtype=pl.Int64))
    )


def _staged(run: LoadRun) -> list[Row]:
    """Returns the rates of stages, and of loads that are not part of a search."""
    loads = run.rows.filter(pl.col("rate_per_second") > 0)
    if run.saturation is not None:
        found = run.saturation["scenario"].unique().to_list()
        loads = loads.filter(~pl.col("scenario").is_in(found))
    stages = loads.filter(pl.col("stage").is_not_null())
    whole = loads.filter(pl.col("stage").is_null()).join(stages, on=ONE_LOAD, how="anti")
    warnings = run.whole.select(*ONE_LOAD, warned=has_warning())
    rows = pl.concat([stages, whole]).join(warnings, on=ONE_LOAD, how="left", maintain_order="left")
    # Intervals are known of whole loads only.
    known = _judged(run).with_columns(stage=pl.lit(None, dtype=pl.Int64))
    same = [*ONE_LOAD, "stage"]
    rows = rows.join(known, on=same, how="left", nulls_equal=True, maintain_order="left")
    none = pl.lit(None)
    return _points(
        rows.with_columns(
            holds=none.cast(pl.Boolean),
            highest_per_second=none.cast(pl.Float64),
            bound=none.cast(pl.String),
        )
    )


def _highest(rows: list[Row]) -> list[Row]:
    return sorted((row for row in rows if row["highest"]), key=lambda row: -row["rate"])


def _title(rows: list[Row]) -> str:
    highest = _highest(rows)
    if highest:
        most, least = highest[0], highest[-1]
        said = bound(most["bound"])
        said = (
            f"{said[0].upper()}{said[1:]} holds up to {number(most['rate'])} actions a second"
            f" ({described(most)})"
        )
        if least is not most:
            said += f"; with {described(least)}, up to {number(least['rate'])}"
        return said
    if any(row["bound"] for row in rows):
        return "No rate that was tried kept the bound each time"
    fastest = max(row["rate"] for row in rows)
    worst = max((row for row in rows if row["rate"] == fastest), key=lambda row: row["p99"])
    return (
        f"At {number(fastest)} actions a second, 99 % are answered within {time(worst['p99'])}"
        f" ({described(worst)})"
    )


def _sentence(rows: list[Row]) -> str:
    said = []
    highest = _highest(rows)
    if highest:
        each = [f"{described(row)}: {number(row['rate'])} a second" for row in highest]
        said.append(f"Highest rate with {bound(highest[0]['bound'])}: {'; '.join(each)}")
    unheld = sorted(
        {described(r) for r in rows if r["bound"]} - {described(row) for row in highest}
    )
    if unheld:
        said.append(f"No rate that was tried kept the bound each time for {listed(unheld)}")
    ends: dict[tuple[float, float], list[str]] = {}
    for line in grouped(rows, "label", "place").values():
        if line[0]["kind"] == UNASKED:
            low, *_, high = sorted(line, key=lambda row: row["rate"])
            each = f"{described(low)}: {time(low['p99'])} and {time(high['p99'])}"
            ends.setdefault((low["rate"], high["rate"]), []).append(each)
    said += [
        f"p99 at {number(low)} and at {number(high)} actions a second: {'; '.join(each)}"
        for (low, high), each in ends.items()
    ]
    return ". ".join(said) + "."


def _draw(
    workload: str, designs: list[str], run: LoadRun, own: list[Row], look: Look
) -> alt.FacetChart:
    scheme = look.scheme
    colour, shape = run.encodings(scheme)
    across = alt.X(
        "rate:Q",
        scale=alt.Scale(type="log", nice=False, padding=14),
        axis=log_axis("actions per second", grid=False),
    )
    up = scaled(alt.Y, time_axis("response time (ns, µs, ms, s)"))
    base = alt.Chart().encode(x=across, color=colour)
    lines = base.encode(order="order:Q")
    p99 = lines.mark_line(strokeWidth=2).encode(y=up("p99"))
    p50 = lines.mark_line(strokeWidth=1.5, strokeDash=[3, 3]).encode(y=up("p50"))
    dots = []
    for name, within, size in (("p50", ".half", 18), ("p99", "", 55)):
        marks = base.encode(y=up(name), shape=shape, tooltip=TIPS)
        hollow = f"datum{within}.worth === '{UNRELIABLE}'"
        dots += filled_or_hollow(marks, scheme, hollow, size=size)
    whiskers = [
        base.transform_calculate(**ends)
        .transform_filter("isValid(datum.top)")
        .mark_rule(strokeWidth=width)
        .encode(y=up("bottom"), y2="top:Q")
        for ends, width in ((interval_ends("p99"), 2), (interval_ends("p50", "half."), 1))
    ]
    limit = (
        alt.Chart()
        .transform_filter("isValid(datum.limit)")
        .mark_rule(color=scheme.quiet, strokeDash=[2, 2])
        .encode(y=up("limit"))
    )
    marks = [
        alt.Chart()
        .transform_filter(test)
        .mark_point(shape=shape, size=size, strokeWidth=2, opacity=1, color=scheme.ink)
        .encode(x=across, y=up("p99"))
        for test, shape, size in (
            (f"datum.kind === '{BROKE}'", CROSS, 130),
            ("datum.highest", "diamond", 320),
        )
    ]
    layers = alt.layer(limit, p50, p99, *whiskers, *dots, *marks)
    return in_places(layers, look, 300, run.places, distinct(own, "place"), workload, designs)
