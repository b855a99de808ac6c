"""Tests of `Scripts/structure`: small houses of which it is known what ties them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Ask = Callable[..., subprocess.CompletedProcess]
SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "structure"


@pytest.fixture
def house(tmp_path: Path) -> Ask:
    """Writes files, and asks the script of them."""

    def ask(files: dict[str, str], *arguments: str) -> subprocess.CompletedProcess:
        for name, text in files.items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return subprocess.run(
            [SCRIPT, *arguments, tmp_path], capture_output=True, text=True, check=False
        )

    return ask


def test_what_goes_one_way_is_fine_and_is_drawn(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": "package struct Row {}\n",
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] }\n",
            "High/Main.swift": "package import Low\n",
        },
        "--ties",
    )
    assert said.returncode == 0, said.stderr
    assert "  Low/Tables → Low/Rows: Row\n" in said.stdout
    assert said.stdout.index("Low: 2 files, 2 lines") < said.stdout.index("High: 1 files, 1 lines")
    assert "  imports Low\n" in said.stdout


def test_folders_that_need_each_other_are_told_with_the_reason(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": "struct Row { func table() -> Table { Table() } }\n",
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] = [] }\n",
        }
    )
    assert said.returncode == 1
    assert "folders need each other: Low/Rows, Low/Tables\n" in said.stderr
    assert "  Low/Rows → Low/Tables: Table\n" in said.stderr
    assert "  Low/Tables → Low/Rows: Row\n" in said.stderr


def test_folders_that_need_each_other_by_way_of_a_third_are_told(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": "struct Row { let cells: [Cell] }\n",
            "Low/Cells/Cell.swift": "struct Cell { func table() -> Table { Table() } }\n",
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] = [] }\n",
            "Low/Names/Name.swift": "struct Name { let row: Row }\n",
        }
    )
    assert said.returncode == 1
    assert "folders need each other: Low/Cells, Low/Rows, Low/Tables\n" in said.stderr
    assert "Low/Names" not in said.stderr


def test_a_folder_and_the_files_beside_it_need_each_other_as_folders_do(house: Ask) -> None:
    said = house(
        {
            "Low/Row.swift": "struct Row { func table() -> Table { Table() } }\n",
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] = [] }\n",
        }
    )
    assert said.returncode == 1
    assert "folders need each other: Low, Low/Tables\n" in said.stderr


def test_what_a_comment_or_a_string_names_is_no_tie(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": '// Of a Table.\nstruct Row { let text = "a Table" }\n',
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] = [] }\n",
        }
    )
    assert said.returncode == 0, said.stderr


def test_what_a_string_inserts_is_one(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": 'struct Row { let text = "\\(Table())" }\n',
            "Low/Tables/Table.swift": "struct Table { let rows: [Row] = [] }\n",
        }
    )
    assert said.returncode == 1


def test_a_cycle_of_imports_is_told(house: Ask) -> None:
    said = house(
        {
            "One/A.swift": "import Two\n",
            "Two/B.swift": "import Three\n",
            "Three/C.swift": "import One\n",
        }
    )
    assert said.returncode == 1
    assert "targets import each other: One, Three, Two" in said.stderr


def test_a_name_of_two_folders_is_nobodys(house: Ask) -> None:
    said = house(
        {
            "Low/Rows/Row.swift": "enum Kind {}\nstruct Row { let kind: Kind }\n",
            "Low/Tables/Table.swift": "enum Kind {}\nstruct Table { let rows: [Row] }\n",
        }
    )
    assert said.returncode == 0, said.stderr


def test_the_sources_hold() -> None:
    said = subprocess.run([SCRIPT], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
