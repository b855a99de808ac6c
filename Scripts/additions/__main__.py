"""Adds a design, a workload, a topology, a metric, a shape of arrivals and an option to a copy of
the package, builds the copy, and tries the additions.

The copy is kept under .build/additions, so that only the first build takes minutes.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from mutants.package import SWIFT

from .copy import texts_of, write_copy
from .kinds import AdditionError, with_all

ROOT = Path(__file__).resolve().parents[2]
NAME = "added"


def run(command: list[str], cwd: Path, is_refused: bool = False) -> str:
    """Returns the output of a command that must succeed, or the message of one that must not."""
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if is_refused:
        if result.returncode != 1:
            raise AdditionError(f"{' '.join(command[1:])}: it is not refused")
        return result.stderr.strip()
    if result.returncode:
        lines = (result.stdout + result.stderr).splitlines()
        said = [line for line in lines if "error:" in line or "ERROR" in line] or lines[-5:]
        raise AdditionError(f"{' '.join(command[:3])}: " + "\n".join(said))
    return result.stdout


def try_entries(tool: str, place: Path) -> None:
    """Runs a scenario with the metric, and plans a load of the shape."""
    with tempfile.TemporaryDirectory() as folder:
        few = ["--suite", "smoke", "--filter", "^counter/single/1/uniform/floor$", "--rounds", "1"]
        out = f"{folder}/run"
        table = run([tool, "run", "--allow-debug", *few, "--actions", "200", "--out", out], place)
        summary = (Path(out) / "summary.csv").read_text(encoding="utf-8")
        if "added_per_action" not in summary or " added" not in table:
            raise AdditionError("'run' has no metric 'added_per_action' in summary and table")
        plan = run([tool, "load", "--shape", "added", "--dry-run"], place)
        if ":added" not in plan.splitlines()[0]:
            raise AdditionError(f"'load' has no shape 'added': {plan.splitlines()[0]}")
    try_option(tool, place)


def try_option(tool: str, place: Path) -> None:
    """Checks the option in the help, in the page, in a plan, and with a value out of bounds."""
    for said in (
        run([tool, "run", "--help"], place),
        run([tool, "list", "--page", "options"], place),
    ):
        if "--added <n>" not in said or "Times that each round is made" not in said:
            raise AdditionError("'--added' is not in the help of 'run' and in the page of options")
    few = [tool, "run", "--suite", "smoke", "--dry-run", "--rounds", "2"]
    for given, rounds in ([], 2), (["--added", "3"], 6):
        if f" {rounds} rounds\n" not in run([*few, *given], place):
            raise AdditionError(f"'--rounds 2 {' '.join(given)}' does not plan {rounds} rounds")
    said = run([*few, "--added", "10"], place, is_refused=True)
    if said != "--added: must be 1 to 9, got 10":
        raise AdditionError(f"'--added 10' is not refused by its bounds: {said}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="additions", description=__doc__)
    parser.add_argument("--jobs", default="", help="number of files to compile at the same time")
    options = parser.parse_args()
    place = ROOT / ".build" / "additions"
    try:
        write_copy(ROOT, place, with_all(texts_of(ROOT)))
        jobs = ["--jobs", options.jobs] if options.jobs else []
        run([SWIFT, "build", "--product", "flowbench", *jobs], place)
        tool = str(place / ".build" / "debug" / "flowbench")
        listed = json.loads(run([tool, "list", "--format", "json"], place))
        for kinds in ("designs", "workloads", "topologies"):
            if NAME not in [item["id"] for item in listed[kinds]]:
                raise AdditionError(f"'list' has no '{NAME}' among its {kinds}")
        chosen = ["--design", NAME, "--workload", f"{NAME},app", "--topology", f"single,{NAME}"]
        said = run([tool, "verify", *chosen, "--seeds", "1"], place).splitlines()
        try_entries(tool, place)
    except AdditionError as error:
        print(f"additions: {error}", file=sys.stderr)
        return 2
    print(
        "additions: a design, a workload, a topology, a metric, a shape, an option, at most 2"
        f" files each; verify: {said[-1]}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
