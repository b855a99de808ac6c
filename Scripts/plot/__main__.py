"""The command line of `make plot`."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl

from .claims import read_claims
from .contention import is_contention, read_contention
from .explored import is_explored, read_explored
from .explored import make as explored
from .figure import Figure, Skipped
from .figures import (
    allocations,
    compared,
    contention,
    designs,
    growth,
    history,
    moved,
    percentiles,
    rates,
    tails,
    timeline,
    wasted,
)
from .load import is_load, read_load
from .numbers import of_contention, of_explored, of_load, of_run
from .page import Measured, Numbers, page
from .pictures import render
from .reading import BadInput
from .reference import SHOWN, reference_of
from .run import Run, read_run
from .table import table

OF_RUNS = (growth, designs, allocations, wasted, moved, compared, history)
OF_LOADS = (tails, percentiles, rates, timeline)
NAMES = [module.NAME for module in OF_RUNS]
LOAD_NAMES = [module.NAME for module in OF_LOADS]
ALL_NAMES = [*NAMES, *LOAD_NAMES, contention.NAME]


def arguments(words: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="make plot", description=__doc__)
    parser.add_argument("--run", type=Path, required=True, help="the run directory to draw")
    parser.add_argument("--with", type=Path, dest="candidate", help="a run to compare with it")
    parser.add_argument("--out", type=Path, help="where pictures and page go; default: RUN/plots")
    parser.add_argument(
        "--history", type=Path, nargs="*", default=[], help="directories with runs, or runs"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=ALL_NAMES,
        default=[],
        help="draw this figure alone, and no page; may be given again",
    )
    parser.add_argument(
        "--reference", type=Path, help="keep the run there, and draw the README's figures of it"
    )
    return parser.parse_args(words)


def figures_of(
    run: Run, candidate: Run | None, past: list[tuple[pl.DataFrame, pl.DataFrame]]
) -> list[Figure | Skipped]:
    """Every figure, drawn or skipped, in the order of the page."""
    makers: list[Callable[[], Figure | Skipped]] = [
        lambda: growth.make(run),
        lambda: designs.make(run),
        lambda: allocations.make(run),
        lambda: wasted.make(run),
        lambda: moved.make(run),
        lambda: compared.make(run, candidate),
        lambda: history.make(past),
    ]
    return [make() for make in makers]


def past_runs(
    directories: list[Path], known: list[Run], left_out: list[str]
) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
    """All runs in these directories beside those known; what is not readable is left out."""
    past = {run.name: (run.environment, run.summary) for run in known}
    for directory in directories:
        for path in history.found_below(directory):
            try:
                run = read_run(path, only_summary=True)
            except BadInput as error:
                left_out.append(f"Not in the history: {error}.")
                continue
            past.setdefault(run.name, (run.environment, run.summary))
    return list(past.values())


def write(out: Path, files: dict[str, bytes]) -> None:
    """Puts all files there, each whole or not at all, and takes away figures of an earlier time."""
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        beside = out / f".{name}.{os.getpid()}"
        try:
            beside.write_bytes(content)
            beside.replace(out / name)
        finally:
            beside.unlink(missing_ok=True)
    if "index.html" not in files:
        return
    for name in ALL_NAMES:
        for suffix in (".svg", ".png"):
            if name + suffix not in files:
                (out / (name + suffix)).unlink(missing_ok=True)


def say(text: str) -> None:
    """Progress and reasons, on stderr."""
    print(f"plot: {text}", file=sys.stderr, flush=True)


def keep(request: argparse.Namespace) -> None:
    """Keeps a run as the reference, and makes the README's table and figures of what was kept."""
    read_run(request.run)
    write(request.reference, reference_of(request.run))
    kept = read_run(request.reference, only_summary=True)
    write(request.reference, {"table.md": table(kept.summary).encode()})
    out = request.reference / "plots"
    draw(
        argparse.Namespace(
            run=request.reference, candidate=None, history=[], out=out, only=list(SHOWN)
        )
    )
    for path in out.glob("*.png"):
        path.unlink()


def draw(request: argparse.Namespace) -> None:
    """Reads, draws everything in memory, and only then writes."""
    say(f"reading {request.run}")
    if any(is_of_kind(request.run) for is_of_kind in (is_load, is_contention, is_explored)):
        draw_load(request)
        return
    run = read_run(request.run)
    candidate = None
    if request.candidate:
        say(f"reading {request.candidate}")
        candidate = read_run(request.candidate)
    known = [run, candidate] if candidate else [run]
    left_out = [text for one in known for text in one.left_out]
    past = past_runs(request.history, known, left_out)
    put(request, known, figures_of(run, candidate, past), left_out, of_run(run))


def draw_load(request: argparse.Namespace) -> None:
    """The same of a load, which has figures of its own."""
    if request.candidate:
        raise BadInput(f"{request.run}: a load is drawn alone, without {request.candidate}")
    if is_contention(request.run):
        sent = read_contention(request.run)
        put(request, [sent], [contention.make(sent)], sent.left_out, of_contention(sent))
        return
    if is_explored(request.run):
        found = read_explored(request.run)
        put(request, [found], [explored(found)], found.left_out, of_explored(found))
        return
    run = read_load(request.run)
    figures = [module.make(run) for module in OF_LOADS]
    put(request, [run], figures, run.left_out, of_load(run))


def put(
    request: argparse.Namespace,
    runs: list[Measured],
    figures: list[Figure | Skipped],
    left_out: list[str],
    numbers: Numbers,
) -> None:
    """Renders what was asked for, and writes it with the page."""
    out = request.out or request.run / "plots"
    files: dict[str, bytes] = {}
    wanted = [figure for figure in figures if not request.only or figure.name in request.only]
    for name in request.only:
        if name not in [figure.name for figure in wanted]:
            raise BadInput(f"{request.run}: figure '{name}' is of another kind of run")
    for figure in wanted:
        if isinstance(figure, Skipped):
            say(f"no figure '{figure.name}': {figure.reason}")
            if request.only:
                raise BadInput(f"{request.run}: no figure '{figure.name}': {figure.reason}")
            continue
        say(f"drawing {figure.name}")
        files |= render(figure)
    if not request.only:
        for text in left_out:
            say(text)
        claims = read_claims(request.run)
        files["index.html"] = page(runs, figures, left_out, numbers, claims).encode()
    write(out, files)
    print(out / ("index.html" if not request.only else ""))


def main(words: list[str] | None = None) -> int:
    """Draws what was asked for; 1 and a line on stderr when it cannot be."""
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
