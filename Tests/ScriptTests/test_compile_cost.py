"""The app that `Scripts/compile-cost` writes, and its verdict on known times."""

import importlib.util
import re
import sys
from collections import Counter
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from compiled_app import LEVELS, app_of
from compiled_styles import STYLES, source_of

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "compile-cost"
loader = SourceFileLoader("compile_cost", str(SCRIPT))
cost = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = cost
loader.exec_module(cost)

PARTS = list(app_of().all())


def test_the_app_has_fifty_features_five_levels_down():
    levels = dict(enumerate(count for _, count in LEVELS))
    assert Counter(len(part.trail) for part in PARTS) == levels
    assert {len(part.trail) for part in PARTS if part.kind} == {5}
    assert len({part.type for part in PARTS}) == len(PARTS) == 93


@pytest.mark.parametrize(
    ("style", "pattern", "number"),
    [
        ("switch", r"\bstruct \w+Reducer: Reducer \{", 1),
        ("by-hand", r"\bstruct \w+Reducer: Reducer \{", 93),
        ("by-hand", r"\.map\(", 92),
        ("scoped", r"\bCombineReducers \{", 43),
        ("scoped", r"\.scoped\(", 92),
        ("returning", r": ReturningReducer<", 93),
        ("inout", r"\bpullback\(", 92),
        ("effect", r"\bembed: ", 92),
        ("effect", r"return \[\{ send in ", 33),
        ("middleware", r"\bpullbackMiddleware\(", 33 + 25 + 10 + 5 + 2),
        ("protocol", r"\bstruct \w+Reducer: StateReducer \{", 93),
        ("protocol", r"\bstruct \w+: ActionMiddleware \{", 33),
    ],
)
def test_each_style_combines_its_reducers(style: str, pattern: str, number: int):
    assert sum(len(re.findall(pattern, source_of(part, style))) for part in PARTS) == number


@pytest.mark.parametrize("style", STYLES)
def test_all_styles_change_the_same_state(style: str):
    text = "\n".join(source_of(part, style) for part in PARTS)
    assert len(re.findall(r"\benum \w+Action: Sendable \{", text)) == len(PARTS)
    assert len(re.findall(r"\bstruct \w+State: Equatable, Sendable \{", text)) == len(PARTS)
    assert len(re.findall(r"openings \+= 1", text)) == 43
    assert len(re.findall(r"isLimited\.toggle\(\)", text)) == 17


def test_a_row_is_the_median_without_a_build_that_has_nothing_to_do():
    builds = {"switch": [4.5, 4.4, 90], "by-hand": [8.5], "scoped": [98.5]}
    rows = cost.rows_of("debug", builds, [0.5, 0.5])
    assert [row[:3] for row in rows] == [
        ("switch", 4.0, 1.0),
        ("by-hand", 8.0, 2.0),
        ("scoped", 98.0, 24.5),
    ]
    assert not any(row.is_over for row in rows)


@pytest.mark.parametrize(("configuration", "most"), [("debug", 8.5), ("release", 16.5)])
def test_an_app_by_hand_has_a_limit(configuration: str, most: float):
    def row(seconds: float) -> cost.Row:
        return cost.rows_of(configuration, {"switch": [4.5], "by-hand": [seconds]}, [0.5])[1]

    assert not row(most).is_over
    assert row(most + 0.1).is_over


def test_the_time_of_child_processes_counts():
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    assert cost.cost_of([sys.executable, "-c", start]) >= 0.3


def test_a_failed_build_is_reported_by_its_first_error():
    command = ["sh", "-c", "echo /a/One.swift:7:1: error: no such thing; exit 1"]
    with pytest.raises(cost.CostError, match=r"One\.swift:7:1: error: no such thing"):
        cost.cost_of(command)
