"""Response time against the rate of the actions, with the highest rate and the knee."""

import re

import altair as alt
import polars as pl

from ..figure import Figure, Row, Skipped, by_place, in_panels, named, rounded
from ..load import ONE_LOAD, LoadRun, is_doubtful
from ..theme import Look, log_axis, time_axis, told_apart
from ..words import bound, listed, number, time
from ..worth import (
    KNOWN,
    UNBELIEVED,
    WORTH_TIPS,
    explained,
    filled_or_hollow,
    interval_ends,
    of_response,
    worth,
)

NAME = "rates"
HELD, BROKE, UNASKED = "the bound held", "it did not", "a stage"
HIGHEST, KNEE = "highest", "knee"
TIPS = [
    alt.Tooltip("place:N", title="topology"),
    alt.Tooltip("label:N", title="design"),
    alt.Tooltip("rate:Q", title="actions per second", format=",.4~r"),
    alt.Tooltip("p50:Q", title="response p50, ns", format=",.4~r"),
    alt.Tooltip("p99:Q", title="response p99, ns", format=",.4~r"),
    *WORTH_TIPS,
    alt.Tooltip("bound:N"),
    alt.Tooltip("kind:N", title="held"),
    alt.Tooltip("warning:N", title="doubtful"),
]
# Over the mark of a rate at which the bound broke.
CROSS = "M-1,-1L1,1M-1,1L1,-1"
TIMES = {"p50": 50, "p99": 99}
SIZES = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}


def make(run: LoadRun) -> Figure | Skipped:
    """The figure of a load."""
    rows = _searched(run) + _staged(run)
    if not rows:
        return Skipped(
            NAME, "every scenario has one rate; saturate, or several stages, bring more of them"
        )
    names = list(dict.fromkeys(row["workload"] for row in rows))
    workload = run.workload if run.workload in names else names[0]
    own = [row for row in rows if row["workload"] == workload]
    designs = run.pictured(rows)
    kinds = [kind for kind in (HELD, BROKE, UNASKED) if kind in {row["kind"] for row in rows}]
    how = (
        "Diamond: the highest rate that held each time; square: the knee; crossed: it did not hold."
        if HELD in kinds or BROKE in kinds
        else "Stages are joined in their order: what waits at the end of one, the next serves."
    )
    return Figure(
        NAME,
        "Response time against rate",
        _title(own),
        " ".join(
            [
                f"{run.setting(workload)} Solid: response p99, dashed: p50; medians where a rate"
                f" was tried again. {how} Both axes are logarithmic.",
                *explained(
                    [(row["p99"], row) for row in own] + [(row["p50"], row["half"]) for row in own],
                    "Vertical lines",
                ),
            ]
        ),
        rows,
        _drawn(workload, designs, run.labels, own, run.places),
        {name: _sentence([row for row in rows if row["workload"] == name]) for name in names},
        workload,
        designs,
    )


def _points(rows: pl.DataFrame) -> list[Row]:
    """A row for each rate of each scenario: medians, where it was tried more than once."""
    same = ["workload", "design", "label", "place", "stage", "rate_per_second"]
    points = (
        rows.filter(pl.col("response_p99_ns") > 0, pl.col("response_p50_ns") > 0)
        .group_by(same, maintain_order=True)
        .agg(
            pl.col("response_p50_ns", "response_p99_ns").median(),
            *[pl.col(f"response_{name}_ns").alias(f"{name}_all") for name in TIMES],
            pl.col(_known()),
            pl.col("holds").all(ignore_nulls=False),
            pl.col("doubtful").any(),
            pl.col("highest_per_second", "knee_per_second", "bound").first(),
        )
        .filter(pl.col("rate_per_second").n_unique().over("workload", "label", "place") > 1)
        .sort("place", "label", "stage", "rate_per_second", nulls_last=True)
    )
    found = []
    for order, row in enumerate(points.iter_rows(named=True)):
        rate = row["rate_per_second"]
        kind = {True: HELD, False: BROKE, None: UNASKED}[row["holds"]]
        # A mark stands on the point of its rate; a search tries every rate it names.
        marks = [
            name
            for name, at in ((HIGHEST, row["highest_per_second"]), (KNEE, row["knee_per_second"]))
            if at is not None and abs(at / rate - 1) < 1e-6
        ]
        limit = _limit(row["bound"])
        found.append(
            {name: row[name] for name in same[:4]}
            | {
                "order": order,
                "rate": rounded(rate),
                "p50": rounded(row["response_p50_ns"]),
                "p99": rounded(row["response_p99_ns"]),
                "kind": kind,
                "warning": "yes" if row["doubtful"] else "no",
                "marks": marks,
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
    """What is known of both percentiles in each whole load."""
    halves, tails = (
        of_response(run, percentile).rename({known: f"{name}_{known}" for known in KNOWN})
        for name, percentile in TIMES.items()
    )
    return halves.join(tails, on=ONE_LOAD, how="full", coalesce=True)


def _worth(row: Row, name: str) -> Row:
    return worth(row[f"{name}_all"], *(row[f"{name}_{known}"] for known in KNOWN))


def _limit(bound: str | None) -> float | None:
    """The time in a bound on the 99th percentile of the response, which the axis can show."""
    found = re.fullmatch(r"response_p99(?:_ns)?<=?([\d.]+)(ns|us|µs|ms|s)", bound or "")
    return float(found[1]) * SIZES[found[2]] if found else None


def _searched(run: LoadRun) -> list[Row]:
    """The rates that searches have tried."""
    if run.saturation is None:
        return []
    names = run.whole.join(_judged(run), on=ONE_LOAD, how="left", maintain_order="left")
    names = names.select("scenario", "round", "label", "place", *_known(), doubtful=is_doubtful())
    return _points(
        run.saturation.join(
            names,
            left_on=["scenario", "probe"],
            right_on=["scenario", "round"],
            maintain_order="left",
        ).with_columns(stage=pl.lit(None, dtype=pl.Int64))
    )


def _staged(run: LoadRun) -> list[Row]:
    """The rates of stages, and of loads that no search has tried."""
    loads = run.loads.filter(pl.col("rate_per_second") > 0)
    if run.saturation is not None:
        found = run.saturation["scenario"].unique().to_list()
        loads = loads.filter(~pl.col("scenario").is_in(found))
    stages = loads.filter(pl.col("stage").is_not_null())
    whole = loads.filter(pl.col("stage").is_null()).join(stages, on=ONE_LOAD, how="anti")
    warnings = run.whole.select(*ONE_LOAD, doubtful=is_doubtful())
    rows = pl.concat([stages, whole]).join(warnings, on=ONE_LOAD, how="left", maintain_order="left")
    # Of a stage nothing is known.
    known = _judged(run).with_columns(stage=pl.lit(None, dtype=pl.Int64))
    same = [*ONE_LOAD, "stage"]
    rows = rows.join(known, on=same, how="left", nulls_equal=True, maintain_order="left")
    none = pl.lit(None)
    return _points(
        rows.with_columns(
            holds=none.cast(pl.Boolean),
            highest_per_second=none.cast(pl.Float64),
            knee_per_second=none.cast(pl.Float64),
            bound=none.cast(pl.String),
        )
    )


def _marked(rows: list[Row], mark: str) -> list[Row]:
    return sorted((row for row in rows if mark in row["marks"]), key=lambda row: -row["rate"])


def _lines(rows: list[Row]) -> dict[str, list[Row]]:
    lines: dict[str, list[Row]] = {}
    for row in rows:
        lines.setdefault(named(row), []).append(row)
    return lines


def _title(rows: list[Row]) -> str:
    highest = _marked(rows, HIGHEST)
    if highest:
        most, least = highest[0], highest[-1]
        said = bound(most["bound"])
        said = (
            f"{said[0].upper()}{said[1:]} holds up to {number(most['rate'])} actions a second"
            f" ({named(most)})"
        )
        if least is not most:
            said += f"; with {named(least)}, up to {number(least['rate'])}"
        return said
    if any(row["bound"] for row in rows):
        return "At no rate that was tried did the bound hold each time"
    fastest = max(row["rate"] for row in rows)
    worst = max((row for row in rows if row["rate"] == fastest), key=lambda row: row["p99"])
    return (
        f"At {number(fastest)} actions a second, 99 % are answered within {time(worst['p99'])}"
        f" ({named(worst)})"
    )


def _sentence(rows: list[Row]) -> str:
    said = []
    knees = {named(row): row for row in _marked(rows, KNEE)}
    highest = _marked(rows, HIGHEST)
    if highest:
        each = [f"{named(row)}: {number(row['rate'])} a second" for row in highest]
        said.append(f"Highest rate with {bound(highest[0]['bound'])}: {'; '.join(each)}")
    if knees:
        each = [f"{who}: {number(row['rate'])}" for who, row in knees.items()]
        said.append(f"The knee, beyond which load buys waiting: {'; '.join(each)}")
    unheld = sorted({named(r) for r in rows if r["bound"]} - {named(row) for row in highest})
    if unheld:
        said.append(f"At no rate that was tried did it hold each time for {listed(unheld)}")
    ends: dict[tuple[float, float], list[str]] = {}
    for who, line in _lines(rows).items():
        if line[0]["kind"] == UNASKED:
            low, *_, high = sorted(line, key=lambda row: row["rate"])
            each = f"{who}: {time(low['p99'])} and {time(high['p99'])}"
            ends.setdefault((low["rate"], high["rate"]), []).append(each)
    said += [
        f"p99 at {number(low)} and at {number(high)} actions a second: {'; '.join(each)}"
        for (low, high), each in ends.items()
    ]
    return ". ".join(said) + "."


def _drawn(  # noqa: ANN202 - a function of the look
    workload: str, designs: list[str], labels: list[str], own: list[Row], places: list[str]
):
    panels = len({row["place"] for row in own})

    def draw(look: Look) -> alt.FacetChart:
        scheme = look.scheme
        colours, shapes = told_apart(labels, scheme)
        colour = alt.Color("label:N", scale=colours, title=None)
        scale = alt.Scale(type="log")
        across = alt.X(
            "rate:Q",
            scale=alt.Scale(type="log", nice=False, padding=14),
            axis=log_axis("actions per second", grid=False),
        )
        axis = time_axis("response time (ns, µs, ms, s)")
        base = alt.Chart().encode(x=across, color=colour)
        lines = base.encode(order="order:Q")
        up = alt.Y("p99:Q", scale=scale, axis=axis)
        p99 = lines.mark_line(strokeWidth=2).encode(y=up)
        middle = alt.Y("p50:Q", scale=scale, axis=axis)
        p50 = lines.mark_line(strokeWidth=1.5, strokeDash=[3, 3]).encode(y=middle)
        shape = alt.Shape("label:N", scale=shapes, title=None)
        dots = [
            *filled_or_hollow(
                base.encode(y=middle, shape=shape, tooltip=TIPS),
                scheme,
                f"datum.half.worth === '{UNBELIEVED}'",
                size=18,
            ),
            *filled_or_hollow(base.encode(y=up, shape=shape, tooltip=TIPS), scheme, size=55),
        ]
        crosses = (
            alt.Chart()
            .transform_filter(f"datum.kind === '{BROKE}'")
            .mark_point(shape=CROSS, size=130, strokeWidth=2, opacity=1, color=scheme.ink)
            .encode(x=across, y=up)
        )
        whiskers = [
            base.transform_calculate(**ends)
            .transform_filter("isValid(datum.top)")
            .mark_rule(strokeWidth=width)
            .encode(y=alt.Y("bottom:Q", scale=scale, axis=axis), y2="top:Q")
            for ends, width in ((interval_ends("p99"), 2), (interval_ends("p50", "half."), 1))
        ]
        limit = (
            alt.Chart()
            .transform_filter("isValid(datum.limit)")
            .mark_rule(color=scheme.quiet, strokeDash=[2, 2])
            .encode(y=alt.Y("limit:Q", scale=scale, axis=axis))
        )
        rings = [
            alt.Chart()
            .transform_filter(f"indexof(datum.marks, '{mark}') >= 0")
            .mark_point(shape=shape, size=320, strokeWidth=2, opacity=1, color=scheme.ink)
            .encode(x=across, y=up)
            for mark, shape in ((HIGHEST, "diamond"), (KNEE, "square"))
        ]
        layers = alt.layer(limit, p50, p99, *whiskers, *dots, crosses, *rings)
        layers = layers.properties(
            width=look.width({1: 860, 2: 450}.get(panels, 290), 270),
            height=look.width(300, 260),
        )
        return in_panels(layers, by_place(places), look, panels, workload, designs)

    return draw
