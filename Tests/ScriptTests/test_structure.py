"""`Scripts/structure` on small targets with known dependencies."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Ask = Callable[..., subprocess.CompletedProcess]
SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "structure"


@pytest.fixture
def house(tmp_path: Path) -> Ask:
    """Returns a function that writes files and runs the script."""

    def ask(files: dict[str, str]) -> subprocess.CompletedProcess:
        for name, text in files.items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return subprocess.run([SCRIPT, tmp_path], capture_output=True, text=True, check=False)

    return ask


TABLE = "struct Table { let rows: [Row] = [] }\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param(
            {"Rows/Row": "struct Row { func table() -> Table { Table() } }\n"},
            [
                "folders depend on each other: Low/Rows, Low/Tables\n",
                "  Low/Rows → Low/Tables: Table",
            ],
            id="types",
        ),
        pytest.param(
            {
                "Rows/Row": "struct Row { let cells: [Cell] }\n",
                "Cells/Cell": "struct Cell { func table() -> Table { Table() } }\n",
                "Names/Name": "struct Name { let row: Row }\n",
            },
            ["folders depend on each other: Low/Cells, Low/Rows, Low/Tables\n"],
            id="a third folder",
        ),
        pytest.param(
            {"Row": "struct Row { func table() -> Table { Table() } }\n"},
            ["folders depend on each other: Low, Low/Tables\n"],
            id="files outside of folders",
        ),
        pytest.param(
            {
                "Rows/Row": "struct Row { var text: String { self.lined } }\n",
                "Tables/Lines": 'extension Row {\n  var lined: String { "" }\n}\n',
            },
            ["  Low/Rows → Low/Tables: lined"],
            id="members of extensions",
        ),
        pytest.param(
            {"Rows/Row": 'struct Row { let text = "\\(Table())" }\n'},
            ["  Low/Rows → Low/Tables: Table"],
            id="interpolations",
        ),
        pytest.param(
            {"Rows/Row": '// A Table.\nstruct Row { let text = "a Table" }\n'}, [], id="comments"
        ),
        pytest.param(
            {
                "Rows/Row": "enum Kind {}\nstruct Row { let kind: Kind }\n",
                "Tables/Kind": "enum Kind {}\n",
            },
            [],
            id="names of two folders",
        ),
    ],
)
def test_folders_that_depend_on_each_other(house: Ask, files: dict[str, str], said: list[str]):
    paths = {f"Low/{path}.swift": text for path, text in files.items()}
    found = house({"Low/Tables/Table.swift": TABLE} | paths)
    assert found.returncode == bool(said), found.stderr
    assert all(text in found.stderr for text in said)
    assert "Low/Names" not in found.stderr


def test_targets_that_import_each_other(house: Ask) -> None:
    files = {"One/A": "import Two\n", "Two/B": "import Three\n", "Three/C": "import One\n"}
    said = house({f"{path}.swift": text for path, text in files.items()})
    assert said.returncode == 1
    assert "targets import each other: One, Three, Two" in said.stderr


def test_the_sources_have_no_cycle() -> None:
    said = subprocess.run([SCRIPT], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
