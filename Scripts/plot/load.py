"""Directories of `load`, `saturate` and `contend`, and the rows that figures show."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import altair as alt
import polars as pl

from .chart import keyed
from .figure import Row
from .reading import (
    TYPES,
    BadInput,
    Directory,
    columns_of,
    has_rows,
    left_out_of,
    read_environment,
    refuse,
    rows_of,
)
from .run import labelled
from .theme import Scheme, design_marks
from .words import TOPOLOGIES, bound, count, listed, number, time, topology

SCHEDULED = ("rate_per_second", "duration_ns", "load", "stage", "round")
NEEDED = {
    "loads.csv": (
        *("scenario", "workload", "design", "topology", "features", "valid"),
        *("invalid_reason", "warning"),
        *SCHEDULED,
    ),
    "latency.csv": ("scenario", "load", "stage", "round", "time", "percentile", "time_ns"),
    "saturation.csv": ("scenario", "bound", "probe", "rate_per_second", "highest_per_second"),
    "contention.csv": (
        *("scenario", "workload", "design", "topology", "features", "senders", "round"),
        *("worker", "isolation", "actions_per_second", "speedup", "fairness", "valid"),
        "invalid_reason",
    ),
}

# The other dimensions of a scenario. A place names those that differ.
BESIDE = (
    *("features", "distribution", "views", "observers", "senders", "storage"),
    *("depth", "middlewares", "completion"),
)

# The share of the actions that must be completed in time at a sustained rate.
SUSTAINED = 0.99

# The maximum number of designs in an image file: they differ in their colours.
PICTURED = 5

ONE_LOAD = ["scenario", "load", "round"]


@dataclass(frozen=True)
class LoadRun(Directory):
    """The contents of a directory of `load` or `saturate`."""

    latency: pl.DataFrame
    """The rows of latency.csv."""
    saturation: pl.DataFrame | None
    """The rows of saturation.csv, if it exists."""

    @cached_property
    def whole(self) -> pl.DataFrame:
        """The rows of whole loads, without stages."""
        return self.rows.filter(pl.col("stage").is_null())

    @cached_property
    def shown(self) -> pl.DataFrame:
        """The load of each scenario in figures that show one.

        It is the load at the highest rate that a search found. Without a search or without a
        result, it is the load at the highest sustained rate.
        """
        return pl.concat(
            [self._shown(part) for _, part in self.whole.group_by("scenario", maintain_order=True)]
        )

    @property
    def places(self) -> list[str]:
        """The places in the order of the topologies."""
        order = (by_topology(), "topology", "features", "place")
        return self.shown.unique("place").sort(*order)["place"].to_list()

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the designs, ordered by their shortest response p99."""
        found = self.shown.group_by("label").agg(pl.col("response_p99_ns").min())
        found = found.sort("response_p99_ns", "label", nulls_last=True)
        return found["label"].to_list()

    def pictured(self, rows: list[Row]) -> list[str]:
        """Returns the designs of the rows that an image file shows."""
        there = {row["label"]: row["design"] for row in rows}
        designs = [there[label] for label in self.labels if label in there]
        return list(dict.fromkeys(designs))[:PICTURED]

    @property
    def workload(self) -> str:
        """The workload of the image files: the one with the most scenarios."""
        sizes = self.shown.group_by("workload").agg(pl.col("scenario").n_unique().alias("n"))
        return sizes.sort("n", "workload", descending=[True, False])["workload"][0]

    def pictured_workload(self, rows: list[Row]) -> tuple[str, list[Row]]:
        """Returns the workload of the image file of a figure with these rows, and its rows."""
        names = [row["workload"] for row in rows]
        workload = self.workload if self.workload in names else names[0]
        return workload, [row for row in rows if row["workload"] == workload]

    def encodings(
        self, scheme: Scheme, legend: alt.Legend | None = None
    ) -> tuple[alt.Color, alt.Shape]:
        return keyed("label:N", self.labels, *design_marks(self.labels, scheme), legend)

    def named(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Returns the rows of another file that belong to shown loads, with their names."""
        names = self.shown.select(*ONE_LOAD, "label", "place", "beside", "warning")
        return rows.join(names, on=ONE_LOAD, how="inner", maintain_order="left")

    def setting(self, workload: str) -> str:
        """Returns the beginning of a subtitle: the workload and its number of features."""
        features = self.shown.filter(pl.col("workload") == workload)["features"].unique()
        one = f", {count(features[0], 'copy')}" if len(features) == 1 else ""
        return f"Workload {workload}{one}."

    def traffic(self, workload: str) -> str:
        rows = self.shown.filter(pl.col("workload") == workload)
        bounds = self._bounds(rows)
        if bounds:
            return f"Each at the highest rate with {listed(bounds)}"
        if rows["load"].n_unique() > 1:
            return "Each at the highest rate that it sustained"
        row = rows.row(0, named=True)
        lasting = f"for {time(row['duration_ns'])}"
        if row["rate_per_second"] is None:
            users = row["load"].startswith("users:")
            who = count(row["senders"] or 1, "user" if users else "client")
            return f"{who} {lasting}" if users else f"{who} in a closed loop {lasting}"
        stages = self.rows.filter(
            pl.col("scenario") == row["scenario"],
            pl.col("load") == row["load"],
            pl.col("stage").is_not_null(),
        )
        rates = stages["rate_per_second"].drop_nulls()
        if stages["stage"].n_unique() > 1 and len(rates):
            return (
                f"{stages['stage'].n_unique()} stages of {number(rates.min())} to"
                f" {number(rates.max())} actions a second, {lasting} in all"
            )
        return f"{number(row['rate_per_second'])} actions a second {lasting}"

    def _bounds(self, rows: pl.DataFrame) -> list[str]:
        if self.saturation is None:
            return []
        found = self.saturation.filter(
            pl.col("scenario").is_in(rows["scenario"].to_list()),
            pl.col("highest_per_second").is_not_null(),
        )
        return [bound(text) for text in found["bound"].unique(maintain_order=True)]

    def _shown(self, part: pl.DataFrame) -> pl.DataFrame:
        if part["load"].n_unique() == 1:
            return part
        scenario = pl.col("scenario") == part["scenario"][0]
        if self.saturation is not None:
            probes = self.saturation.filter(
                scenario, pl.col("rate_per_second") == pl.col("highest_per_second")
            )
            found = part.filter(pl.col("round").is_in(probes["probe"].to_list()))
            if found.height:
                return found
        in_time = pl.col("completed_per_second") >= SUSTAINED * pl.col("rate_per_second")
        # Effects end after the last arrival even if the rate is sustained.
        all_done = (pl.col("completion") == "service") & (pl.col("abandoned_total") == 0)
        ordered = part.sort("rate_per_second", "senders")
        held = ordered.filter(in_time | all_done)
        load = held["load"][-1] if held.height else ordered["load"][0]
        return part.filter(pl.col("load") == load)


def read_load(directory: Path) -> LoadRun:
    environment = read_environment(directory)
    loads = _rows(directory / "loads.csv", environment)
    latency = _latency(directory / "latency.csv", environment)
    valid = loads.filter(pl.col("valid"))
    whole = valid.filter(pl.col("stage").is_null(), pl.col("completed_total") > 0)
    _require(whole, loads, directory / "loads.csv")
    path = directory / "latency.csv"
    odd = (latency["percentile"] < 0) | (latency["percentile"] > 100)
    refuse(path, "percentile", odd, "must be from 0 to 100")
    refuse(path, "time_ns", latency["time_ns"] < 0, "must not be less than zero")
    searched = directory / "saturation.csv"
    saturation = _rows(searched, environment) if searched.exists() else None
    if saturation is not None:
        rates = saturation["rate_per_second"]
        refuse(searched, "rate_per_second", rates <= 0, "must be more than zero")
    kept = valid.join(whole.select(ONE_LOAD).unique(), on=ONE_LOAD, how="semi")
    left_out = left_out_of(loads)
    run = LoadRun(directory, environment, placed(kept), left_out, latency, saturation)
    left_out += _warnings(run.shown)
    return run


def read_contention(directory: Path) -> Directory:
    environment = read_environment(directory)
    path = directory / "contention.csv"
    rows = _rows(path, environment)
    refuse(path, "senders", rows["senders"] < 1, "must be 1 or more")
    refuse(path, "speedup", rows["speedup"] <= 0, "must be more than zero")
    valid = rows.filter(pl.col("valid"))
    _require(valid, rows, path)
    placed_ = placed(valid, ("features", "distribution"))
    return Directory(directory, environment, placed_, left_out_of(rows))


def _rows(path: Path, environment: pl.DataFrame) -> pl.DataFrame:
    return rows_of(path, environment, NEEDED[path.name])


def _require(valid: pl.DataFrame, rows: pl.DataFrame, path: Path) -> None:
    """Refuses a file without a valid row."""
    if valid.is_empty():
        reason = next((text for text in rows["invalid_reason"] if text), "no reason given")
        raise BadInput(f"{path}: column valid: no valid load: {reason}")


def _latency(path: Path, environment: pl.DataFrame) -> pl.DataFrame:
    """Returns the rows of latency.csv; none in virtual time and without a service."""
    if not path.exists() or has_rows(path):
        return _rows(path, environment)
    return pl.DataFrame(schema={name: TYPES[kind] for name, kind in columns_of(path.name).items()})


def placed(rows: pl.DataFrame, differing: tuple[str, ...] = BESIDE) -> pl.DataFrame:
    """Adds `place`, `beside` (the place without the topology) and `label`."""
    named = {
        "features": lambda value: count(value, "copy"),
        "observers": lambda value: count(value, "view"),
        "senders": lambda value: count(value, "sender"),
        "depth": lambda value: f"{value} deep",
        "middlewares": lambda value: count(value, "middleware"),
    }
    # Groups and depths are compared within a topology.
    counts = {
        name: rows.group_by("workload", "topology")
        .agg(pl.col(name).n_unique().alias("n"))["n"]
        .max()
        for name in differing
    }
    beside, places = [], []
    for row in rows.iter_rows(named=True):
        parts = [
            named.get(name, str)(row[name])
            for name, values in counts.items()
            if values > 1 and row[name] is not None
        ]
        beside.append(", ".join(parts))
        places.append(", ".join([topology(row["topology"]), *parts]))
    return labelled(rows).with_columns(
        place=pl.Series(places, dtype=pl.String), beside=pl.Series(beside, dtype=pl.String)
    )


def _warnings(shown: pl.DataFrame) -> list[str]:
    warned = shown.filter(has_warning()).sort("scenario", "round")
    return [
        f"{row['scenario']} has a warning: {row['warning']}."
        for row in warned.unique("scenario", keep="first", maintain_order=True).iter_rows(
            named=True
        )
    ]


def by_topology() -> pl.Expr:
    """Returns an expression that sorts rows in the order of the known topologies."""
    ranks = {name: rank for rank, name in enumerate(TOPOLOGIES)}
    return pl.col("topology").replace_strict(ranks, default=len(ranks), return_dtype=pl.Int64)


def has_warning() -> pl.Expr:
    """Returns an expression that is true for rows with a warning."""
    return pl.col("warning").fill_null("") != ""
