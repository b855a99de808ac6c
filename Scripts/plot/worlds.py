"""The sum of the worlds of a load, so that figures show all users."""

from collections import Counter
from pathlib import Path

import polars as pl

from .reading import BadInput, has_rows, read_table

# The load of a world, and the load of all worlds.
WORLD = r":world:\d+/(\d+)"
WHOLE = r":worlds:${1}"
SUMMED = ["offered", "completed", "dropped", "in_system"]
TOTALS = ["senders", "offered_total", "completed_total", "dropped_total", "abandoned_total"]
OF_A_PROCESS = ("time_low_ns", "time_high_ns", "batches")
PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100]


def together(
    directory: Path, loads: pl.DataFrame, latency: pl.DataFrame, timeline: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Returns the tables of a load with one row for all worlds."""
    path = directory / "populations.csv"
    if not path.exists():
        return loads, latency, timeline
    if not has_rows(path):
        raise BadInput(
            f"{path}: no rows: worlds are missing; merge the shards, or continue with --resume"
        )
    populations = read_table(path, ("run_id", "scenario", "load", "round", "worlds"))
    whole = _shared(populations).select("scenario", "round", "shared", "load")
    return (
        _whole(loads, _loads(_worlds(loads), populations), whole),
        _whole(latency, _latency(directory, _worlds(latency)), whole),
        _whole(timeline, _timeline(_worlds(timeline)), whole),
    )


def _worlds(rows: pl.DataFrame) -> pl.DataFrame:
    """Returns the rows of worlds with `shared`, the common part of their loads."""
    return _shared(rows.filter(pl.col("load").str.contains(WORLD)))


def _shared(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds the load without the numbers of users and worlds."""
    load = pl.col("load").str.replace(WORLD, WHOLE).str.replace(r"^users:\d+", "users")
    return rows.with_columns(shared=load)


def _whole(rows: pl.DataFrame, summed: pl.DataFrame, whole: pl.DataFrame) -> pl.DataFrame:
    """Returns the other rows and the sums of complete loads."""
    named = summed.drop("load", strict=False).join(
        whole, on=["scenario", "round", "shared"], how="inner", maintain_order="left"
    )
    alone = rows.filter(~pl.col("load").str.contains(WORLD))
    return pl.concat([alone, named.select(rows.columns).cast(dict(rows.schema))])


def _loads(worlds: pl.DataFrame, populations: pl.DataFrame) -> pl.DataFrame:
    key = ["scenario", "round", "shared"]
    times = [name for name in populations.columns if name.startswith("response_")]
    summed = worlds.group_by(key, maintain_order=True).agg(
        pl.col(name).sum()
        if name in (*TOTALS, "completed_per_second")
        else pl.col(name).all()
        if name == "valid"
        else _nothing(worlds, name)
        if name.endswith("_ns") and name != "duration_ns"
        else pl.col(name).first()
        for name in worlds.columns
        if name not in key
    )
    known = _shared(populations).select(*key, *times)
    return summed.drop(times).join(known, on=key, how="left", maintain_order="left")


def _timeline(worlds: pl.DataFrame) -> pl.DataFrame:
    key = ["scenario", "round", "shared", "second"]
    return (
        _filled(worlds)
        .group_by(key, maintain_order=True)
        .agg(
            # A sum with an unknown part is unknown.
            pl.when(pl.col(name).is_null().any())
            .then(None)
            .otherwise(pl.col(name).sum())
            .alias(name)
            if name in SUMMED
            # Percentiles cannot be added.
            else _nothing(worlds, name)
            if name.startswith("response_")
            else pl.col(name).drop_nulls().first()
            for name in worlds.columns
            if name not in key
        )
    )


def _filled(worlds: pl.DataFrame) -> pl.DataFrame:
    """Adds a row for each second that another world has.

    In virtual time, a second without any event has no row.
    """
    whole = ["scenario", "round", "shared"]
    one = [*whole, "load"]
    seconds = worlds.select(*whole, "second").unique()
    every = worlds.select(one).unique().join(seconds, on=whole)
    rows = every.join(worlds, on=[*one, "second"], how="left").sort(*one, "second")
    counts = [
        (pl.col(name).forward_fill().over(one) if name == "in_system" else pl.col(name))
        .fill_null(0)
        .alias(name)
        for name in SUMMED
    ]
    return rows.with_columns(
        pl.when(pl.col(name).is_null().all().over(one)).then(None).otherwise(count).alias(name)
        for name, count in zip(SUMMED, counts, strict=True)
    )


def _nothing(rows: pl.DataFrame, name: str) -> pl.Expr:
    return pl.lit(None, dtype=rows.schema[name]).first().alias(name)


def _latency(directory: Path, worlds: pl.DataFrame) -> pl.DataFrame:
    path = directory / "histograms.csv"
    if not path.exists():
        return worlds.clear()
    histograms = _worlds(read_table(path, ("run_id", "scenario", "load", "round", "time")))
    key = ["scenario", "round", "shared", "time"]
    rows = []
    for row in worlds.unique(key, maintain_order=True).iter_rows(named=True):
        own = histograms.filter(*(pl.col(name) == row[name] for name in key))
        classes = _sum(own["classes"].to_list())
        rows += [
            row
            | {
                "percentile": float(percent),
                "time_ns": _percentile(classes, percent),
                "actions_total": sum(classes.values()),
            }
            | dict.fromkeys(OF_A_PROCESS)
            for percent in PERCENTILES
        ]
    return pl.DataFrame(rows, schema=worlds.schema, strict=False)


def _sum(texts: list[str]) -> Counter[int]:
    classes: Counter[int] = Counter()
    for text in texts:
        for part in text.split():
            longest, count = part.split(":")
            classes[int(longest)] += int(count)
    return classes


def _percentile(classes: Counter[int], percent: float) -> float | None:
    """Returns a percentile as the program does: the end of a class, or None for few times."""
    total = sum(classes.values())
    if percent < 100 and total * (100 - percent) / 100 < 1:
        return None
    rank = max(1, int(percent / 100 * total + 0.5))
    seen = 0
    for longest in sorted(classes):
        seen += classes[longest]
        if seen >= rank:
            return float(longest)
    return None
