"""`Scripts/noise` finds the sources of variation that were planted in simulated runs."""

import csv
import importlib.util
import json
import math
import random
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "noise"
loader = SourceFileLoader("noise", str(SCRIPT))
noise = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = noise
loader.exec_module(noise)

NAMES = [f"scenario {number}" for number in range(6)]


def simulated(rounds: int, **deviations: float) -> noise.Run:
    """Returns a run with planted standard deviations, by source."""
    source = random.Random(7)
    sizes = {name: deviations.get(name, 0.0) for name in ("within", "time", "order", "layout")}
    effects = [source.gauss() for _ in NAMES]
    mean, deviation = sum(effects) / 6, math.sqrt(sum(e * e for e in effects) / 6)
    effect = {n: (e - mean) / deviation for n, e in zip(NAMES, effects, strict=True)}
    run: noise.Run = {name: [] for name in NAMES}
    before = NAMES[0]
    for number in range(rounds):
        phase = source.gauss(0, sizes["time"])
        for name in source.sample(NAMES, len(NAMES)):
            base = phase + effect[before] * sizes["order"] + source.gauss(0, sizes["layout"])
            samples = [base + source.gauss(0, sizes["within"]) for _ in range(3)]
            run[name].append(noise.Process(number, samples, before))
            before = name
    return run


@pytest.mark.parametrize("source", ["within", "time", "order", "layout"])
def test_a_planted_source_has_most_of_the_variance(source: str):
    deviations = {"within": 0.01, "time": 0.01, "order": 0.01, "layout": 0.01, source: 0.06}
    run = simulated(400, **deviations)
    fixed = simulated(400, **{**deviations, "layout": 0.0})
    for name in NAMES:
        found = noise.shares(run, fixed, name)
        assert 0.7 < getattr(found, source) / found.total < 1, (name, found)
        # No scenario follows itself, so that its own effect is missing.
        assert math.sqrt(found.total) == pytest.approx(0.063, rel=0.4)


def test_sources_explain_no_more_than_there_is():
    for _ in range(20):
        run = simulated(12, within=0.05)
        found = noise.shares(run, run, NAMES[0])
        parts = found.time + found.order + found.layout + found.rest
        assert parts == pytest.approx(noise.between(run[NAMES[0]]))


def test_a_run_is_read_with_the_order_of_its_processes(tmp_path: Path):
    with (tmp_path / "samples.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["scenario", "round", "valid", "invalid_reason", "wall_ns_per_action"])
        rows.writerow(["a", 0, "true", "", math.e])
        rows.writerow(["a", 0, "true", "", 1])
        rows.writerow(["b", 0, "true", "", 1])
    jobs = [{"columns": {}}] + [{"job": {"scenario": name, "round": 0}} for name in ("b", "a")]
    (tmp_path / "jobs.jsonl").write_text("\n".join(map(json.dumps, jobs)))
    run = noise.read(tmp_path)
    assert run == {"a": [noise.Process(0, [1.0, 0.0], "b")], "b": [noise.Process(0, [0.0], "")]}
    text = (tmp_path / "samples.csv").read_text().replace("true,,1", "false,crashed,", 1)
    (tmp_path / "samples.csv").write_text(text)
    with pytest.raises(ValueError, match="a: crashed"):
        noise.read(tmp_path)


def test_a_number_of_rounds_that_is_too_small_is_one_line(capsys: pytest.CaptureFixture[str]):
    sys.argv = ["noise", "--rounds", "2"]
    with pytest.raises(SystemExit):
        noise.main()
    assert "--rounds: must be at least 10, got 2" in capsys.readouterr().err
