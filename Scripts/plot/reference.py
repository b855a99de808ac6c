"""The run that the repository keeps, and the README's table of it."""

import csv
import io
import re
from pathlib import Path

import polars as pl

from .figures import allocations, moved, wasted
from .run import TIME
from .words import number

# The figures of the README.
SHOWN = ("growth", "designs", "moved")

METRICS = {TIME, moved.SEND, moved.CPU, wasted.NOTIFIED, wasted.WASTED, *allocations.COUNTED}

# The scenario of each column of the table without its design, the metric, and the title.
COLUMNS = (
    ("counter/single/1/uniform", TIME, "counter"),
    ("app/single/1/uniform", TIME, "app: 7 modules, one store"),
    ("app/single/100/uniform", TIME, "700 modules, one store"),
    ("app/per-feature/100/uniform", TIME, "700 modules, 700 stores"),
    ("app/single/100/uniform", "allocations_per_action", "allocations"),
    ("app/single/100/uniform", "bytes_per_action", "bytes"),
    ("app/single/100/uniform", "retains_per_action", "retains"),
)


def reference_of(directory: Path) -> dict[str, bytes]:
    """Returns the files to keep, by name: unchanged rows of the metrics that figures show."""
    rows = io.StringIO(newline="")
    writer = csv.writer(rows, lineterminator="\n")
    with (directory / "summary.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        header = next(reader)
        metric, valid = header.index("metric"), header.index("valid")
        writer.writerow(header)
        writer.writerows(row for row in reader if row[metric] in METRICS or row[valid] == "false")
    # The path of the run is private.
    machine = (directory / "runs.csv").read_text(encoding="utf-8")
    return {
        "runs.csv": re.sub(r" --out [^ ,\"]+", "", machine).encode(),
        "summary.csv": rows.getvalue().encode(),
    }


def table(summary: pl.DataFrame) -> str:
    """Returns the table as Markdown: a row for each design that has every column.

    The cells are nanoseconds and counts per action.
    """
    medians = {
        (row["scenario"], row["metric"]): row["estimate"]
        for row in summary.filter(pl.col("valid")).iter_rows(named=True)
    }
    # A further slash is that of views or middlewares.
    found = (re.fullmatch(rf"{COLUMNS[0][0]}/([^/]+)", scenario) for scenario, _ in medians)
    lines = [
        "| design | " + " | ".join(title for _, _, title in COLUMNS) + " |",
        "|---|" + "--:|" * len(COLUMNS),
    ]
    for design in dict.fromkeys(match[1] for match in found if match):
        cells = [medians.get((f"{scenario}/{design}", metric)) for scenario, metric, _ in COLUMNS]
        if None not in cells:
            lines.append(f"| `{design}` | " + " | ".join(number(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"
