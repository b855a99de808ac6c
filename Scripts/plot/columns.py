"""The columns of the result files, as docs/COLUMNS.md lists them.

Tests in Swift hold that list against the code that writes the files, so it is not repeated here.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "COLUMNS.md"

KINDS = ("integer", "number", "text", "flag")

# The version of the files that this code understands.
SCHEMA_VERSION = 2

# What was loaded, and how.
LOADED = ("schema_version", "run_id", "scenario", "workload", "design", "topology", "load")

# Cells without which a row says nothing.
NEVER_EMPTY = {
    "runs.csv": ("schema_version", "run_id"),
    "samples.csv": ("schema_version", "run_id", "scenario", "design", "pass", "round", "valid"),
    "summary.csv": (
        "schema_version",
        "run_id",
        "scenario",
        "workload",
        "design",
        "topology",
        "features",
        "valid",
    ),
    "loads.csv": (*LOADED, "round", "valid"),
    "latency.csv": (*LOADED, "round", "time", "percentile", "actions_total"),
    "timeline.csv": (*LOADED, "round", "second"),
    "populations.csv": (*LOADED, "round", "worlds", "valid"),
    "histograms.csv": (*LOADED, "round", "time", "times_total", "classes"),
    "contention.csv": (
        *("schema_version", "run_id", "scenario", "workload", "design", "topology"),
        *("senders", "round", "valid"),
    ),
    "explored.csv": ("schema_version", "run_id", "scenario", "workload", "design", "valid"),
    "saturation.csv": (
        *("schema_version", "run_id", "scenario", "workload", "design"),
        *("bound", "probe", "rate_per_second", "holds"),
    ),
}


@dataclass(frozen=True)
class Column:
    """A column's name and what its cells hold."""

    name: str
    kind: str


@cache
def columns_of(file_name: str) -> tuple[Column, ...]:
    """All columns of a file in order; none where it is not known."""
    sections = _sections()
    section = sections.get(f"`{file_name}`")
    if section is None:
        return ()
    known = _listed(sections["Common columns"]) | _listed(section)
    order = next(line for line in section if line.startswith("In this order: "))
    return tuple(known[name] for name in re.findall(r"`(\w+)`", order))


def _sections() -> dict[str, list[str]]:
    """The lines of the page below each heading."""
    sections: dict[str, list[str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sections[line[3:]] = []
        elif sections:
            list(sections.values())[-1].append(line)
    return sections


def _listed(lines: list[str]) -> dict[str, Column]:
    """The columns of a table, by name."""
    found = [re.match(r"^\| `(\w+)` \| (\w+) \|", line) for line in lines]
    return {row[1]: Column(row[1], row[2]) for row in found if row and row[2] in KINDS}
