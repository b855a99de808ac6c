"""The README's table: what each design costs, from the rows that are kept of a run."""

import polars as pl

from .run import TIME
from .words import number

# The scenario of each column without its design, the metric, and the column's title.
COLUMNS = (
    ("counter/single/1/uniform", TIME, "counter"),
    ("app/single/1/uniform", TIME, "app, 1 copy, one store"),
    ("app/single/100/uniform", TIME, "app, 100 copies, one store"),
    ("app/per-feature/100/uniform", TIME, "app, 100 copies, a store each"),
    ("app/single/100/uniform", "allocations_per_action", "allocations"),
    ("app/single/100/uniform", "bytes_per_action", "bytes"),
    ("app/single/100/uniform", "retains_per_action", "retains"),
)


def table(summary: pl.DataFrame) -> str:
    """The table as Markdown: a row for each design that has every column, in the run's order.

    Nanoseconds and counts for each action, medians; what is invalid or was not measured leaves its
    design out.
    """
    medians = {
        (row["scenario"], row["metric"]): row["median"]
        for row in summary.filter(pl.col("valid")).iter_rows(named=True)
    }
    first = COLUMNS[0][0] + "/"
    # Names with a slash in what is left have views or middlewares: other questions.
    designs = dict.fromkeys(
        scenario.removeprefix(first)
        for scenario, _ in medians
        if scenario.startswith(first) and "/" not in scenario.removeprefix(first)
    )
    lines = [
        "| design | " + " | ".join(title for _, _, title in COLUMNS) + " |",
        "|---|" + "--:|" * len(COLUMNS),
    ]
    for design in designs:
        cells = [medians.get((f"{scenario}/{design}", metric)) for scenario, metric, _ in COLUMNS]
        if None not in cells:
            lines.append(f"| `{design}` | " + " | ".join(number(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"
