"""Explored interleavings as the page sees them: rows without a figure."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from .figure import Skipped
from .load import rows_of
from .reading import Directory, read_table

NAME = "explored"


@dataclass(frozen=True)
class ExploredRun(Directory):
    """The directory of explored interleavings, read."""

    rows: pl.DataFrame
    """The rows of explored.csv."""

    @property
    def drawn(self) -> pl.DataFrame:
        """The rows of the table."""
        return self.rows

    @property
    def left_out(self) -> list[str]:
        """What was found: a sentence for each scenario with a fault."""
        return [
            f"{row['scenario']} has failed: {row['invalid_reason'] or 'no reason given'}."
            for row in self.rows.filter(~pl.col("valid")).iter_rows(named=True)
        ]


def is_explored(directory: Path) -> bool:
    """Whether `flowbench explore` has written this directory."""
    return (directory / "explored.csv").is_file()


def read_explored(directory: Path) -> ExploredRun:
    """Reads such a directory; says in one line what is wrong with it."""
    environment = read_table(directory / "runs.csv", ("run_id",))
    return ExploredRun(directory, environment, rows_of(directory / "explored.csv", environment))


def make(run: ExploredRun) -> Skipped:
    """Why there is no figure."""
    return Skipped(NAME, f"{run.rows.height} scenarios were explored, which times nothing")
