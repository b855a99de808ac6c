"""Titles and sentences of figures, for runs with known results."""

from pathlib import Path

import pytest
from conftest import MakeRun, sample_row, summary_row
from plot.figure import Figure, Skipped
from plot.figures import allocations, compared, designs, growth, moved, wasted
from plot.reading import BadInput
from plot.run import read_run


def test_growth_has_the_cost_of_one_store(rich_run: Path):
    figure = growth.make(read_run(rich_run))
    # inout: one store 20 · 10 · n/4 against 200: 25 times at 100 copies.
    assert figure.title == (
        "At 100 copies, one store costs inout 25 times what one store per module costs"
    )
    sentence = figure.sentences["shop"]
    assert "inout 25 times what one store per module costs at 100 copies" in sentence
    assert "No difference was found there for" in sentence
    assert "One store costs 50 ns per copy with inout" in sentence


def test_designs_are_multiples_of_the_floor(rich_run: Path):
    figure = designs.make(read_run(rich_run))
    assert figure.designs == ["floor", "flow", "inout", "task"]
    assert figure.title == ("An action costs 2 times the floor with flow; with task, 40 times")
    assert figure.sentences["shop"] == (
        "shop: the floor takes 10 ns an action; times the floor: flow 2, inout 5 and task 40."
    )
    flow = next(r for r in figure.rows if r["design"] == "flow" and r["kind"] == "design")
    assert (flow["low"], flow["high"]) == (pytest.approx(1.8), pytest.approx(2.2))
    ticks = [row for row in figure.rows if row["kind"] == "process" and row["design"] == "flow"]
    assert sorted(row["ratio"] for row in ticks if row["workload"] == "shop") == [2, 2.02, 2.04]


def test_free_rows_stand_beside_pinned_ones(make_run: MakeRun):
    rows = [
        summary_row(10, design="floor", ratio_to_floor=1),
        summary_row(20, design="task", ratio_to_floor=2),
        summary_row(50, design="task", ratio_to_floor=5, affinity="free"),
    ]
    figure = designs.make(read_run(make_run(rows)))
    cores = {row["cores"]: row["ratio"] for row in figure.rows if row["design"] == "task"}
    assert cores == {designs.PINNED: 2, designs.FREE: 5}
    assert "task 2." in figure.sentences["shop"]


def test_a_run_on_free_cores_only_has_a_title(make_run: MakeRun):
    rows = [
        summary_row(10 * ratio, design=design, ratio_to_floor=ratio, affinity="free")
        for design, ratio in (("floor", 1), ("task", 5))
    ]
    figure = designs.make(read_run(make_run(rows)))
    assert figure.title == "An action costs 5 times the floor with task"
    assert {row["cores"] for row in figure.rows} == {designs.FREE}


def test_allocations_name_the_minimum_and_the_maximum(rich_run: Path):
    figure = allocations.make(read_run(rich_run))
    assert "minimum 1 (flow), maximum 39 (task)" in figure.sentences["shop"]
    assert "allocates 48 bytes in flow and 1,872 in task, 39 times as much" in figure.title
    floor = next(row for row in figure.rows if row["design"] == "floor")
    assert (floor["value"], floor["text"]) == (0, "0")
    assert floor["drawn"] > 0


def test_wasted_names_the_number_of_notifications(rich_run: Path):
    figure = wasted.make(read_run(rich_run))
    assert figure.title.replace("\u00a0", " ") == (
        "inout wastes up to 9 notifications for an action (90 % of its own); flow none"
    )
    assert (
        "own-slice:10 (inout): 10 are notified of each action, 9 of them wasted,"
        " 10 for each that had to draw" in figure.sentences["shop"]
    )


def test_moved_compares_cpu_time_with_time_inside_send(rich_run: Path):
    figure = moved.make(read_run(rich_run))
    assert "task 4 times" in figure.sentences["shop"]
    assert figure.title.startswith("task spends 100 ns inside send, but 400 ns of CPU time")
    assert {r["text"] for r in figure.rows if r["design"] != "task"} == {""}


def two_runs(make_run: MakeRun, factors: dict[str, float]) -> tuple[Path, Path]:
    """Returns a run, and one in which each design costs a multiple of it."""
    paths = []
    for name, candidate in (("run-a", False), ("run-b", True)):
        samples = [
            sample_row(100 * (factor if candidate else 1) * wobble, place, design=design)
            for design, factor in factors.items()
            for place, wobble in enumerate((0.99, 1, 1.01))
        ]
        rows = [summary_row(100, design=design) for design in factors]
        paths.append(make_run(rows, samples, name, commit=name))
    return paths[0], paths[1]


def test_two_runs_are_compared_by_their_processes(make_run: MakeRun):
    base, candidate = map(read_run, two_runs(make_run, {"flow": 2, "inout": 0.5, "task": 1}))
    figure = compared.make(base, candidate)
    sides = {row["design"]: (row["ratio"], row["side"]) for row in figure.rows}
    assert sides == {
        "flow": (2, "slower"),
        "inout": (0.5, "faster"),
        "task": (1, "no difference shown"),
    }
    assert figure.title == "run-b against run-a: 1 slower, 1 faster, 1 without a difference shown"
    assert "Most slower: shop/single/1/uniform/flow +100" in figure.sentences[""]


def test_runs_with_nothing_in_common_cannot_be_compared(make_run: MakeRun):
    base = make_run([summary_row(1)], [sample_row(1, place) for place in range(3)])
    other = [sample_row(1, place, workload="echo") for place in range(3)]
    candidate = make_run([summary_row(1, workload="echo")], other, "run-b")
    with pytest.raises(BadInput, match="no scenario in common"):
        compared.make(read_run(base), read_run(candidate))


def test_figures_without_data_are_skipped_with_a_reason(make_run: MakeRun):
    run = read_run(make_run([summary_row(1)]))
    makers = (growth, designs, allocations, wasted, moved)
    skipped = [maker.make(run) for maker in makers]
    skipped.append(compared.make(run, None))
    assert all(isinstance(one, Skipped) and len(one.reason) > 20 for one in skipped)


def test_rows_of_other_surroundings_replace_missing_plain_rows(make_run: MakeRun):
    rows = [
        summary_row(features, features=features, distribution="zipf:1.2") for features in (1, 10)
    ]
    assert isinstance(growth.make(read_run(make_run(rows))), Figure)
