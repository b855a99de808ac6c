"""The contents of a run directory, and the selections of rows that figures use."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from .reading import (
    BadInput,
    Directory,
    left_out_of,
    read_environment,
    read_table,
    rows_of,
)

DIMENSIONS = ("workload", "design", "topology", "features", "affinity", "depth")

# The usual values of the other dimensions.
PLAIN = {
    "distribution": "uniform",
    "views": "none",
    "observers": 0,
    "senders": 1,
    "storage": "memory",
    "middlewares": 0,
    "completion": "immediate",
}
SURROUNDINGS = tuple(PLAIN)

TIME = "wall_ns_per_action"


@dataclass(frozen=True)
class Run(Directory):
    """The contents of a run directory."""

    processes: pl.DataFrame | None = None
    """The median of each timed process of samples.csv; None without that file."""

    def metric(self, name: str) -> pl.DataFrame:
        rows = self.rows.filter(pl.col("metric") == name, pl.col("estimate").is_not_null())
        # A logarithmic axis has no zero.
        return rows if name != TIME else rows.filter(pl.col("estimate") > 0)


def read_run(directory: Path, only_summary: bool = False) -> Run:
    if not directory.is_dir():
        raise BadInput(f"{directory}: there is no such run; 'make bench' makes one")
    environment = read_environment(directory)
    needed = ("scenario", "design", "metric", "median", "valid")
    rows = rows_of(directory / "summary.csv", environment, needed)
    # Files before the column `estimate` have the median of all samples.
    rows = rows.with_columns(estimate=pl.coalesce("estimate", "median"))
    left_out = left_out_of(rows, "warning")
    summary = rows.filter(pl.col("valid"))
    if summary.filter(pl.col("metric") == TIME).is_empty():
        raise BadInput(f"{directory / 'summary.csv'}: column metric: no valid row of {TIME}")
    if only_summary:
        return Run(directory, environment, summary, left_out)
    processes = None
    if (directory / "samples.csv").exists():
        processes, invalid = _processes(directory / "samples.csv")
        if invalid:
            left_out.append(f"{invalid:,} invalid rows of samples.csv are left out.")
    return Run(directory, environment, summary, left_out, processes)


def plain(rows: pl.DataFrame, **other: object) -> pl.DataFrame:
    """Returns the rows with the usual values of the other dimensions, except for some."""
    for name, usual in (PLAIN | other).items():
        if usual is not None:
            rows = rows.filter(pl.col(name) == usual)
    return rows.filter(pl.col("depth").is_null() | (pl.col("depth") == 1))


def usual(rows: pl.DataFrame) -> pl.DataFrame:
    """Returns the plain rows of each workload, or those with its commonest surroundings."""
    found = []
    for _, part in rows.group_by("workload", maintain_order=True):
        kept = plain(part)
        if kept.is_empty():
            commonest = part.group_by(SURROUNDINGS).len().sort("len", *SURROUNDINGS).tail(1)
            kept = part.join(commonest, on=SURROUNDINGS, how="semi", nulls_equal=True)
        found.append(kept)
    return pl.concat(found) if found else rows


def one_affinity(rows: pl.DataFrame) -> pl.DataFrame:
    """Returns one row for each scenario; the pinned one if it was measured pinned and free."""
    order = pl.col("affinity").replace_strict(
        {"pinned": 0, "free": 2}, default=1, return_dtype=pl.Int8
    )
    same = [name for name in (*DIMENSIONS, *SURROUNDINGS, "metric") if name != "affinity"]
    return (
        rows.sort(order, "scenario", maintain_order=True)
        .unique(same, keep="first", maintain_order=True)
        .sort("scenario")
    )


def commonest_features(rows: pl.DataFrame) -> int:
    """Returns the feature count that most designs have."""
    sizes = rows.group_by("features").agg(pl.col("design").n_unique().alias("n"))
    return sizes.sort("n", "features", descending=[True, False])["features"][0]


def labelled(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds `label`: the design, with @free if the id of the scenario has it."""
    free = pl.col("scenario").str.ends_with("@free")
    return rows.with_columns(
        label=pl.when(free).then(pl.col("design") + "@free").otherwise(pl.col("design"))
    )


def _processes(path: Path) -> tuple[pl.DataFrame, int]:
    """Returns the median of each timed process, and the number of invalid rows."""
    needed = ("scenario", "workload", "design", "pass", "round", "valid", TIME)
    timed = pl.col("valid") & (pl.col("pass") == "timing")
    processes = read_table(path, needed, only=True)
    processes = processes.group_by("scenario", "workload", "design", "round").agg(
        pl.col(TIME).filter(timed).median().alias("ns"), (~pl.col("valid")).sum().alias("invalid")
    )
    medians = processes.drop_nulls("ns").select("scenario", "workload", "design", "round", "ns")
    return medians.sort("scenario", "round"), processes["invalid"].sum()
