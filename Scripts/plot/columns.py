"""The columns of the result files, as results/README.md lists them.

Tests in Swift hold that list against the code that writes the files, so it is not repeated here.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "results" / "README.md"

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
    "contention.csv": (
        *("schema_version", "run_id", "scenario", "workload", "design", "topology"),
        *("senders", "round", "valid"),
    ),
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
    """All columns of a file in order; none where the README does not describe it."""
    lines = README.read_text(encoding="utf-8").splitlines()
    heading = f"## `{file_name}`"
    if heading not in lines:
        return ()
    found = []
    for line in lines[lines.index(heading) + 1 :]:
        row = re.match(r"^\| `(\w+)` \| (\w+) \|", line)
        if row and row[2] in KINDS:
            found.append(Column(row[1], row[2]))
        elif line.startswith("#"):
            break
    return tuple(found)
