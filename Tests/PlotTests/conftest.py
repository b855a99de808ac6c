"""Makes `plot` importable, and run directories for tests."""

import csv
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from plot.reading import columns_of  # noqa: E402

Row = dict[str, object]


def scenario(row: Row) -> str:
    """Returns the name of a scenario, as precise as the tests need."""
    name = f"{row['workload']}/{row['topology']}/{row['features']}/{row['distribution']}"
    views = "" if row["views"] == "none" else f"/{row['views']}:{row['observers']}"
    return f"{name}{views}/{row['design']}" + ("@free" if row["affinity"] == "free" else "")


USUAL: Row = {
    "schema_version": 2,
    "run_id": "run-a",
    "workload": "shop",
    "design": "flow",
    "topology": "single",
    "features": 1,
    "distribution": "uniform",
    "views": "none",
    "observers": 0,
    "senders": 1,
    "storage": "memory",
    "affinity": "pinned",
    "valid": "true",
    "middlewares": 0,
    "completion": "immediate",
}


def summary_row(estimate: float, **other: object) -> Row:
    """Returns a row of summary.csv, with an interval of 10 % on either side."""
    row = USUAL | {
        "metric": "wall_ns_per_action",
        "n": 9,
        "estimate": estimate,
        "min": estimate * 0.9,
        "max": estimate * 1.1,
        "interval_low": estimate * 0.9,
        "interval_high": estimate * 1.1,
        "processes_total": 3,
    }
    row |= other
    row.setdefault("scenario", scenario(row))
    return row


def sample_row(ns: float, round_: int, iteration: int = 0, **other: object) -> Row:
    """Returns a row of samples.csv of the timing pass."""
    row = USUAL | {
        "pass": "timing",
        "round": round_,
        "iteration": iteration,
        "actions": 1000,
        "batches": 1,
        "wall_ns_per_action": ns,
    }
    row |= other
    row.setdefault("scenario", scenario(row))
    return row


def write_rows(path: Path, rows: list[Row], last: str | None = None) -> None:
    names = list(columns_of(path.name))
    if last:
        names = names[: names.index(last) + 1]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


MakeRun = Callable[..., Path]


def run_maker(parent: Path) -> MakeRun:
    """Returns a function that writes a run directory from rows."""

    def make(
        summary: list[Row], samples: list[Row] | None = None, name: str = "run-a", **machine: object
    ) -> Path:
        directory = parent / name
        directory.mkdir()
        run = {
            "schema_version": 2,
            "run_id": name,
            "started_utc": "20261121T225021Z",
            "commit": "9037438",
            "dirty": "false",
            "cpu_model": "A processor",
            "cpu_count": 2,
        }
        write_rows(directory / "runs.csv", [run | machine])
        same = {"run_id": name}
        write_rows(directory / "summary.csv", [row | same for row in summary])
        if samples:
            write_rows(directory / "samples.csv", [row | same for row in samples])
        return directory

    return make


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """Returns a function that writes a run directory from rows into the directory of the test."""
    return run_maker(tmp_path)


@pytest.fixture
def rich_run(make_run: MakeRun) -> Path:
    """Returns a run with data for all figures except the two that need another run."""
    return make_rich_run(make_run)


def make_rich_run(make_run: MakeRun) -> Path:
    """Writes that run."""
    summary, samples = [], []
    floors = {"shop": 10.0, "echo": 5.0}
    costs = {"floor": 1, "flow": 2, "inout": 20, "task": 40}
    for workload, floor in floors.items():
        for design, times in costs.items():
            same = {"workload": workload, "design": design}
            for features in (1, 10, 100):
                # The cost grows with the count for one store only, so the two lines cross.
                grown = floor * times * (features / 4 if design == "inout" else 1)
                here = same | {"features": features}
                summary.append(summary_row(grown, ratio_to_floor=grown / floor, **here))
                each = here | {"topology": "per-feature"}
                summary.append(summary_row(floor * times, **each))
            ns = floor * times * (0.25 if design == "inout" else 1)
            moved = 4 if design == "task" else 1
            for metric, value in {
                "cpu_ns_per_action": ns,
                "send_ns_per_action": ns / moved,
                "allocations_per_action": times - 1,
                "bytes_per_action": (times - 1) * 48,
                "retains_per_action": times / 2,
            }.items():
                summary.append(summary_row(value, metric=metric, **same))
            samples += [
                sample_row(ns * (1 + 0.01 * round_), round_, iteration, **same)
                for round_ in range(3)
                for iteration in range(3)
            ]
    for design, vain in (("flow", 0), ("inout", 9)):
        for metric, value in (
            ("notifications_per_action", 1 + vain),
            ("wasted_per_action", vain),
            ("wall_ns_per_action", 100),
        ):
            views = {"views": "own-slice", "observers": 10, "features": 10}
            summary.append(summary_row(value, metric=metric, design=design, **views))
    return make_run(summary, samples, warning="the hypervisor gave 7 % of the time to <others>")
