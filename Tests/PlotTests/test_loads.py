"""Figures of loads with known results, and of one that flowbench has written."""

import shutil
from pathlib import Path

import pytest
from conftest import ROOT, MakeRun, summary_row
from load_rows import (
    MS,
    latency_rows,
    load_row,
    read_rows,
    searched_load,
    staged_load,
    steady_load,
)
from plot.__main__ import LOAD_NAMES, main
from plot.figure import Skipped
from plot.figures import percentiles, rates, tails
from plot.load import read_load
from plot.reading import BadInput
from plot.words import bound


def drawn(out: Path) -> set[str]:
    """Returns the names of the files of a directory."""
    return {path.name for path in out.iterdir()}


def pictures(*names: str) -> set[str]:
    return {f"{name}.{suffix}" for name in names for suffix in ("png", "svg")} | {"index.html"}


def test_a_load_of_flowbench_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = tmp_path / "loaded"
    shutil.copytree(ROOT / "Tests" / "PlotTests" / "loaded", run)
    assert main(["--run", str(run)]) == 0
    assert drawn(run / "plots") == pictures("tails", "percentiles")
    said = capsys.readouterr()
    assert "no figure 'rates': every scenario has one rate" in said.err
    assert "counter/single/1/uniform/flow has a warning: the generator delay is" in said.err
    page = (run / "plots" / "index.html").read_text()
    assert "has a warning: the generator delay is" in page
    assert "built as debug" in page
    assert page.count('<tr data-workload="counter"') == 1


def test_every_figure_of_a_load_is_drawn(tmp_path: Path):
    assert main(["--run", str(searched_load(tmp_path / "run"))]) == 0
    assert drawn(tmp_path / "run" / "plots") == pictures(*LOAD_NAMES)


def test_percentiles_are_placed_as_in_hdrhistogram(tmp_path: Path):
    figure = percentiles.make(read_load(steady_load(tmp_path)))
    flow = [
        row
        for row in figure.rows
        if (row["design"], row["place"], row["time"]) == ("flow", "one store", "response")
    ]
    places = {row["percentile"]: row["x"] for row in flow}
    # 4,000 actions are too few for a 99.9th percentile.
    assert places == {50: 2, 90: pytest.approx(10), 99: pytest.approx(100), 100: 4000}
    assert {row["percentile"]: row["ns"] for row in flow}[99] == 2 * MS
    assert {row["time"] for row in figure.rows} == {"response", "service"}


def test_the_title_names_both_ends_and_the_sentence_the_waiting(tmp_path: Path):
    figure = percentiles.make(read_load(steady_load(tmp_path)))
    assert figure.title == (
        "99 of 100 actions are answered within 1 ms (flow, one store per module)"
        " to 40 ms (inout, one store)"
    )
    assert figure.subtitle.startswith("Workload app, 10 copies. 1,000 actions a second for 4 s.")
    assert (
        "In one store, 99 % are answered within 2 ms (flow) and 40 ms (inout)"
        in (figure.sentences["app"])
    )
    assert "the rest of its response is waiting" in figure.sentences["app"]


def test_processes_of_one_scenario_are_a_median(tmp_path: Path):
    times = (2 * MS, 4 * MS, 90 * MS)
    loads = [load_row(ns, round=place) for place, ns in enumerate(times)]
    latency = [row for place, ns in enumerate(times) for row in latency_rows(ns, round=place)]
    run = read_rows(tmp_path, loads, latency)
    (row,) = tails.make(run).rows
    assert (row["p99"], row["processes"]) == (4 * MS, 3)
    assert percentiles.p99(percentiles.make(run).rows)[0]["ns"] == 4 * MS


def test_tails_show_warnings_and_delay(tmp_path: Path):
    figure = tails.make(read_load(steady_load(tmp_path)))
    kinds = {(row["design"], row["topology"]): row["kind"] for row in figure.rows}
    assert kinds.pop(("flow", "one store per module")) == tails.WARNED
    assert set(kinds.values()) == {tails.SOUND}
    assert {row["late"] for row in figure.rows} == {2000}
    # The one with a warning is faster still, and no title mentions it.
    assert figure.title == (
        "Response p99 is 2 ms for flow, one store and 40 ms for inout, one store, 20 times as much"
    )
    assert "flow 1 ms (warning) and inout 3 ms" in figure.sentences["app"]


def test_a_title_says_that_all_loads_have_warnings(tmp_path: Path):
    loads = [load_row(4 * MS, warning="the generator was late", generator_delay_p99_ns=3 * MS)]
    run = read_rows(tmp_path, loads, latency_rows(4 * MS))
    assert tails.make(run).title.startswith(
        "Every load has a warning: generator delay is up to 3 ms of a response p99 of 4"
    )
    assert percentiles.make(run).title.endswith(", but every load has a warning")
    assert run.left_out == ["app/single/10/uniform/flow has a warning: the generator was late."]


def test_a_closed_loop_has_no_rates(tmp_path: Path):
    closed = {"load": "closed:50:exponential:10ms:4s", "senders": 50}
    load = load_row(MS, **closed, rate_per_second="", offered_total="")
    run = read_rows(tmp_path, [load], latency_rows(MS, **closed))
    assert "50 clients in a closed loop for 4 s" in tails.make(run).subtitle
    assert isinstance(rates.make(run), Skipped)


def test_a_search_marks_the_highest_rate(tmp_path: Path):
    figure = rates.make(read_load(searched_load(tmp_path)))
    points = {row["rate"]: row for row in figure.rows}
    assert sorted(points) == [1000, 2000, 4000, 8000]
    assert [rate for rate, point in points.items() if point["highest"]] == [4000]
    assert points[4000]["p99"] == 5 * MS
    assert points[8000]["kind"] == rates.BROKE
    assert {row["limit"] for row in figure.rows} == {20 * MS}
    assert figure.title == (
        "Response p99 ≤ 20\u00a0ms holds up to 4,000 actions a second (flow, one store)"
    )


def test_other_figures_show_the_highest_rate_of_a_search(tmp_path: Path):
    run = read_load(searched_load(tmp_path))
    assert sorted(run.shown["round"].to_list()) == [2, 4]
    assert percentiles.p99(percentiles.make(run).rows)[0]["ns"] == 5 * MS
    assert "Each at the highest rate with response p99 ≤ 20\u00a0ms" in (tails.make(run).subtitle)


def test_without_a_search_figures_show_the_highest_sustained_rate(tmp_path: Path):
    searched_load(tmp_path)
    (tmp_path / "saturation.csv").unlink()
    run = read_load(tmp_path)
    assert run.shown["rate_per_second"].unique().to_list() == [8000]
    figure = rates.make(run)
    assert {row["kind"] for row in figure.rows} == {rates.UNASKED}
    assert [row["rate"] for row in figure.rows] == [1000, 2000, 4000, 8000]


def test_stages_are_rates_in_their_order(tmp_path: Path):
    run = read_load(staged_load(tmp_path))
    figure = rates.make(run)
    ordered = sorted(figure.rows, key=lambda row: row["order"])
    assert [(row["rate"], row["p99"]) for row in ordered] == [
        (10, MS),
        (1000, 30 * MS),
        (20, 5 * MS),
    ]
    assert figure.title == (
        "At 1,000 actions a second, 99 % are answered within 30 ms (flow, one store)"
    )
    assert (
        "p99 at 10 and at 1,000 actions a second: flow, one store: 1 ms and 30 ms."
        in (figure.sentences["app"])
    )
    # The stages' own percentiles are not those of the load.
    assert percentiles.p99(percentiles.make(run).rows)[0]["ns"] == 9 * MS
    assert "3 stages of 10 to 1,000 actions a second" in tails.make(run).subtitle


def test_the_place_names_dimensions_that_differ(tmp_path: Path):
    loads = [load_row(count * MS, features=count) for count in (1, 10)]
    latency = [row for count in (1, 10) for row in latency_rows(count * MS, features=count)]
    run = read_rows(tmp_path, loads, latency)
    assert run.places == ["one store, 1 copy", "one store, 10 copies"]
    assert {row["panel"] for row in tails.make(run).rows} == {"1 copy", "10 copies"}


def test_invalid_loads_are_left_out_and_named(tmp_path: Path):
    path = steady_load(tmp_path) / "loads.csv"
    lines = path.read_text().replace(",true,", ",false,", 2)
    path.write_text(lines)
    run = read_load(tmp_path)
    assert run.left_out[0] == (
        "app/single/10/uniform/flow is invalid and left out: no reason given."
    )
    assert len(percentiles.p99(percentiles.make(run).rows)) == 3


@pytest.mark.parametrize("name", ["runs.csv", "latency.csv"])
def test_missing_files_are_named(tmp_path: Path, name: str):
    (steady_load(tmp_path) / name).unlink()
    with pytest.raises(BadInput, match=f"{name}: there is no such file"):
        read_load(tmp_path)


def test_a_load_is_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = str(steady_load(tmp_path))
    assert main(["--run", run, "--with", run]) == 1
    assert "a load is drawn alone" in capsys.readouterr().err


def test_a_figure_of_another_kind_of_run_is_refused(
    tmp_path: Path, make_run: MakeRun, capsys: pytest.CaptureFixture[str]
):
    load, run = steady_load(tmp_path / "load"), make_run([summary_row(1)])
    assert main(["--run", str(load), "--only", "tails"]) == 0
    assert drawn(load / "plots") == {"tails.png", "tails.svg"}
    assert main(["--run", str(run), "--only", "tails"]) == 1
    assert "figure 'tails' is of another kind of run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("response_p99_ns<=20ms", "response p99 ≤ 20\u00a0ms"),
        ("response_p99<=20ms", "response p99 ≤ 20\u00a0ms"),
        ("response_p99_9<=1s", "response p99.9 ≤ 1\u00a0s"),
        ("service_max<5us", "service max < 5\u00a0us"),
    ],
)
def test_bounds_are_words(text: str, words: str):
    assert bound(text) == words
