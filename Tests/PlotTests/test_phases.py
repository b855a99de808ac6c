"""Warm-up and pauses of the machine in the timeline."""

from pathlib import Path

import pytest
from conftest import ROOT, write_rows
from load_rows import MS, QUIET, latency_rows, load_row, read_rows, second_rows, write_load
from plot.figure import Figure
from plot.figures import timeline
from plot.figures.phases import paused
from plot.load import LoadRun, read_load
from plot.render import render
from plot.theme import LIGHT, Look

SECOND = 1000 * MS
# The panels of each load: rates, actions in the system and response times.
PLAIN = 3


def load_of(path: Path, pauses: list[int | str], **other: object) -> LoadRun:
    """Returns a load with a second for each pause."""
    seconds = [QUIET[0]] * len(pauses)
    timed = [row | {"paused_ns": ns} for row, ns in zip(second_rows(seconds), pauses, strict=True)]
    loads = [load_row(MS, **{"duration_ns": len(pauses) * SECOND} | other)]
    return read_rows(path, loads, latency_rows(MS), timed)


def panels(figure: Figure) -> int:
    assert render(figure)
    return len(figure.draw(Look(LIGHT)).vconcat)


@pytest.mark.parametrize(
    ("ns", "words"),
    [
        (None, None),
        (0, None),
        (700_000, "under 1 ms"),
        (MS, "1 to 10 ms"),
        (99 * MS, "10 to 100 ms"),
        (100 * MS, "100 ms or more"),
    ],
)
def test_a_pause_has_a_word_for_its_length(ns: int | None, words: str | None):
    assert paused(ns) == words


def test_seconds_in_which_the_machine_paused_are_marked(tmp_path: Path):
    totals = {"paused_ns": 31 * MS, "stalled_ns": 7 * MS}
    figure = timeline.make(load_of(tmp_path, [0, 30 * MS, 0, MS], **totals))
    assert [row.get("pause") for row in figure.rows] == [
        *[None, "10 to 100 ms", None, "1 to 10 ms"]
    ]
    assert [row["paused"] for row in figure.rows] == [0, 30 * MS, 0, MS]
    assert panels(figure) == PLAIN + 1
    assert "Long responses during pauses of the machine may not be the store's." in figure.subtitle
    assert figure.sentences["app"].endswith(
        "The machine paused most with flow, one store: 31 ms in all."
        " A store stalled most with flow, one store: 7 ms in all."
    )


def test_points_of_several_seconds_have_the_longest_pause(tmp_path: Path):
    pauses = [0] * 480
    pauses[3] = 2 * MS
    rows = timeline.make(load_of(tmp_path, pauses)).rows
    assert len(rows) == 240
    assert (rows[1]["second"], rows[1]["pause"]) == (2, "1 to 10 ms")
    assert sum("pause" in row for row in rows) == 1


def test_without_an_observed_clock_nothing_is_marked(tmp_path: Path):
    figure = timeline.make(load_of(tmp_path, [""] * 4))
    assert not any("paused" in row for row in figure.rows)
    assert panels(figure) == PLAIN


def test_the_warm_up_is_shaded_and_labelled(tmp_path: Path):
    figure = timeline.make(load_of(tmp_path, [0] * 4, warm_up_ns=1500 * MS))
    first, *others = figure.rows
    assert (first["warm_up"], first["warm_up_text"]) == (1.5, "warm-up 1.5 s")
    assert not any("warm_up" in row for row in others)
    assert panels(figure) == PLAIN + 1
    assert "The shaded warm-up is in no percentile" in figure.subtitle
    assert "Left out as warm-up: 1.5 s (flow, one store)." in figure.sentences["app"]


def test_a_load_without_a_warm_up_has_no_shade(tmp_path: Path):
    figure = timeline.make(load_of(tmp_path, [0] * 4, warm_up_ns=0))
    assert "warm_up" not in figure.rows[0]
    assert panels(figure) == PLAIN


def test_older_files_have_the_plain_panels(tmp_path: Path):
    write_load(tmp_path, {"loads.csv": [], "latency.csv": latency_rows(MS), "timeline.csv": []})
    write_rows(tmp_path / "loads.csv", [load_row(MS)], last="warning")
    write_rows(tmp_path / "timeline.csv", second_rows(QUIET), last="response_max_ns")
    for run in (read_load(tmp_path), read_load(ROOT / "Tests" / "PlotTests" / "loaded")):
        figure = timeline.make(run)
        new = {"paused", "pause", "warm_up", "paused_total"}
        assert not any(new & set(row) for row in figure.rows)
        assert panels(figure) == PLAIN
        assert figure.subtitle.endswith("then response p99, and p50 dashed.")
