"""Adds a design, a workload and a topology to a copy, builds it, and has what was added tried.

The copy is kept under .build/additions, so that only the first build takes minutes.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from .copy import texts_of, write_copy
from .kinds import ADDITIONS, AdditionError, with_all

ROOT = Path(__file__).resolve().parents[2]
NAME = "added"


def run(command: list[str], cwd: Path) -> str:
    """What a command says; an error, if it fails."""
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if result.returncode:
        lines = (result.stdout + result.stderr).splitlines()
        said = [line for line in lines if "error:" in line or "ERROR" in line] or lines[-5:]
        raise AdditionError(f"{' '.join(command[:3])}: " + "\n".join(said))
    return result.stdout


def main() -> int:
    """Tries it; a line for what was found."""
    parser = argparse.ArgumentParser(prog="additions", description=__doc__)
    parser.add_argument("--jobs", default="", help="how many files are compiled at once")
    options = parser.parse_args()
    place = ROOT / ".build" / "additions"
    try:
        write_copy(ROOT, place, with_all(texts_of(ROOT)))
        jobs = ["--jobs", options.jobs] if options.jobs else []
        swift = os.environ.get("SWIFT", "swift")
        run([swift, "build", "--product", "flowbench", *jobs], place)
        tool = str(place / ".build" / "debug" / "flowbench")
        listed = json.loads(run([tool, "list", "--format", "json"], place))
        for addition in ADDITIONS:
            plural = {"topology": "topologies"}.get(addition.kind, f"{addition.kind}s")
            if NAME not in [item["id"] for item in listed[plural]]:
                raise AdditionError(f"'list' has no {addition.kind} called '{NAME}'")
        chosen = ["--design", NAME, "--workload", f"{NAME},app", "--topology", f"single,{NAME}"]
        said = run([tool, "verify", *chosen, "--seeds", "1"], place).splitlines()
    except AdditionError as error:
        print(f"additions: {error}", file=sys.stderr)
        return 2
    print(f"additions: a design, a workload and a topology, 2 files each; verify: {said[-1]}")
    return 0


sys.exit(main())
