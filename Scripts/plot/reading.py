"""Reads result files strictly: an error is one line with file, line and column.

The columns of the files come from docs/COLUMNS.md. Tests in Swift compare that page with the code
that writes the files.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polars as pl

PAGE = Path(__file__).resolve().parents[2] / "docs" / "COLUMNS.md"
TYPES = {"integer": pl.Int64, "number": pl.Float64, "text": pl.String, "flag": pl.Boolean}

# The pattern of the cells of each kind, and the error.
CELLS = {
    "integer": (r"^-?[0-9]{1,18}$", "must be an integer"),
    "number": (r"^-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$", "must be a number"),
    "flag": (r"^(true|false)$", "must be true or false"),
}

# The version of the files that this code reads.
SCHEMA_VERSION = 2

# The columns whose cells must not be empty.
_SCENARIO = ("schema_version", "run_id", "scenario", "workload", "design")
_LOADED = (*_SCENARIO, "topology", "load", "round")
NEVER_EMPTY = {
    "runs.csv": ("schema_version", "run_id"),
    "samples.csv": ("schema_version", "run_id", "scenario", "design", "pass", "round", "valid"),
    "summary.csv": (*_SCENARIO, "topology", "features", "valid"),
    "loads.csv": (*_LOADED, "valid"),
    "latency.csv": (*_LOADED, "time", "percentile", "actions_total"),
    "contention.csv": (*_SCENARIO, "topology", "senders", "round", "valid"),
    "saturation.csv": (*_SCENARIO, "bound", "probe", "rate_per_second", "holds"),
}


class BadInput(Exception):  # noqa: N818 - the input is wrong, not the code
    """The reason in one line for drawing nothing."""


@cache
def columns_of(file_name: str) -> dict[str, str]:
    """Returns the kind of the cells of each column of a file; empty for an unknown file."""
    page = PAGE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", page, re.MULTILINE))
    common = sections["Common columns"]
    scenario = re.search(r"\[scenario\] stands for\s+(.*)\.", common)[1]

    def kinds(text: str) -> dict[str, str]:
        rows = re.findall(
            r"^([`\[].*?) \| (\w+)\b", text.replace("[scenario]", scenario), re.MULTILINE
        )
        return {name: kind for names, kind in rows for name in re.findall(r"`(\w+)`", names)}

    known = kinds(common)
    section = kinds(sections.get(f"`{file_name}`", ""))
    return {
        name: known.get(name, kind) if kind == "common" else kind for name, kind in section.items()
    }


@dataclass(frozen=True)
class Directory:
    """The contents of a directory that flowbench has written."""

    directory: Path
    environment: pl.DataFrame
    """The rows of runs.csv."""
    rows: pl.DataFrame
    """The rows of the figures and of the table."""
    left_out: list[str]
    """Sentences about rows that are not drawn, and about warnings."""

    @property
    def name(self) -> str:
        return self.environment["run_id"][0]

    @property
    def warnings(self) -> list[str]:
        """The warnings that apply to all numbers of the run."""
        return [text for text in self.environment["warning"].to_list() if text]

    def values(self, column: str) -> list[str]:
        """Returns the values of a column in alphabetical order."""
        return self.rows[column].unique().sort().to_list()


def read_table(path: Path, needed: tuple[str, ...] = (), only: bool = False) -> pl.DataFrame:
    """Returns the rows of a file with checked cells; missing columns of old files are empty.

    With `only`, the other columns are neither read nor checked, which saves memory.
    """
    header = _checked_header(path, needed)
    _check_shape(path, len(header))
    kinds = {name: kind for name, kind in header.items() if not only or name in needed}
    rows = pl.read_csv(path, columns=list(kinds), infer_schema=False, glob=False)
    for name, kind in kinds.items():
        if name in NEVER_EMPTY.get(path.name, ()):
            refuse(path, name, rows[name].is_null(), "must not be empty")
        if kind in CELLS:
            pattern, fault = CELLS[kind]
            refuse(path, name, ~rows[name].str.contains(pattern), fault)
    return rows.with_columns(
        pl.col(name) == "true" if kind == "flag" else pl.col(name).cast(TYPES[kind])
        for name, kind in kinds.items()
    ).with_columns(
        pl.lit(None, dtype=TYPES[kind]).alias(name)
        for name, kind in columns_of(path.name).items()
        if not only and name not in header
    )


def read_environment(directory: Path) -> pl.DataFrame:
    """Returns the rows of runs.csv."""
    return read_table(directory / "runs.csv", ("run_id",))


def rows_of(path: Path, environment: pl.DataFrame, needed: tuple[str, ...]) -> pl.DataFrame:
    """Returns the rows of a file, which must be of the run in runs.csv."""
    rows = read_table(path, ("run_id", *needed))
    foreign = ~rows["run_id"].is_in(environment["run_id"].to_list())
    refuse(path, "run_id", foreign, "not in runs.csv, the files are of different runs")
    return rows


def left_out_of(rows: pl.DataFrame, reason: str = "invalid_reason") -> list[str]:
    """Returns a sentence for each scenario with an invalid row."""
    bad = rows.filter(~pl.col("valid"))
    return [
        f"{row['scenario']} is invalid and left out: {row[reason] or 'no reason given'}."
        for row in bad.unique("scenario").sort("scenario").iter_rows(named=True)
    ]


def has_rows(path: Path) -> bool:
    """Returns whether a file has more than its header."""
    _checked_header(path, ())
    return sum(1 for _, _ in zip(_rows(path), range(2), strict=False)) == 2


def refuse(path: Path, column: str, wrong: pl.Series, fault: str) -> None:
    """Refuses the first row of a file for which `wrong` is true."""
    index = wrong.fill_null(False).arg_max()
    if index is None or not wrong[index]:
        return
    rows = _rows(path)
    header = next(rows)[1]
    line, row = next(pair for place, pair in enumerate(rows) if place == index)
    cell = row[header.index(column)]
    raise BadInput(f"{path}: line {line}, column {column}: {fault}, got '{cell}'")


def _checked_header(path: Path, needed: tuple[str, ...]) -> dict[str, str]:
    """Returns the kinds of the columns of a file, which must be known and include those needed."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; is the run finished?")
    rows = _rows(path)
    _, names = next(rows, (1, None))
    if names is None:
        raise BadInput(f"{path}: line 1: the file is empty")
    listed = columns_of(path.name)
    if names[:1] != ["schema_version"]:
        raise BadInput(f"{path}: line 1, column 1: must be schema_version; not a file of flowbench")
    # Another version has other columns.
    for line, row in rows:
        _check_version(path, line, row[0] if row else "")
        break
    for index, name in enumerate(names):
        if listed and name not in listed:
            raise BadInput(
                f"{path}: line 1, column {index + 1}: '{name}' is not known here;"
                " a newer flowbench wrote it, plot it with that checkout"
            )
        if name in names[:index]:
            raise BadInput(f"{path}: line 1, column {index + 1}: the column '{name}' occurs twice")
    for name in needed:
        if name not in names:
            raise BadInput(f"{path}: line 1: no column {name}")
    return {name: listed.get(name, "text") for name in names}


def _check_shape(path: Path, width: int) -> None:
    """Refuses rows of another length or version, a file without rows, and an unfinished line."""
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
    with path.open("rb") as file:
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            raise BadInput(f"{path}: the last line is incomplete; the file is truncated")


def _check_version(path: Path, line: int, cell: str) -> None:
    if cell == str(SCHEMA_VERSION):
        return
    if not cell.isdecimal():
        raise BadInput(
            f"{path}: line {line}, column schema_version: must be an integer, got '{cell}'"
        )
    raise BadInput(
        f"{path}: schema_version is {cell}, must be {SCHEMA_VERSION}: measure again, or read it"
        " with the flowbench that wrote it"
    )


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows of a file, each with the number of its first line."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        line = 1
        try:
            for row in reader:
                yield line, row
                line = reader.line_num + 1
        except (csv.Error, UnicodeDecodeError) as error:
            raise BadInput(f"{path}: line {line}: not CSV in UTF-8: {error}") from error
