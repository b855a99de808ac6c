"""Bad input is reported in one line with its place, and nothing is written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeRun, sample_row, summary_row
from load_rows import searched_load
from plot.__main__ import main
from plot.reading import BadInput, columns_of, read_table
from plot.run import read_run
from test_contention import known_rows, write_sent

Edit = Callable[[str], str]


def cell(line: int, column: str, value: str) -> Edit:
    """Returns an edit that sets one cell of a file without quotes."""

    def edit(text: str) -> str:
        rows = [row.split(",") for row in text.split("\n")]
        rows[line - 1][rows[0].index(column)] = value
        return "\n".join(",".join(row) for row in rows)

    return edit


def columns(rename: dict[str, str]) -> Edit:
    """Returns an edit that renames columns."""

    def edit(text: str) -> str:
        header, rest = text.split("\n", 1)
        return ",".join(rename.get(name, name) for name in header.split(",")) + "\n" + rest

    return edit


OTHER_VERSION = (
    ".csv: schema_version is {}, must be 2: measure again,"
    " or read it with the flowbench that wrote it"
)

CASES: list[tuple[str, Edit, str]] = [
    ("summary.csv", lambda text: "", "line 1: the file is empty"),
    ("summary.csv", lambda text: text.split("\n")[0] + "\n", "line 2: there are no rows"),
    ("summary.csv", lambda text: text[:-20], "cells instead of "),
    ("summary.csv", lambda text: text[:-1], "the last line is incomplete"),
    ("summary.csv", lambda text: "time,value\n1,2\n", "must be schema_version"),
    ("summary.csv", lambda text: '"', "line 1: not CSV in UTF-8"),
    ("summary.csv", columns({"mad": "madness"}), "'madness' is not known here"),
    ("summary.csv", columns({"mad": "mean"}), "the column 'mean' occurs twice"),
    ("summary.csv", cell(2, "schema_version", "1"), OTHER_VERSION.format(1)),
    ("summary.csv", cell(3, "schema_version", "3"), OTHER_VERSION.format(3)),
    ("samples.csv", lambda text: "schema_version,reason\n1,a\n", OTHER_VERSION.format(1)),
    ("summary.csv", cell(2, "schema_version", "x"), "column schema_version: must be an integer"),
    (
        "summary.csv",
        cell(3, "estimate", "fast"),
        "line 3, column estimate: must be a number, got 'fast'",
    ),
    (
        "summary.csv",
        cell(3, "estimate", "nan"),
        "line 3, column estimate: must be a number, got 'nan'",
    ),
    ("summary.csv", cell(2, "features", "1.5"), "line 2, column features: must be an integer"),
    ("summary.csv", cell(2, "valid", "yes"), "line 2, column valid: must be true or false"),
    ("summary.csv", cell(2, "scenario", ""), "line 2, column scenario: must not be empty"),
    ("summary.csv", cell(2, "run_id", "other"), "line 2, column run_id: not in runs.csv"),
    ("samples.csv", cell(4, "wall_ns_per_action", "x"), "line 4, column wall_ns_per_action: must"),
    (
        "samples.csv",
        cell(4, "wall_ns_per_action", "inf"),
        "line 4, column wall_ns_per_action: must",
    ),
    ("samples.csv", cell(3, "valid", ""), "line 3, column valid: must not be empty"),
    ("samples.csv", lambda text: text + "1,2\n", "line 5: 2 cells instead of "),
    ("runs.csv", cell(2, "cpu_count", "many"), "line 2, column cpu_count: must be an integer"),
]


LOAD_CASES: list[tuple[str, Edit, str]] = [
    ("loads.csv", cell(3, "valid", ""), "line 3, column valid: must not be empty"),
    ("loads.csv", cell(2, "response_p99_ns", "slow"), "line 2, column response_p99_ns: must be a"),
    ("loads.csv", cell(2, "run_id", "b"), "line 2, column run_id: not in runs.csv"),
    ("loads.csv", lambda text: text.replace(",true,", ",false,"), "no valid load: no reason given"),
    ("latency.csv", cell(4, "percentile", "101"), "line 4, column percentile: must be from 0 to"),
    ("latency.csv", cell(5, "time_ns", "-1"), "line 5, column time_ns: must not be less than"),
    ("latency.csv", cell(5, "time", ""), "line 5, column time: must not be empty"),
    ("latency.csv", lambda text: text[:-20], "cells instead of"),
    ("saturation.csv", cell(2, "rate_per_second", "0"), "column rate_per_second: must be more"),
    ("saturation.csv", cell(4, "holds", "yes"), "line 4, column holds: must be true or false"),
]

CONTENTION_CASES: list[tuple[str, Edit, str]] = [
    ("contention.csv", cell(3, "senders", "0"), "line 3, column senders: must be 1 or more"),
    ("contention.csv", cell(2, "speedup", "-1"), "line 2, column speedup: must be more than zero"),
    ("contention.csv", cell(2, "valid", ""), "line 2, column valid: must not be empty"),
    ("contention.csv", cell(2, "run_id", "b"), "line 2, column run_id: not in runs.csv"),
    ("contention.csv", lambda text: text.replace(",true,", ",false,"), "no valid load: no reason"),
]


@pytest.fixture
def small_run(make_run: MakeRun) -> Path:
    """Returns a run of two rows and three samples."""
    rows = [summary_row(1), summary_row(2, design="inout")]
    return make_run(rows, [sample_row(1, place) for place in range(3)])


@pytest.mark.parametrize(
    ("make", "name", "edit", "reason"),
    [
        *[("small_run", *case) for case in CASES],
        *[(searched_load, *case) for case in LOAD_CASES],
        *[(lambda path: write_sent(path, known_rows()), *case) for case in CONTENTION_CASES],
    ],
)
def test_bad_files_are_named_and_nothing_is_written(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    make: str | Callable[[Path], Path],
    name: str,
    edit: Edit,
    reason: str,
):
    run = request.getfixturevalue(make) if isinstance(make, str) else make(tmp_path / "run")
    path = run / name
    path.write_text(edit(path.read_text()))
    out = run / "plots"
    out.mkdir()
    (out / "index.html").write_text("as it was")
    assert main(["--run", str(run)]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith(f"plot: {path}: ")
    assert reason in last
    assert [child.name for child in out.iterdir()] == ["index.html"]
    assert (out / "index.html").read_text() == "as it was"


@pytest.mark.parametrize("name", ["runs.csv", "summary.csv"])
def test_missing_files_are_named(small_run: Path, name: str):
    (small_run / name).unlink()
    with pytest.raises(BadInput, match=f"{name}: there is no such file"):
        read_run(small_run)


def test_a_run_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--run", str(tmp_path / "none")]) == 1
    assert "none: there is no such run; 'make bench' makes one" in capsys.readouterr().err


def test_invalid_scenarios_are_left_out_and_named(make_run: MakeRun):
    bad = summary_row(9, design="inout", valid="false", warning="wrong state", metric="")
    samples = [sample_row(1, 0), sample_row(5, 1, valid="false", reason="crashed")]
    run = read_run(make_run([summary_row(1), bad], samples))
    assert run.rows["design"].to_list() == ["flow"]
    assert run.processes["ns"].to_list() == [1]
    assert run.left_out == [
        "shop/single/1/uniform/inout is invalid and left out: wrong state.",
        "1 invalid rows of samples.csv are left out.",
    ]


def test_a_run_with_only_invalid_rows_is_refused(make_run: MakeRun):
    with pytest.raises(BadInput, match="no valid row of wall_ns_per_action"):
        read_run(make_run([summary_row(9, valid="false")]))


def test_samples_of_counting_do_not_count_as_time(make_run: MakeRun):
    samples = [sample_row(1, 0), sample_row(3, 0, 1), sample_row(900, 0, 2, **{"pass": "counting"})]
    assert read_run(make_run([summary_row(1)], samples)).processes["ns"].to_list() == [2]


def test_cells_may_hold_commas_quotes_and_lines(make_run: MakeRun):
    text = 'noisy, "very"\nand drifting'
    run = read_run(make_run([summary_row(1, warning=text)]))
    assert run.rows["warning"].to_list() == [text]


def test_a_directory_may_have_any_name(make_run: MakeRun):
    assert (
        read_run(make_run([summary_row(1)], [sample_row(1, 0)], "run [1]*")).processes.height == 1
    )


def test_the_columns_are_those_of_the_readme():
    assert list(columns_of("summary.csv"))[:3] == ["schema_version", "run_id", "scenario"]
    kinds = columns_of("samples.csv")
    assert (kinds["valid"], kinds["round"], kinds["digest"]) == ("flag", "integer", "text")
    assert columns_of("unheard-of.csv") == {}


def test_files_that_the_readme_does_not_list_are_read_as_they_are(tmp_path: Path):
    path = tmp_path / "unheard-of.csv"
    path.write_text("schema_version,what\n2,this\n")
    assert read_table(path)["what"].to_list() == ["this"]
