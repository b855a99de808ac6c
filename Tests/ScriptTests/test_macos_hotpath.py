"""Tests that Scripts/hotpath reads code for Apple silicon: the loops of stores, and their calls.

The modules are those of `make check-macos`. If it has not run, they are compiled first.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from macos.packages import modules_of, oldest_platform, ordered
from macos.sdk import StandInSDK, zig_of

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "macos"
# The planted store creates an object for each action, and releases the one before.
STORES = """
@testable import Designs
@testable import FlowDesigns
@testable import FlowHarness
import Workloads

typealias Actions = UnsafeMutableBufferPointer<CounterFeature.Action>

@MainActor
func floor(_ actions: Actions, _ store: inout Floor<CounterFeature>, _ probes: Probes) {
  _ = drive(actions, into: &store, probes)
}

@MainActor
func flow(_ actions: Actions, _ store: inout FlowAdapter<CounterFeature>, _ probes: Probes) {
  _ = drive(actions, into: &store, probes)
}

@MainActor
func inPlace(_ actions: Actions, _ store: inout InoutAdapter<CounterFeature>, _ probes: Probes) {
  _ = drive(actions, into: &store, probes)
}

@MainActor
func planted(_ actions: Actions, _ store: inout PlantedStore<CounterFeature>, _ probes: Probes) {
  _ = drive(actions, into: &store, probes)
}

final class Planted {}

struct PlantedStore<F: Feature>: SynchronousStore {
  var floor: Floor<F>
  var last: Planted

  mutating func send(_ action: F.Action) {
    last = Planted()
    floor.send(action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 { floor.read(reading, slot: slot) }
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A linked library with the optimised loops of four stores."""
    if sys.platform != "linux":
        pytest.skip("the stand-in is made from a toolchain for Linux")
    folder = tmp_path_factory.mktemp("stores")
    sdk = StandInSDK(oldest_platform(ROOT, "macos", WORK), WORK, ROOT)
    modules = modules_of(ROOT, ROOT / ".build" / "checkouts", WORK)
    needed = ordered(modules, ["Designs", "FlowDesigns"])
    for module in needed:
        assert sdk.compile(module) == []
    source, compiled, linked = (folder / f"Stores.{suffix}" for suffix in ("swift", "o", "dylib"))
    source.write_text(STORES, encoding="utf-8")
    # With testing, because unused functions are removed otherwise.
    flags = [*needed[-1].flags, "-disable-objc-interop", "-parse-as-library", "-enable-testing"]
    includes = [flag for module in needed if module.include for flag in
                ("-I", str(sdk.c_modules / module.name))]  # fmt: skip
    errors = sdk.run(
        ["-c", "-O", "-module-name", "Stores", *flags, *includes, "-o", str(compiled), str(source)]
    )
    assert errors == []
    subprocess.run(
        [zig_of(WORK) / "zig", "cc", "-target", "aarch64-macos", "-dynamiclib", "-nostdlib",
         "-Wl,-undefined,dynamic_lookup", "-o", linked, compiled],
        check=True, env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(WORK / "zig")},
    )  # fmt: skip
    return linked


def test_loops_for_apple_silicon_are_read(library: Path) -> None:
    done = subprocess.run(
        [ROOT / "Scripts/hotpath", library, ROOT / "Scripts/hotpath.allow", "floor", "flow",
         "inout", "planted"], capture_output=True, text=True,
    )  # fmt: skip
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if " drive " in line}
    assert rows.keys() == {"floor", "flow", "inout", "planted"}, done.stderr
    assert rows["floor"].endswith("no calls")
    # The calls that the list of x86-64 allows, too.
    assert rows["flow"].endswith("listed")
    assert rows["inout"].endswith("listed")
    assert rows["planted"].endswith("FAILED")
    found = "hotpath: planted drive single: calls"
    assert done.stderr.splitlines() == [
        f"{found} allocation (swift_allocObject) 1 times: allowed are 0",
        f"{found} release (swift_release) 1 times: allowed are 0",
    ]
