"""A load of several workers as figures see it: its rows, and the names of their places."""

from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from .load import left_out_of, placed, rows_of
from .reading import BadInput, Directory, read_table, refuse

# What a scenario is, beside workload, design, topology and workers; named where it differs.
BESIDE = ("features", "groups", "distribution")


@dataclass(frozen=True)
class ContentionRun(Directory):
    """The directory of a load of several workers, read."""

    rows: pl.DataFrame
    """The valid rows of contention.csv, with `place`."""
    left_out: list[str] = field(default_factory=list)
    """What was not drawn: sentences."""

    @property
    def cores(self) -> int | None:
        """How many cores the machine has, if that is known."""
        return self.environment["cpu_count"][0]

    @property
    def drawn(self) -> pl.DataFrame:
        """The rows that figures are made of."""
        return self.rows


def is_contention(directory: Path) -> bool:
    """Whether `flowbench contend` has written this directory."""
    return (directory / "contention.csv").is_file()


def read_contention(directory: Path) -> ContentionRun:
    """Reads such a directory; says in one line what is wrong with it."""
    environment = read_table(directory / "runs.csv", ("run_id",))
    path = directory / "contention.csv"
    rows = rows_of(path, environment)
    refuse(path, "senders", rows["senders"] < 1, "must be 1 or more")
    refuse(path, "speedup", rows["speedup"] <= 0, "must be more than zero")
    valid = rows.filter(pl.col("valid"))
    if valid.is_empty():
        reason = next((text for text in rows["invalid_reason"] if text), "no reason given")
        raise BadInput(f"{path}: column valid: no valid load: {reason}")
    bad = rows.filter(~pl.col("valid"))
    return ContentionRun(directory, environment, placed(valid, BESIDE), left_out_of(bad))
