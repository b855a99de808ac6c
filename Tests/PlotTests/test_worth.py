"""Intervals of percentiles, and unreliable percentiles."""

import math
from pathlib import Path

import pytest
from conftest import ROOT, Row, write_rows
from load_rows import (
    MS,
    judged_rows,
    latency_rows,
    load_row,
    read_rows,
    searched_load,
)
from plot.__main__ import main
from plot.estimates import student_quantile
from plot.figures import percentiles, rates, tails
from plot.load import LoadRun, read_load
from plot.worth import RELIABLE, UNRELIABLE, explained, over_processes, worth


def one_load(path: Path, latency: list[Row], **other: object) -> LoadRun:
    """Returns a steady load of one process."""
    return read_rows(path, [load_row(4 * MS, **{"warm_up_ns": 0} | other)], latency)


def responses(run: LoadRun) -> dict[float, Row]:
    """Returns the rows of the percentiles of the response, by percentile."""
    rows = percentiles.make(run).rows
    return {row["percentile"]: row for row in rows if row["time"] == "response"}


def test_the_interval_over_processes_is_students_on_the_logarithms():
    # The logarithms are 0 and 2: their mean is 1, its standard error 1, and t 12.706.
    low, high = over_processes([1, math.e**2])
    assert math.log(low) == pytest.approx(1 - 12.7062, abs=1e-4)
    assert math.log(high) == pytest.approx(1 + 12.7062, abs=1e-4)
    reach = student_quantile(0.975, 2) / math.sqrt(3)
    low, high = over_processes([1, math.e, math.e**2])
    assert (math.log(low), math.log(high)) == pytest.approx((1 - reach, 1 + reach))
    assert over_processes([5, 5]) == pytest.approx((5, 5))
    assert over_processes([5]) is None
    assert over_processes([0, 5]) is None


@pytest.mark.parametrize(
    ("trusted", "sought", "ends", "found"),
    [
        ([True], [True], (1, 3), {"worth": RELIABLE, "low": 1, "high": 3}),
        ([False], [True], (1, 3), {"worth": UNRELIABLE, "low": 1, "high": 3}),
        ([True], [True], (None, None), {"worth": UNRELIABLE}),
        # A load whose rate changes has no intervals, and the maximum has none.
        ([True], [False], (None, None), {"worth": RELIABLE}),
        # Files of an older flowbench have no such columns.
        ([None], [None], (None, None), {"worth": RELIABLE}),
    ],
)
def test_the_worth_of_one_process_is_its_own(
    trusted: list[bool], sought: list[bool], ends: tuple[float, float], found: Row
):
    assert worth([2.0], [ends[0]], [ends[1]], trusted, sought) == found


def test_several_processes_are_reliable_if_each_is_trusted():
    none = [None, None]
    assert worth([2.0, 2.0], none, none, [True, True], [True, True]) == {
        "worth": RELIABLE,
        "low": pytest.approx(2),
        "high": pytest.approx(2),
    }
    assert worth([2.0, 2.0], none, none, [True, False], [True, True])["worth"] == UNRELIABLE


def test_only_marks_that_are_drawn_are_explained():
    plain, hollow = {"worth": RELIABLE}, {"worth": UNRELIABLE}
    narrow, wide = plain | {"low": 9, "high": 11}, plain | {"low": 9, "high": 101}
    assert explained([(10, plain)], "Bands") == ""
    assert explained([(10, narrow)], "Bands") == " Bands: 95 % intervals."
    assert explained([(10, wide)], "Bands") == " Bands: 95 % intervals, cut at 10 times."
    said = explained([(10, plain), (10, hollow)], "Bands")
    assert said.startswith(" Hollow: unreliable, because ")


def test_percentiles_have_bands_as_far_as_intervals_are_known(tmp_path: Path):
    run = one_load(tmp_path, judged_rows(4 * MS, known=(50, 90)))
    found = responses(run)
    assert (found[90]["low"], found[90]["high"]) == (pytest.approx(1.8 * MS), 2.2 * MS)
    # The 99th percentile lacks an interval; the maximum never has one.
    marks = {percentile: row["worth"] for percentile, row in found.items()}
    assert marks == {50: RELIABLE, 90: RELIABLE, 99: UNRELIABLE, 100: RELIABLE}
    assert not any("alone" in row for row in found.values())
    figure = percentiles.make(run)
    assert figure.title == (
        "99 of 100 actions are answered within 4 ms (flow, one store), but these times are"
        " unreliable"
    )
    assert "within 4 ms (flow, unreliable)" in figure.sentences["app"]
    assert "Bands: 95 % intervals. Hollow: unreliable, because" in figure.subtitle


def test_an_interval_without_a_neighbour_is_a_line(tmp_path: Path):
    found = responses(one_load(tmp_path, judged_rows(4 * MS, known=(90,))))
    assert [percentile for percentile, row in found.items() if row.get("alone")] == [90]


def test_percentiles_above_the_trusted_one_are_hollow(tmp_path: Path):
    run = one_load(tmp_path, judged_rows(4 * MS, trusted=90))
    marks = {percentile: row["worth"] for percentile, row in responses(run).items()}
    assert marks == {50: RELIABLE, 90: RELIABLE, 99: UNRELIABLE, 100: UNRELIABLE}
    (row,) = tails.make(run).rows
    assert (row["kind"], row["low"], row["high"]) == (tails.WARNED, 3.6 * MS, 4.4 * MS)
    assert "hollow: the load has a warning;" not in tails.make(run).subtitle
    assert "Lines: 95 % intervals. Hollow: unreliable, because the load" in tails.make(run).subtitle


def test_titles_name_reliable_percentiles(tmp_path: Path):
    other = {"design": "inout", "scenario": "inout"}
    loads = [load_row(ns * MS, warm_up_ns=0, **same) for ns, same in ((4, {}), (1, other))]
    latency = judged_rows(4 * MS) + [row | other for row in judged_rows(MS, trusted=50)]
    run = read_rows(tmp_path, loads, latency)
    title = "99 of 100 actions are answered within 4 ms (flow, one store)"
    assert percentiles.make(run).title == title
    assert tails.make(run).title == "Response p99 of flow, one store: 4 ms"


def test_a_load_whose_rate_changes_needs_no_interval(tmp_path: Path):
    run = one_load(tmp_path, judged_rows(4 * MS, known=()), warm_up_ns="")
    assert {row["worth"] for row in percentiles.make(run).rows} == {RELIABLE}
    assert "Hollow" not in percentiles.make(run).subtitle


def test_rates_have_intervals_and_verdicts(tmp_path: Path):
    figure = rates.make(read_load(searched_load(tmp_path)))
    points = {row["rate"]: row for row in figure.rows}
    assert (points[1000]["low"], points[1000]["high"]) == (0.9 * MS, 1.1 * MS)
    assert points[1000]["half"] == {"worth": RELIABLE, "low": 90_000, "high": 110_000}
    marks = {rate: (row["worth"], row["half"]["worth"]) for rate, row in points.items()}
    assert marks.pop(2000) == (UNRELIABLE, RELIABLE)
    assert set(marks.values()) == {(RELIABLE, RELIABLE)}
    assert points[8000]["kind"] == rates.BROKE
    # A rate that was tried twice has the interval over both processes.
    assert points[4000]["low"] == pytest.approx(over_processes([4 * MS, 6 * MS])[0], rel=1e-5)
    assert "crossed: bound broken" in figure.subtitle
    assert "Vertical lines: 95 % intervals, cut at 10 times. Hollow" in figure.subtitle


def test_older_files_have_neither_bands_nor_hollow_marks(tmp_path: Path):
    searched_load(tmp_path)
    rows = [row for probe in range(5) for row in latency_rows(MS, round=probe)]
    write_rows(tmp_path / "latency.csv", rows, last="actions_total")
    write_rows(tmp_path / "loads.csv", [load_row(MS, round=probe) for probe in range(5)], "warning")
    for run in (read_load(tmp_path), read_load(ROOT / "Tests" / "PlotTests" / "loaded")):
        figure = percentiles.make(run)
        assert {row["worth"] for row in figure.rows} == {RELIABLE}
        assert "Hollow" not in figure.subtitle
        assert "hollow: the load has a warning; bar" in tails.make(run).subtitle
    assert main(["--run", str(tmp_path)]) == 0
