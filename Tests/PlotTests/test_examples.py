"""The recipes of docs/recipes.md, run as they are printed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from conftest import ROOT, MakeRun, sample_row, summary_row


def example(language: str) -> str:
    """Returns the only example in a language."""
    text = (ROOT / "docs" / "recipes.md").read_text()
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return found


@pytest.fixture
def run(make_run: MakeRun) -> Path:
    """Returns a run in which one store's cost grows with the count."""
    summary = [
        summary_row(cost, workload="app", design=design, topology=topology, features=features)
        for design, power in (("inout", 1), ("flow", 0))
        for features in (1, 10, 100)
        for topology, cost in (("single", 100 * features**power), ("per-feature", 100))
    ]
    samples = [
        sample_row(cost, place, workload="app", design="inout")
        for place, cost in enumerate((100, 100, 250))
    ]
    samples.append(sample_row(1, 3, workload="app", design="inout", valid="false"))
    return make_run(summary, samples)


def test_duckdb_reads_the_summary(run: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(run)
    rows = duckdb.sql(example("sql")).fetchall()
    assert rows[:2] == [("inout", 100, 100.0), ("inout", 10, 10.0)]
    assert {(row[0], row[2]) for row in rows[2:]} == {("inout", 1.0), ("flow", 1.0)}


def test_polars_reads_the_samples(run: Path):
    result = subprocess.run(
        [sys.executable, "-c", example("python")],
        cwd=run,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "shape: (1, 2)" in result.stdout
    assert re.search(r"app/single/1/uniform/inout\W+2\.5\W", result.stdout)


@pytest.mark.skipif(
    shutil.which("gnuplot") is None and "CI" not in os.environ,
    reason="there is no gnuplot; make deps WITH_PLOT=1 installs it",
)
def test_gnuplot_draws_the_summary(run: Path):
    result = subprocess.run(
        ["gnuplot"], input=example("gnuplot"), cwd=run, capture_output=True, text=True, check=True
    )
    assert result.stderr == ""
    picture = (run / "growth.svg").read_text()
    # A mark for each design at each of three counts, and one in the legend.
    for mark in ("gpPt0", "gpPt1"):
        assert picture.count(f"xlink:href='#{mark}'") == 4


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="there is no R")
def test_r_reads_the_summary(run: Path):
    result = subprocess.run(
        ["Rscript", "-e", example("r")], cwd=run, capture_output=True, text=True, check=True
    )
    assert re.search(r"inout +100 +10000", result.stdout)
