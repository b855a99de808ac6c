"""The check of code that is compiled without optimisation."""

import importlib.util
import json
import os
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
loader = SourceFileLoader("unoptimised", str(ROOT / "Scripts" / "unoptimised"))
unoptimised = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("unoptimised", loader)
)
loader.exec_module(unoptimised)


def line(module: str, symbol: str, kind: str = "W") -> str:
    return f"/x/{module}.build/File.swift.o:0000000000000000 {kind} {symbol}"


def test_the_first_definition_counts() -> None:
    lines = [
        line("FlowRunner", "late"), line("Workloads", "late"),
        line("FlowCore", "early"), line("FlowRunner", "early"), line("Workloads", "early"),
        line("FlowRunner", "other"), line("Subprocess", "other"),
        line("FlowRunner", "own", "T"), line("Workloads", "own", "T"),
    ]  # fmt: skip
    assert unoptimised.replaced(lines) == ["late"]


def test_weak_definitions_of_a_mac_are_read() -> None:
    def mac(module: str, text: str) -> str:
        return f"/x/{module}.build/File.swift.o: 0000000000000000 (__TEXT,__text) {text}"

    lines = [
        mac("FlowRunner", "weak private external _a"), mac("FlowCore", "weak external _a"),
        mac("FlowRunner", "weak external automatically hidden _b"),
        mac("FlowCore", "weak external automatically hidden [no dead strip] _b"),
        mac("FlowRunner", "external _c"), mac("FlowCore", "external _c"),
    ]  # fmt: skip
    assert unoptimised.replaced(lines) == ["_a", "_b"]


def test_the_modules_are_those_of_the_manifest() -> None:
    command = [os.environ.get("SWIFT", "swift"), "package", "dump-package"]
    manifest = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    found = {
        target["name"]
        for target in manifest["targets"]
        for setting in target["settings"]
        if setting["kind"].get("unsafeFlags", {}).get("_0") == ["-Onone"]
    }
    assert found == unoptimised.UNOPTIMISED
