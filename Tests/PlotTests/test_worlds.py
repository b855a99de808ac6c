"""Worlds of a load are drawn as one load of all their users."""

from pathlib import Path

import pytest
from conftest import Row, write_rows
from load_rows import MS, USUAL, latency_rows, load_row, named, second_rows, write_load
from plot.__main__ import main
from plot.figures import timeline
from plot.load import read_load

WHOLE = "users:30:worlds:2"
# The longest time of each class with its count: the median is in the second world.
CLASSES = [f"{MS}:40", f"{MS}:10 {3 * MS}:60 {9 * MS}:1"]


def worlds(directory: Path, *, complete: bool = True) -> Path:
    """Writes a load of two worlds with a row of timeline.csv for each minute."""
    loads, latency, seconds, histograms = [], [], [], []
    for world, classes in enumerate(CLASSES, start=1):
        same = {"load": f"users:15:world:{world}/2", "senders": 15, "rate_per_second": ""}
        loads.append(
            load_row(world * MS, completed_total=100 * world, completed_per_second=world, **same)
        )
        latency += latency_rows(world * MS, load=same["load"])
        counts = [("", 60 * world, 0, "", MS)] * 3
        seconds += [
            row | {"second": 60 * index, "seconds": 60}
            for index, row in enumerate(second_rows(counts, load=same["load"], senders=15))
        ]
        histograms.append(
            named(
                USUAL
                | {
                    "load": same["load"],
                    "time": "response",
                    "times_total": 1,
                    "sum_ns": 1,
                    "classes": classes,
                }
            )
        )
    population: Row = {
        "load": WHOLE,
        "worlds": 2,
        "completed_total": 300,
        "response_p99_ns": 3 * MS,
    }
    write_load(directory, {"loads.csv": loads, "latency.csv": latency, "timeline.csv": seconds})
    write_rows(directory / "histograms.csv", histograms)
    rows = [named(USUAL | population | {"valid": "true"})] if complete else []
    write_rows(directory / "populations.csv", rows)
    return directory


def test_counts_are_sums_and_percentiles_of_all(tmp_path: Path):
    run = read_load(worlds(tmp_path))
    assert run.rows.height == 1
    row = run.rows.row(0, named=True)
    assert row["load"] == WHOLE
    assert (row["senders"], row["completed_total"], row["completed_per_second"]) == (30, 300, 3)
    assert row["response_p99_ns"] == 3 * MS
    assert row["service_p99_ns"] is None
    times = {
        row["percentile"]: row["time_ns"]
        for row in run.latency.iter_rows(named=True)
        if row["time"] == "response"
    }
    # Of 111 times 50 are in the first class.
    assert times[25] == MS
    assert times[50] == 3 * MS
    assert times[100] == 9 * MS
    assert times[99.9] is None


def test_rates_are_per_second_for_rows_of_any_length(tmp_path: Path):
    figure = timeline.make(read_load(worlds(tmp_path)))
    assert [row["second"] for row in figure.rows] == [0, 60, 120]
    assert {row["completed"] for row in figure.rows} == {3}
    assert {row["completed_total"] for row in figure.rows} == {180}


def test_an_incomplete_set_of_worlds_is_not_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--run", str(worlds(tmp_path, complete=False))]) == 1
    assert (
        "populations.csv: no rows: worlds are missing; merge the shards" in capsys.readouterr().err
    )


def test_a_load_without_times_has_no_panel_of_times(tmp_path: Path):
    directory = worlds(tmp_path)
    (directory / "histograms.csv").unlink()
    for name in ("latency.csv", "timeline.csv"):
        lines = (directory / name).read_text().splitlines()
        place = (
            [lines[0].split(",").index(f"response_{part}_ns") for part in ("p50", "p99")]
            if name == "timeline.csv"
            else []
        )
        rows = [] if name == "latency.csv" else [line.split(",") for line in lines[1:]]
        for row in rows:
            for index in place:
                row[index] = ""
        text = "\n".join([lines[0], *(",".join(row) for row in rows)]) + "\n"
        (directory / name).write_text(text)
    run = read_load(directory)
    figure = timeline.make(run)
    assert figure.title == "Up to 3 actions complete in a second (flow, one store)"
    assert "30 users for 4 s" in figure.subtitle
    assert main(["--run", str(directory)]) == 0


def test_a_world_without_a_row_keeps_its_number_in_the_system(tmp_path: Path):
    load = worlds(tmp_path)
    seconds = []
    for world, quiet in ((1, 60), (2, 120)):
        same = {"load": f"users:15:world:{world}/2", "senders": 15}
        rows = second_rows([(10, 9, 0, world, MS)] * 3, **same)
        seconds += [
            row | {"second": 60 * index, "seconds": 60}
            for index, row in enumerate(rows)
            if 60 * index != quiet
        ]
    write_rows(load / "timeline.csv", seconds)
    figure = timeline.make(read_load(load))
    assert [row["second"] for row in figure.rows] == [0, 60, 120]
    assert [row["completed_total"] for row in figure.rows] == [18, 9, 9]
    assert [row["in_system"] for row in figure.rows] == [3, 3, 3]
