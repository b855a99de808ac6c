"""Tests of `make faults`, as far as they need no compiler."""

from pathlib import Path

import pytest
from faults.__main__ import FAULTS, ROOT, RUNNER, Fault, FaultError, Faults, read

PATCHES = sorted(FAULTS.glob("*.patch"))
SOURCE = "Sources/FlowCore/Store/Store.swift"


@pytest.fixture
def copies(tmp_path: Path) -> Faults:
    made = Faults(ROOT, tmp_path)
    made.write()
    return made


def runner_that(copies: Faults, does: str):
    """Returns a runner with another output."""
    place = copies.scratch / ".build" / "debug" / RUNNER
    place.parent.mkdir(parents=True)
    place.write_text(f"#!/bin/sh\n{does}\n")
    place.chmod(0o755)


def test_there_are_faults():
    assert len(PATCHES) >= 36


@pytest.mark.parametrize("path", PATCHES, ids=lambda path: path.stem)
def test_each_fault_fits_the_sources_and_names_its_test(path: Path, copies: Faults):
    fault = read(path)
    assert fault.is_for_model or fault.suite
    copies.put_back(fault)
    changed = [place for place, text in copies.texts.items() if place.read_text() != text]
    assert changed
    copies.write()
    assert all(place.read_text() == text for place, text in copies.texts.items())


def test_a_difference_that_does_not_fit_is_an_error(copies: Faults, tmp_path: Path):
    patch = tmp_path / "old.patch"
    patch.write_text(f"--- a/{SOURCE}\n+++ b/{SOURCE}\n@@ -1,1 +1,1 @@\n-long gone\n+new\n")
    with pytest.raises(FaultError, match="does not fit"):
        copies.put_back(Fault(patch, "programs", ""))


def test_a_fault_must_name_its_test(tmp_path: Path):
    patch = tmp_path / "mute.patch"
    patch.write_text("Something was wrong.\n")
    with pytest.raises(FaultError, match="must name the test that notices it"):
        read(patch)


@pytest.mark.parametrize(
    ("does", "found"),
    [
        ('echo "seed $2, after 41 without a difference: it differs" >&2; exit 2', "42"),
        ('echo "100 programs from seed 7: no difference"', ""),
    ],
)
def test_the_number_of_the_program_that_differs_is_read(copies: Faults, does: str, found: str):
    runner_that(copies, does)
    assert copies.model("programs", 7, 100) == found


def test_a_runner_that_fails_otherwise_is_an_error(copies: Faults):
    runner_that(copies, "echo usage >&2; exit 1")
    with pytest.raises(FaultError, match="usage"):
        copies.model("programs", 7, 100)
