"""The files and the environment of `make plot`."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, MakeRun, make_rich_run, run_maker, summary_row
from plot.__main__ import main, write
from plot.figure import Figure
from plot.figures import growth
from plot.run import read_run
from plot.theme import DARK, LIGHT, Look, configured, recoloured


def test_every_figure_is_drawn_twice_and_the_page_is_named_last(
    rich_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "out"
    assert main(["--run", str(rich_run), "--with", str(rich_run), "--out", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(out / "index.html")
    names = ["growth", "designs", "allocations", "wasted", "moved", "compared"]
    pictures = {f"{name}.{suffix}" for name in names for suffix in ("png", "svg")}
    assert {path.name for path in out.iterdir()} == pictures | {"index.html"}
    for name in names:
        assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (out / f"{name}.svg").read_text().count("<path") > 10


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a run that has been drawn."""
    run = make_rich_run(run_maker(tmp_path_factory.mktemp("drawn")))
    assert main(["--run", str(run)]) == 0
    return run


def test_the_page_needs_nothing_from_elsewhere(drawn: Path):
    page = (drawn / "plots" / "index.html").read_text()
    assert page.count("</script>") == 3
    ours = re.sub(r'<script type="module">.*?</script>', "", page, count=1, flags=re.DOTALL)
    assert len(page) - len(ours) > 500_000
    assert not re.search(r"<(script|img|iframe)[^>]+src=|//[a-z]+[.]|@import|url\(", ours)


def test_the_page_has_the_warnings_the_machine_and_all_numbers(drawn: Path):
    page = (drawn / "plots" / "index.html").read_text()
    assert "run-a: the hypervisor gave 7 % of the time to &lt;others&gt;." in page
    assert "A processor" in page
    rows = page.count('<tr data-workload="')
    timed = read_run(drawn).metric("wall_ns_per_action").height
    assert rows == timed


def test_the_page_has_each_machine_of_a_merged_run(make_run: MakeRun):
    run = make_run([summary_row(1, features=count) for count in (1, 10)])
    second = (run / "runs.csv").read_text().splitlines()[1]
    with (run / "runs.csv").open("a") as file:
        file.write(second.replace("run-a", "run-a-2of2").replace("A processor", "Another") + "\n")
    assert main(["--run", str(run)]) == 0
    page = (run / "plots" / "index.html").read_text()
    assert "<td>A processor</td><td>Another</td>" in page
    assert '<th scope="col">run-a-2of2</th>' in page


def test_figures_of_an_earlier_run_are_removed(rich_run: Path, make_run: MakeRun, tmp_path: Path):
    out = tmp_path / "out"
    assert main(["--run", str(rich_run), "--out", str(out)]) == 0
    (out / "mine.txt").write_text("kept")
    other = make_run([summary_row(1, features=count) for count in (1, 10)], None, "run-b")
    assert main(["--run", str(other), "--out", str(out)]) == 0
    names = {path.name for path in out.iterdir()}
    assert names == {"growth.png", "growth.svg", "index.html", "mine.txt"}


def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(TypeError):
        write(tmp_path, {"a": "not bytes"})
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_a_place_that_cannot_be_written_is_named(
    rich_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("")
    assert main(["--run", str(rich_run), "--out", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err.splitlines()[-1]


def test_the_reference_is_enough_for_its_figures(rich_run: Path, tmp_path: Path):
    reference = tmp_path / "reference"
    assert main(["--run", str(rich_run), "--reference", str(reference)]) == 0
    drawn = {path.name for path in (reference / "plots").iterdir()}
    assert drawn == {"growth.svg", "designs.svg", "moved.svg"}
    kept, whole = read_run(reference).rows, read_run(rich_run).rows
    assert kept.equals(whole)
    again = tmp_path / "again"
    assert main(["--run", str(reference), "--reference", str(again)]) == 0
    for path in reference.rglob("*.*"):
        # Vega numbers its clip paths across all drawings of a process.
        texts = [
            re.sub(r"clip\d+", "clip", (folder / path.relative_to(reference)).read_text())
            for folder in (reference, again)
        ]
        assert texts[0] == texts[1]


def test_the_dark_scheme_has_its_own_colours(rich_run: Path):
    figure = growth.make(read_run(rich_run))
    assert isinstance(figure, Figure)
    assert len(set(vars(LIGHT).values())) == len(vars(LIGHT))
    drawn = {
        scheme.ground: configured(figure.draw(Look(scheme)), Look(scheme))
        for scheme in (LIGHT, DARK)
    }
    assert drawn[DARK.ground] != drawn[LIGHT.ground]
    # Altair numbers unnamed objects: two drawings differ in these names only.
    dark, again = (
        re.sub(r"view_[0-9a-f_]+", "view", str(spec))
        for spec in (drawn[DARK.ground], recoloured(drawn[LIGHT.ground], DARK))
    )
    assert again == dark


def environment(directory: Path, path: str) -> subprocess.CompletedProcess[str]:
    """Runs Scripts/plot/environment of a copy of the project with that PATH."""
    scripts = directory / "Scripts" / "plot"
    scripts.mkdir(parents=True)
    for name in ("environment", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / "Scripts" / "plot" / name, scripts)
    return subprocess.run(
        [scripts / "environment"],
        env={"PATH": path, "HOME": str(directory)},
        capture_output=True,
        text=True,
        check=False,
    )


def tools(directory: Path, python: str | None) -> str:
    folder = directory / "bin"
    folder.mkdir()
    for name in ("bash", "env", "dirname", "basename", "cmp", "rm", "mkdir", "cp"):
        (folder / name).symlink_to(shutil.which(name))
    if python:
        (folder / "python3").write_text(f"#!/bin/sh\n{python}\n")
        (folder / "python3").chmod(0o755)
    return str(folder)


NO_VENV = 'case "$*" in *venv*) exit 1;; esac'
# A venv whose pip downloads nothing, as without a network.
NO_NETWORK = (
    'case "$*" in *venv*) PATH="$PATH:/bin:/usr/bin"; mkdir -p "$3/bin";'
    ' printf "#!/bin/sh\\n[ \\"\\$1\\" != -m ]\\n" >"$3/bin/python";'
    ' chmod +x "$3/bin/python";; esac'
)


@pytest.mark.parametrize(
    ("python", "reason"),
    [
        (None, "python3 is missing; install it"),
        ("exit 1", "python3 is older than 3.11"),
        (NO_VENV, "python3 has no venv module; install it"),
        (NO_NETWORK, "requirements.txt; connect to the network"),
    ],
)
def test_a_missing_part_of_the_environment_is_one_line(
    tmp_path: Path, python: str | None, reason: str
):
    result = environment(tmp_path / "copy", tools(tmp_path, python))
    assert result.returncode == 1
    assert reason in result.stderr.splitlines()[-1]
    assert result.stdout == ""


def test_an_existing_environment_is_kept(tmp_path: Path):
    python = tmp_path / "copy" / ".build" / "plot-venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    shutil.copy(ROOT / "Scripts" / "plot" / "requirements.txt", python.parents[1])
    result = environment(tmp_path / "copy", tools(tmp_path, "exit 1"))
    assert (result.returncode, result.stderr) == (0, "")
    assert python.read_text() == "#!/bin/sh\n"
