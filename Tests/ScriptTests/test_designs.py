"""The designs of this package use only declarations that other packages can use."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / ".build" / "debug.yaml"
TARGETS = ("Designs", "FlowDesigns")
# The arguments of a debug build that a type check needs, without those of its products.
PRODUCTS = re.compile(
    r"-c|-emit-\S+|-enable-batch-mode|-incremental|-parseable-output|-serialize-diagnostics"
    r"|-index-store-path|-output-file-map"
)
WITH_PATH = re.compile(r"-\S+-path|-output-file-map")

pytestmark = pytest.mark.skipif(not PLAN.exists(), reason="there is no debug build: swift build")


def type_check(target: str, sources: Path | None = None) -> str:
    """Returns the errors of a target, or of other sources, that another package compiles."""
    text = PLAN.read_text(encoding="utf-8")
    found = re.search(
        rf'^  "C\.{target}-[^"]*-debug\.module":$.*?^    args: (\[.*?\])$', text, re.M | re.S
    )
    assert found, f"the debug build has no command for {target}"
    arguments = iter(json.loads(found[1]))
    command = [next(arguments), "-typecheck", "-whole-module-optimization"]
    for argument in arguments:
        if PRODUCTS.fullmatch(argument):
            if WITH_PATH.fullmatch(argument):
                next(arguments)
        elif argument == "-package-name":
            next(arguments)
            command += [argument, "stranger"]
        elif argument.startswith("@") and sources:
            command += [str(path) for path in sorted(sources.rglob("*.swift"))]
        else:
            command.append(argument)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stderr or done.stdout if done.returncode else ""


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_of_designs_compiles_in_another_package(target: str):
    assert type_check(target) == ""


def test_a_declaration_of_this_package_only_is_an_error(tmp_path: Path):
    (tmp_path / "Use.swift").write_text(
        "import FlowHarness\n\nfunc use(_ context: TrialContext) {}\n", encoding="utf-8"
    )
    assert re.search("error: .*TrialContext", type_check("FlowDesigns", tmp_path))
