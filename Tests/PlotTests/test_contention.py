"""The figure of several workers, for loads whose result is known."""

from pathlib import Path

import pytest
from conftest import Row
from load_rows import USUAL as LOADED
from load_rows import write_load
from plot.__main__ import main
from plot.figure import Figure, Skipped
from plot.figures import contention
from plot.load import read_contention
from plot.reading import BadInput
from test_loads import drawn, pictures

USUAL: Row = LOADED | {
    "workload": "sequence",
    "affinity": "free",
    "isolation": "own-actor",
    "duration_ns": 2_000_000_000,
    "fairness": 1,
    "cpu_ns_per_action": 300,
    "lost_total": 0,
    "duplicated_total": 0,
    "reordered_total": 0,
    "valid": "true",
}

# Speed-ups with 1, 2 and 4 workers: one line falls, one rises, one stays.
SPEEDUPS = {
    ("mutex", "single"): (1, 0.5, 0.4),
    ("mutex", "per-feature"): (1, 1.8, 1.9),
    ("actor", "single"): (1, 1, 1),
    ("actor", "per-feature"): (1, 1.5, 1.6),
}


def sent_row(design: str, topology: str, count: int, speedup: object, **other: object) -> Row:
    """Returns a row of contention.csv: one worker sends a million actions a second."""
    rate = 1e6 * float(str(speedup or 1))
    row = USUAL | {
        "scenario": f"sequence/{topology}/10/uniform/{design}@free",
        "design": design,
        "topology": topology,
        "worker": "thread" if design == "mutex" else "task",
        "senders": count,
        "speedup": speedup,
        "actions_per_second": rate,
        "worker_min_per_second": rate / count,
        "worker_max_per_second": rate / count,
    }
    return row | other


def known_rows() -> list[Row]:
    return [
        sent_row(design, topology, count, speedup)
        | ({"fairness": 0.5} if (design, topology, count) == ("actor", "single", 4) else {})
        for (design, topology), speedups in SPEEDUPS.items()
        for count, speedup in zip((1, 2, 4), speedups, strict=True)
    ]


def write_sent(directory: Path, rows: list[Row], cores: int = 2) -> Path:
    """Writes a run of workers."""
    return write_load(directory, {"contention.csv": rows}, cores)


def figure(directory: Path, rows: list[Row], cores: int = 2) -> Figure:
    """Returns the figure of these rows."""
    made = contention.make(read_contention(write_sent(directory, rows, cores)))
    assert isinstance(made, Figure)
    return made


def test_the_run_is_drawn_with_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    write_sent(tmp_path, known_rows())
    assert main(["--run", str(tmp_path)]) == 0
    assert drawn(tmp_path / "plots") == pictures("contention")
    page = (tmp_path / "plots" / "index.html").read_text()
    assert page.count('<tr data-workload="sequence"') == len(known_rows())
    assert "drawing contention" in capsys.readouterr().err


def test_the_title_names_the_best_and_the_worst(tmp_path: Path):
    found = figure(tmp_path, known_rows())
    assert found.title == (
        "4 workers send 1.9 times as many actions as one at best (mutex, one store per module),"
        " and 0.4 times at worst (mutex, one store)"
    )
    points = {(row["design"], row["place"], row["workers"]): row for row in found.rows}
    assert len(points) == len(found.rows) == len(known_rows())
    assert points["mutex", "one store", 2]["speedup"] == 0.5
    # Designs with the largest speed-up are first in the legend; one store is the first panel.
    assert found.designs == ["mutex", "actor"]
    assert {row["label"] for row in found.rows} == {"mutex: threads", "actor: tasks"}
    assert found.rows[0]["place"] == "one store"


def test_the_sentence_has_every_design_and_unfair_rows(tmp_path: Path):
    rows = known_rows()
    sentence = figure(tmp_path, rows).sentences["sequence"]
    assert "With one store, 4 workers compared with one: mutex 0.4 times" in sentence
    assert "actor 1.6 times (1,600,000 a second)" in sentence
    assert (
        "Some workers complete much less than others: actor, one store with 4 (index 0.5)"
        in sentence
    )
    fair = [row | {"fairness": 1} for row in rows]
    assert (
        figure(tmp_path, fair)
        .sentences["sequence"]
        .endswith("All workers complete nearly the same number of actions.")
    )


def test_the_cores_are_marked_where_workers_are_more(tmp_path: Path):
    few = figure(tmp_path, known_rows())
    assert {row["cores"] for row in few.rows} == {2}
    assert few.subtitle.endswith("; dotted: the number of cores, 2.")
    many = figure(tmp_path, known_rows(), cores=8)
    assert all("cores" not in row for row in many.rows)
    assert many.subtitle.endswith("dashed: n workers send n times as many.")


def test_the_main_actor_is_named(tmp_path: Path):
    rows = [
        sent_row("inout", "single", count, speedup, isolation="main-actor")
        for count, speedup in ((1, 1), (2, 1.5))
    ]
    assert {row["label"] for row in figure(tmp_path, rows).rows} == {"inout: tasks, main actor"}


def test_several_processes_are_a_median_with_bars(tmp_path: Path):
    rows = [
        sent_row("mutex", "single", count, speedup, round=round_)
        for count, speedups in ((1, (0.9, 1, 1.1)), (2, (1.2, 1.5, 1.9)))
        for round_, speedup in enumerate(speedups)
    ]
    found = figure(tmp_path, rows)
    two = next(row for row in found.rows if row["workers"] == 2)
    assert (two["low"], two["speedup"], two["high"], two["processes"]) == (1.2, 1.5, 1.9, 3)
    assert "medians, bars from the slowest to the fastest process" in found.subtitle
    assert found.title == "2 workers send 1.5 times as many actions as one (mutex, one store)"


def test_a_run_without_one_worker_has_no_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rows = [sent_row("mutex", "single", count, "") for count in (2, 4)]
    found = contention.make(read_contention(write_sent(tmp_path, rows)))
    assert isinstance(found, Skipped)
    assert main(["--run", str(tmp_path)]) == 0
    assert drawn(tmp_path / "plots") == {"index.html"}
    assert "no figure 'contention': no scenario has both one worker" in capsys.readouterr().err


def test_a_design_that_lost_an_action_is_left_out_and_named(tmp_path: Path):
    reason = {"valid": "false", "invalid_reason": "1 lost, 0 duplicated, 0 reordered"}
    bad = sent_row("actor", "single", 4, "", **reason)
    run = read_contention(write_sent(tmp_path, [*known_rows()[:8], bad]))
    assert run.left_out == [
        "sequence/single/10/uniform/actor@free is invalid and left out:"
        " 1 lost, 0 duplicated, 0 reordered."
    ]
    made = contention.make(run)
    assert isinstance(made, Figure)
    assert ("actor", 4) not in {(row["design"], row["workers"]) for row in made.rows}


def test_a_run_of_workers_is_not_compared(tmp_path: Path):
    with pytest.raises(BadInput, match="there is no such file"):
        read_contention(tmp_path)
    run = str(write_sent(tmp_path, known_rows()))
    assert main(["--run", run, "--with", run]) == 1
