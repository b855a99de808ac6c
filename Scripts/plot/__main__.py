"""The command line of `make plot`."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

from .figure import Figure
from .figures import (
    allocations,
    compared,
    contention,
    designs,
    growth,
    moved,
    percentiles,
    rates,
    tails,
    wasted,
)
from .load import read_contention, read_load
from .page import of_contention, of_load, of_run, page, read_claims
from .reading import BadInput, Directory
from .reference import SHOWN, reference_of, table
from .render import render
from .run import read_run

OF_RUNS = (growth, designs, allocations, wasted, moved)
NAMES = [module.NAME for module in (*OF_RUNS, compared)]
OF_LOADS = (tails, percentiles, rates)
LOAD_NAMES = [module.NAME for module in OF_LOADS]
ALL_NAMES = [*NAMES, *LOAD_NAMES, contention.NAME]
# The result file of each kind of load with its reader, table and figures.
LOADS = {
    "loads.csv": (read_load, of_load, OF_LOADS),
    "contention.csv": (read_contention, of_contention, (contention,)),
}


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make plot", description=__doc__)
    add = parser.add_argument
    add("--run", type=Path, required=True, help="the run directory to draw")
    add("--with", type=Path, dest="candidate", help="a run to compare with it")
    add("--out", type=Path, help="the directory of images and page; default: RUN/plots")
    add(
        "--only",
        action="append",
        choices=ALL_NAMES,
        default=[],
        help="draw this figure alone, and no page; can be given several times",
    )
    add("--reference", type=Path, help="keep the run there, and draw the README's figures of it")
    return parser.parse_args(words)


def write(out: Path, files: dict[str, bytes]) -> None:
    """Writes each file completely or not at all, and removes figures of an earlier time."""
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        beside = out / f".{name}.{os.getpid()}"
        try:
            beside.write_bytes(content)
            beside.replace(out / name)
        finally:
            beside.unlink(missing_ok=True)
    if "index.html" in files:
        images = {name + suffix for name in ALL_NAMES for suffix in (".svg", ".png")}
        for name in images - files.keys():
            (out / name).unlink(missing_ok=True)


def say(text: str) -> None:
    print(f"plot: {text}", file=sys.stderr, flush=True)


def keep(request: argparse.Namespace) -> None:
    """Keeps a run as the reference, and draws the README's table and figures from it."""
    read_run(request.run)
    write(request.reference, reference_of(request.run))
    kept = read_run(request.reference, only_summary=True)
    write(request.reference, {"table.md": table(kept.rows).encode()})
    out = request.reference / "plots"
    shown = {"run": request.reference, "out": out, "only": list(SHOWN)}
    draw(argparse.Namespace(candidate=None, **shown))
    for path in out.glob("*.png"):
        path.unlink()


def draw(request: argparse.Namespace) -> None:
    """Reads a directory, draws everything in memory, and then writes the files."""
    say(f"reading {request.run}")
    numbers, out = of_run, request.out or request.run / "plots"
    for name, (read, of_loads, modules) in LOADS.items():
        if (request.run / name).is_file():
            if request.candidate:
                raise BadInput(f"{request.run}: a load is drawn alone, without {request.candidate}")
            runs: list[Directory] = [read(request.run)]
            left_out, numbers = runs[0].left_out, of_loads
            makers = [(module.NAME, partial(module.make, runs[0])) for module in modules]
            break
    else:
        runs = [read_run(request.run)]
        if request.candidate:
            say(f"reading {request.candidate}")
            runs.append(read_run(request.candidate))
        left_out = [text for run in runs for text in run.left_out]
        makers = [(module.NAME, partial(module.make, runs[0])) for module in OF_RUNS]
        other = runs[1] if request.candidate else None
        makers.append((compared.NAME, partial(compared.make, runs[0], other)))
    for name in request.only:
        if name not in dict(makers):
            raise BadInput(f"{request.run}: figure '{name}' is of another kind of run")
    figures = [make() for name, make in makers if not request.only or name in request.only]
    files: dict[str, bytes] = {}
    for figure in figures:
        if isinstance(figure, Figure):
            say(f"drawing {figure.name}")
            files |= render(figure)
            continue
        say(f"no figure '{figure.name}': {figure.reason}")
        if request.only:
            raise BadInput(f"{request.run}: no figure '{figure.name}': {figure.reason}")
    if not request.only:
        for text in left_out:
            say(text)
        claims = read_claims(request.run)
        files["index.html"] = page(runs, figures, left_out, numbers(runs[0]), claims).encode()
    write(out, files)
    print(out / ("index.html" if not request.only else ""))


def main(words: list[str] | None = None) -> int:
    """Draws the figures; returns 1 after an error, which is one line on standard error."""
    request = arguments(words)
    try:
        (keep if request.reference else draw)(request)
    except BadInput as error:
        say(str(error))
        return 1
    except OSError as error:
        say(f"{error.filename or request.out or request.run}: {error.strerror or error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
