"""A load as figures see it: its rows, which of them are shown, and the names of their places."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars as pl

from .columns import columns_of
from .figure import Row
from .reading import TYPES, BadInput, Directory, has_rows, read_table, refuse
from .run import labelled
from .words import TOPOLOGIES, bound, count, listed, number, time, topology
from .worlds import together

SCHEDULED = ("rate_per_second", "duration_ns", "load", "stage", "round")
NEEDED = {
    "loads.csv": (
        *("scenario", "workload", "design", "topology", "features", "valid"),
        *("invalid_reason", "warning"),
        *SCHEDULED,
    ),
    "latency.csv": ("scenario", "load", "stage", "round", "time", "percentile", "time_ns"),
    "timeline.csv": ("scenario", "load", "round", "second", "completed", "response_p99_ns"),
    "saturation.csv": ("scenario", "bound", "probe", "rate_per_second", "highest_per_second"),
    "contention.csv": (
        *("scenario", "workload", "design", "topology", "features", "senders", "round"),
        *("worker", "isolation", "actions_per_second", "speedup", "fairness", "valid"),
        "invalid_reason",
    ),
    "explored.csv": ("scenario", "workload", "design", "explored_total", "valid"),
}

# What a scenario is, beside workload, design and topology; named where it differs.
BESIDE = (
    *("features", "groups", "distribution", "views", "observers", "senders", "storage"),
    *("depth", "middlewares", "completion"),
)

# A rate at which less than this share of the actions is done in time is not sustained.
SUSTAINED = 0.99

# So many designs are told apart by colour alone.
PICTURED = 5

ONE_LOAD = ["scenario", "load", "round"]


@dataclass(frozen=True)
class LoadRun(Directory):
    """The directory of a load, read."""

    loads: pl.DataFrame
    """The valid rows of loads.csv, with `label`, `place` and `beside`."""
    latency: pl.DataFrame
    """The rows of latency.csv."""
    timeline: pl.DataFrame
    """The rows of timeline.csv."""
    saturation: pl.DataFrame | None
    """The rows of saturation.csv, where there is one."""
    left_out: list[str] = field(default_factory=list)
    """What was not drawn, and what may mislead: sentences."""

    @property
    def drawn(self) -> pl.DataFrame:
        """The rows that figures are made of."""
        return self.loads

    @cached_property
    def whole(self) -> pl.DataFrame:
        """The rows of whole loads, not of their stages."""
        return self.loads.filter(pl.col("stage").is_null())

    @cached_property
    def shown(self) -> pl.DataFrame:
        """Of each scenario the one load that is shown where there is room for one.

        Of a search for the highest rate it is the load at that rate; where none held, and of loads
        that no search has tried, the highest rate that was sustained.
        """
        return pl.concat(
            [self._shown(part) for _, part in self.whole.group_by("scenario", maintain_order=True)]
        )

    @property
    def places(self) -> list[str]:
        """The places, in the order of the topologies and then of what else differs."""
        known = list(TOPOLOGIES)
        rows = self.shown.unique("place").sort(
            pl.col("topology").replace_strict(
                known, list(range(len(known))), default=len(known), return_dtype=pl.Int64
            ),
            *("topology", "features", "groups", "place"),
        )
        return rows["place"].to_list()

    @cached_property
    def labels(self) -> list[str]:
        """The designs as they are labelled, that first whose response p99 is least somewhere."""
        found = self.shown.group_by("label").agg(pl.col("response_p99_ns").min())
        found = found.sort("response_p99_ns", "label", nulls_last=True)
        return found["label"].to_list()

    def pictured(self, rows: list[Row]) -> list[str]:
        """Of these rows' designs as many as are told apart in one panel by colour alone."""
        there = {row["label"]: row["design"] for row in rows}
        designs = [there[label] for label in self.labels if label in there]
        return list(dict.fromkeys(designs))[:PICTURED]

    @property
    def workload(self) -> str:
        """The workload of the pictures: the one with the most scenarios."""
        sizes = self.shown.group_by("workload").agg(pl.col("scenario").n_unique().alias("n"))
        return sizes.sort("n", "workload", descending=[True, False])["workload"][0]

    def named(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows of another file that belong to loads that are shown, with the names of these."""
        names = self.shown.select(*ONE_LOAD, "label", "place", "beside", "warning")
        return rows.join(names, on=ONE_LOAD, how="inner", maintain_order="left")

    def setting(self, workload: str) -> str:
        """What all scenarios of a workload have in common, as a figure's subtitle begins."""
        features = self.shown.filter(pl.col("workload") == workload)["features"].unique()
        one = f", {count(features[0], 'feature')}" if len(features) == 1 else ""
        return f"Workload {workload}{one}."

    def traffic(self, workload: str) -> str:
        """Who sends and when, as words; of a search, what it has found."""
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
        stages = self.loads.filter(
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
        """The rows of one of a scenario's loads."""
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
        # Effects that take time end after the last arrival also where nothing falls behind.
        all_done = (pl.col("completion") == "service") & (pl.col("abandoned_total") == 0)
        ordered = part.sort("rate_per_second", "senders")
        held = ordered.filter(in_time | all_done)
        load = held["load"][-1] if held.height else ordered["load"][0]
        return part.filter(pl.col("load") == load)


def is_load(directory: Path) -> bool:
    """Whether `flowbench load` has written this directory."""
    return (directory / "loads.csv").is_file()


def read_load(directory: Path) -> LoadRun:
    """Reads the directory of a load; says in one line what is wrong with it."""
    environment = read_table(directory / "runs.csv", ("run_id",))
    loads = rows_of(directory / "loads.csv", environment)
    latency = _latency(directory / "latency.csv", environment)
    timeline = rows_of(directory / "timeline.csv", environment)
    loads, latency, timeline = together(directory, loads, latency, timeline)
    valid = loads.filter(pl.col("valid"))
    whole = valid.filter(pl.col("stage").is_null(), pl.col("completed_total") > 0)
    if whole.is_empty():
        reason = next((text for text in loads["invalid_reason"] if text), "no reason given")
        raise BadInput(f"{directory / 'loads.csv'}: column valid: no valid load: {reason}")
    _check_latency(directory / "latency.csv", latency)
    refuse(
        directory / "timeline.csv", "second", timeline["second"] < 0, "must not be less than zero"
    )
    searched = directory / "saturation.csv"
    saturation = rows_of(searched, environment) if searched.exists() else None
    if saturation is not None:
        rates = saturation["rate_per_second"]
        refuse(searched, "rate_per_second", rates <= 0, "must be more than zero")
    kept = valid.join(whole.select(ONE_LOAD).unique(), on=ONE_LOAD, how="semi")
    run = LoadRun(directory, environment, placed(kept), latency, timeline, saturation)
    run.left_out.extend(left_out_of(loads.filter(~pl.col("valid"))) + _warnings(run.shown))
    return run


def _latency(path: Path, environment: pl.DataFrame) -> pl.DataFrame:
    """The rows of latency.csv; none where time jumps and there is no service: nothing took any."""
    if not path.exists() or has_rows(path):
        return rows_of(path, environment)
    return pl.DataFrame(
        schema={column.name: TYPES[column.kind] for column in columns_of(path.name)}
    )


def rows_of(path: Path, environment: pl.DataFrame) -> pl.DataFrame:
    """The rows of one of a load's files, all of the run that runs.csv is of."""
    rows = read_table(path, ("run_id", *NEEDED[path.name]))
    foreign = ~rows["run_id"].is_in(environment["run_id"].to_list())
    refuse(path, "run_id", foreign, "not in runs.csv, the files are of different runs")
    return rows


def _check_latency(path: Path, rows: pl.DataFrame) -> None:
    """No time is less than zero, and no share of the actions beyond all of them."""
    odd = (rows["percentile"] < 0) | (rows["percentile"] > 100)
    refuse(path, "percentile", odd, "must be from 0 to 100")
    refuse(path, "time_ns", rows["time_ns"] < 0, "must not be less than zero")


def placed(rows: pl.DataFrame, differing: tuple[str, ...] = BESIDE) -> pl.DataFrame:
    """Adds `place`: the topology and what else differs; `beside`: the latter; and `label`."""
    named = {
        "features": lambda value: count(value, "feature"),
        "groups": lambda value: count(value, "group"),
        "observers": lambda value: count(value, "view"),
        "senders": lambda value: count(value, "sender"),
        "depth": lambda value: f"{value} deep",
        "middlewares": lambda value: count(value, "middleware"),
    }
    # One topology has groups and depths of its own: they differ only within it.
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


def left_out_of(bad: pl.DataFrame) -> list[str]:
    """A sentence for each scenario that is invalid."""
    return [
        f"{row['scenario']} is invalid and left out: {row['invalid_reason'] or 'no reason given'}."
        for row in bad.unique("scenario").sort("scenario").iter_rows(named=True)
    ]


def _warnings(shown: pl.DataFrame) -> list[str]:
    doubtful = shown.filter(is_doubtful()).sort("scenario", "round")
    return [
        f"{row['scenario']} is doubtful: {row['warning']}."
        for row in doubtful.unique("scenario", keep="first", maintain_order=True).iter_rows(
            named=True
        )
    ]


def is_doubtful() -> pl.Expr:
    """True for rows with a warning."""
    return pl.col("warning").fill_null("") != ""
