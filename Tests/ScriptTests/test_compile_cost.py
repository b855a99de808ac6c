"""The app that `Scripts/compile-cost` writes, and its verdict on known times."""

import importlib.machinery
import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from feature_app import LEVELS, WAYS, actions_of, app_of, main_of, module_of, sources_of

SCRIPTS = Path(__file__).resolve().parents[2] / "Scripts"
APP = app_of()
PARTS = list(APP.all())
INNER = [part for part in PARTS if not part.kind]


def load() -> ModuleType:
    """Returns the script, which has no suffix, as a module."""
    loader = importlib.machinery.SourceFileLoader("compile_cost", str(SCRIPTS / "compile-cost"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


compile_cost = load()
Cost = compile_cost.Cost


# ---- The app -----------------------------------------------------------------------------------


def test_the_app_has_fifty_features_five_levels_down():
    assert len(APP.features()) == 50
    assert {len(feature.trail) for feature in APP.features()} == {5}
    assert Counter(len(part.trail) for part in PARTS) == dict(
        enumerate(count for _, count in LEVELS)
    )
    assert len({part.type for part in PARTS}) == len(PARTS) == 93


@pytest.mark.parametrize("way", WAYS)
def test_states_and_actions_are_the_same_in_all_ways(way: str):
    declared = re.compile(
        r"^(?:package )?(?:struct|enum) \w+(?:State: Equatable|Action) \{$.*?^\}$", re.M | re.S
    )
    files, others = sources_of(APP, way), sources_of(APP, "switch")
    assert files.keys() == others.keys()
    for name, text in files.items():
        types = declared.findall(text)
        assert len(types) == 2
        assert types == declared.findall(others[name])


def count(way: str, pattern: str) -> int:
    text = "\n".join(sources_of(APP, way).values())
    return len(re.findall(pattern, text))


@pytest.mark.parametrize(
    ("way", "reducers", "maps", "combined", "scoped"),
    [
        ("switch", 1, 0, 0, 0),
        ("by-hand", len(PARTS), len(PARTS) - 1, 0, 0),
        ("scoped", len(PARTS), 0, len(INNER), len(PARTS) - 1),
    ],
)
def test_each_way_combines_its_reducers(
    way: str, reducers: int, maps: int, combined: int, scoped: int
):
    assert count(way, r"\bstruct \w+Reducer: Reducer \{") == reducers
    assert count(way, r"\.map\(") == maps
    assert count(way, r"\bCombineReducers \{") == combined
    assert count(way, r"\.scoped\(") == scoped


def test_all_programs_send_the_same_actions():
    programs = {main_of(APP, way).replace(module_of(way), "App") for way in WAYS}
    assert len(programs) == 1
    assert programs.pop().count("\nawait run(") == len(actions_of(APP)) == 283


# ---- The verdict -------------------------------------------------------------------------------

LINES = dict.fromkeys(WAYS, 1_000)


def rows(by_hand: list[float], scoped: float = 99.0) -> list:
    """Returns rows in which `switch` takes 4 s longer than a build with nothing to do."""
    builds = {
        "switch": [Cost(4.5, 9), Cost(4.4, 9), Cost(90, 9)],
        "by-hand": [Cost(seconds, 12) for seconds in by_hand],
        "scoped": [Cost(scoped, 20)],
    }
    return compile_cost.rows_of("release", builds, [Cost(0.5, 1), Cost(0.5, 1)], LINES)


def test_a_row_is_the_median_without_a_build_that_has_nothing_to_do():
    switch, by_hand, scoped = rows([6.5, 6.5, 1.0])
    assert (switch.cpu_s, switch.wall_s, switch.ratio) == (4.0, 8.0, 1.0)
    assert (by_hand.cpu_s, by_hand.wall_s, by_hand.ratio) == (6.0, 11.0, 1.5)
    assert (scoped.cpu_s, scoped.ratio) == (98.5, 24.625)


def test_the_limit_is_twice_as_long():
    assert compile_cost.excess(rows([8.5])) == ""
    assert compile_cost.excess(rows([8.6])) == (
        "by-hand takes 2.02 times the processor time of switch in release, allowed are 2.00"
    )
    assert "OVER" not in compile_cost.table(rows([8.5]))
    assert "OVER" in compile_cost.table(rows([8.6]))


SAID = "before aa\nafter bb 283\n"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"scoped": "before aa\nafter cc 283\n"}, "scoped and switch are not the same app"),
        ({"scoped": ""}, "scoped and switch are not the same app"),
        ({"switch": "before aa\nafter aa 283\n"}, "switch: its actions changed nothing"),
        ({"switch": "before aa\nafter bb 0\n"}, "switch: its actions changed nothing"),
    ],
)
def test_different_apps_are_an_error(said: dict[str, str], wrong: str):
    with pytest.raises(compile_cost.CostError, match=wrong):
        compile_cost.same_digest(dict.fromkeys(WAYS, SAID) | said)


# ---- The measurement --------------------------------------------------------------------------


def test_the_time_of_child_processes_counts(tmp_path: Path):
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    cost = compile_cost.cost_of([sys.executable, "-c", start], tmp_path / "log")
    assert cost.cpu >= 0.3
    idle = [sys.executable, "-c", "import time; time.sleep(0.5)"]
    cost = compile_cost.cost_of(idle, tmp_path / "log")
    assert cost.cpu < 0.4 < cost.wall


def test_a_failed_build_is_reported_by_its_first_error(tmp_path: Path):
    command = ["sh", "-c", "echo /a/One.swift:7:1: error: no such thing; exit 1"]
    with pytest.raises(compile_cost.CostError, match=r"One\.swift:7: no such thing"):
        compile_cost.cost_of(command, tmp_path / "log")
    with pytest.raises(compile_cost.CostError, match="could not start no-such-program"):
        compile_cost.cost_of(["no-such-program"], tmp_path / "log")


def test_products_are_removed_and_the_plan_stays(tmp_path: Path):
    build = compile_cost.Build(tmp_path, jobs=1)
    products = build.products("debug")
    kept = ["App.build/output-file-map.json", "App.build/sources", "Modules/FlowCore.swiftmodule"]
    made = ["App.build/App.swift.o", "App.build/App.d", "Modules/App.swiftmodule"]
    for name in kept + made:
        (products / name).parent.mkdir(parents=True, exist_ok=True)
        (products / name).write_text("")
    build.forget("debug", "App")
    left = [path for path in products.rglob("*") if path.is_file()]
    assert sorted(path.relative_to(products).as_posix() for path in left) == sorted(kept)
    with pytest.raises(compile_cost.CostError, match="no products of App to remove"):
        build.forget("debug", "App")


def test_stale_files_are_removed_and_flow_core_is_a_link(tmp_path: Path):
    build = compile_cost.Build(tmp_path, jobs=1)
    stale = build.package / "Sources" / "SwitchApp" / "Stale.swift"
    stale.parent.mkdir(parents=True)
    stale.write_text("")
    build.write(APP)
    build.write(APP)
    assert not stale.exists()
    link = build.package / "Sources" / "FlowCore"
    assert link.resolve() == SCRIPTS.parent / "Sources" / "FlowCore"
