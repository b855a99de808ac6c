"""Reads result files strictly: what is wrong is said in one line with file, line and column."""

import csv
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from .columns import NEVER_EMPTY, SCHEMA_VERSION, Column, columns_of

TYPES = {"integer": pl.Int64, "number": pl.Float64, "text": pl.String, "flag": pl.Boolean}


class BadInput(Exception):  # noqa: N818 - it is what the input is, not what the code did
    """A reason in one line why nothing was drawn."""


@dataclass(frozen=True)
class Directory(ABC):
    """A directory that flowbench has written, read."""

    directory: Path
    environment: pl.DataFrame
    """The rows of runs.csv."""

    @property
    @abstractmethod
    def drawn(self) -> pl.DataFrame:
        """The rows that figures are made of."""

    @property
    def name(self) -> str:
        """The identifier of the run."""
        return self.environment["run_id"][0]

    @property
    def warnings(self) -> list[str]:
        """Why all numbers of the run may mislead."""
        return [text for text in self.environment["warning"].to_list() if text]

    @property
    def workloads(self) -> list[str]:
        """The workloads that it has rows of."""
        return self.drawn["workload"].unique().sort().to_list()

    @property
    def designs(self) -> list[str]:
        """The designs that it has rows of."""
        return self.drawn["design"].unique().sort().to_list()


def read_table(path: Path, needed: tuple[str, ...] = ()) -> pl.DataFrame:
    """All rows of a file, every cell checked; what an older file lacks is there and empty."""
    lazy = scan_table(path, needed)
    check_cells(path)
    return collect(lazy, path)


def has_rows(path: Path) -> bool:
    """Whether there is more in a file than its header: what follows from a run may be nothing."""
    _checked_header(path, ())
    return sum(1 for _, _ in zip(_rows(path), range(2), strict=False)) == 2


def scan_table(path: Path, needed: tuple[str, ...] = ()) -> pl.LazyFrame:
    """The rows of a file, checked for their shape, and read when they are collected.

    For files too large to be read whole: a cell that no query asks for is not looked at.
    """
    header = _checked_header(path, needed)
    _check_shape(path, header)
    known = columns_of(path.name)
    lazy = pl.scan_csv(
        path,
        schema={column.name: TYPES[column.kind] for column in header},
        glob=False,
    )
    lacking = [column for column in known if column not in header]
    return lazy.with_columns(
        pl.lit(None, dtype=TYPES[column.kind]).alias(column.name) for column in lacking
    )


def collect(lazy: pl.LazyFrame, path: Path) -> pl.DataFrame:
    """The result of a query over a file; a cell that it cannot read is named."""
    try:
        return lazy.collect(engine="streaming")
    except pl.exceptions.PolarsError as error:
        check_cells(path)
        reason = str(error).splitlines()[0]
        raise BadInput(f"{path}: not readable: {reason}") from error


def check_cells(path: Path) -> None:
    """Looks at every cell of a file and names the first one that is not what its column holds."""
    header = _checked_header(path, ())
    never_empty = NEVER_EMPTY.get(path.name, ())
    rows = _rows(path)
    next(rows)
    for line, row in rows:
        for column, cell in zip(header, row, strict=True):
            fault = _fault(cell, column, column.name in never_empty)
            if fault:
                raise BadInput(f"{path}: line {line}, column {column.name}: {fault}")


def refuse(path: Path, column: str, wrong: pl.Series, fault: str) -> None:
    """Names the first of a file's rows for which it is true that a cell is wrong."""
    index = wrong.fill_null(False).arg_max()
    if index is None or not wrong[index]:
        return
    rows = _rows(path)
    header = next(rows)[1]
    line, row = next(pair for place, pair in enumerate(rows) if place == index)
    cell = row[header.index(column)]
    raise BadInput(f"{path}: line {line}, column {column}: {fault}, got '{cell}'")


def _checked_header(path: Path, needed: tuple[str, ...]) -> list[Column]:
    """The columns of a file in their order: all of them known, none of those needed missing."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; is the run finished?")
    names = next((row for _, row in _rows(path)), None)
    if names is None:
        raise BadInput(f"{path}: line 1: the file is empty")
    listed = {column.name: column for column in columns_of(path.name)}
    if names[:1] != ["schema_version"]:
        raise BadInput(f"{path}: line 1, column 1: must be schema_version; not a file of flowbench")
    _check_file_version(path)
    for index, name in enumerate(names):
        if listed and name not in listed:
            raise BadInput(
                f"{path}: line 1, column {index + 1}: '{name}' is not known here;"
                " a newer flowbench wrote it, plot it with that checkout"
            )
        if name in names[:index]:
            raise BadInput(f"{path}: line 1, column {index + 1}: '{name}' stands there twice")
    for name in needed:
        if name not in names:
            raise BadInput(f"{path}: line 1: no column {name}")
    return [listed.get(name, Column(name, "text")) for name in names]


def _check_file_version(path: Path) -> None:
    """Looks at the first row before anything is said of columns: another version has others."""
    row = next((row for line, row in _rows(path) if line > 1), [])
    if row and row[0].isdecimal():
        _check_version(path, 2, row[0])


def _check_shape(path: Path, header: list[Column]) -> None:
    """Every row as long as the header, the last one ended, and of a version that is understood."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            next(reader)
            shapes = {(len(row), row[0] if row else "") for row in reader}
        except (csv.Error, UnicodeDecodeError):
            shapes = {(0, "")}
    if shapes != {(len(header), str(SCHEMA_VERSION))}:
        _name_bad_row(path, len(header))
    with path.open("rb") as file:
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            raise BadInput(f"{path}: the last line has no end; the file is cut off")


def _name_bad_row(path: Path, width: int) -> None:
    """Goes through the rows again, slowly, and names the first one of another shape."""
    line = 1
    for line, row in _rows(path):
        if len(row) != width:
            raise BadInput(
                f"{path}: line {line}: {len(row)} cells instead of {width};"
                " the file is cut off or was edited"
            )
        if line > 1:
            _check_version(path, line, row[0])
    if line == 1:
        raise BadInput(f"{path}: line 2: there are no rows")


def _check_version(path: Path, line: int, cell: str) -> None:
    if not cell.isdecimal():
        raise BadInput(
            f"{path}: line {line}, column schema_version: must be an integer, got '{cell}'"
        )
    if int(cell) != SCHEMA_VERSION:
        raise BadInput(
            f"{path}: schema_version is {cell}, must be {SCHEMA_VERSION}: measure again, or read it"
            " with the flowbench that wrote it"
        )


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file, each with the number of the line it begins in."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        line = 1
        try:
            for row in reader:
                yield line, row
                line = reader.line_num + 1
        except (csv.Error, UnicodeDecodeError) as error:
            raise BadInput(f"{path}: line {line}: not CSV in UTF-8: {error}") from error


def _fault(cell: str, column: Column, never_empty: bool) -> str | None:
    """What is wrong with a cell, if anything."""
    if cell == "":
        return "must not be empty" if never_empty else None
    if column.kind == "integer":
        digits = cell.removeprefix("-")
        good = digits.isdecimal() and digits.isascii() and len(digits) < 19
        return None if good else f"must be an integer, got '{cell}'"
    if column.kind == "number":
        try:
            good = math.isfinite(float(cell)) and "_" not in cell and cell == cell.strip()
        except ValueError:
            good = False
        return None if good else f"must be a number, got '{cell}'"
    if column.kind == "flag":
        return None if cell in ("true", "false") else f"must be true or false, got '{cell}'"
    return None
