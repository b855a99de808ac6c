"""The README's table, from known medians and from the reference."""

from pathlib import Path

import polars as pl
from plot.reference import COLUMNS, table
from plot.run import read_run

ROOT = Path(__file__).resolve().parents[2]


def summary(designs: dict[str, float], without: str = "") -> pl.DataFrame:
    """Returns a row for each column and design, at a multiple of the column's position."""
    rows = [
        {"scenario": f"{scenario}/{design}", "metric": metric, "estimate": value * (index + 1)}
        for index, (scenario, metric, _) in enumerate(COLUMNS)
        for design, value in designs.items()
        if not (design == without and metric == "retains_per_action")
    ]
    return pl.DataFrame(rows).with_columns(valid=pl.lit(True))


def test_a_row_has_each_column_of_its_design():
    lines = table(summary({"floor": 1.0, "flow@free": 1000.0})).splitlines()
    assert lines[0].count("|") == lines[1].count("|") == lines[2].count("|") == 9
    assert lines[2] == "| `floor` | 1 | 2 | 3 | 4 | 5 | 6 | 7 |"
    assert lines[3].startswith("| `flow@free` | 1,000 | 2,000 |")


def test_a_design_that_lacks_a_column_is_left_out():
    lines = table(summary({"floor": 1.0, "flow": 2.0}, without="flow")).splitlines()
    assert [line for line in lines if "`" in line] == ["| `floor` | 1 | 2 | 3 | 4 | 5 | 6 | 7 |"]


def test_rows_with_views_are_not_in_the_table():
    rows = summary({"floor": 1.0, "own-slice:1/flow": 2.0})
    assert "own-slice" not in table(rows)


def test_the_readme_shows_the_reference():
    kept = table(read_run(ROOT / "results/reference").rows)
    assert (ROOT / "results/reference/table.md").read_text(encoding="utf-8") == kept
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = [line for line in readme.splitlines() if line.startswith("| `")]
    designs = [line for line in shown if line in kept.splitlines()]
    assert len(designs) == 6
    assert kept.splitlines()[0] in readme
