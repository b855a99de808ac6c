"""compare, claims and plot work in any order on any kind of results folder."""

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from plot.__main__ import main

PROGRAMS = [ROOT / ".build" / kind / "flowbench" for kind in ("release", "debug")]
PROGRAM = next((path for path in PROGRAMS if path.is_file()), None)

# A few processes of each kind.
KINDS = {
    "a run": (
        *("run", "--suite", "smoke", "--workload", "app", "--design", "floor,inout"),
        *("--topology", "single,per-feature", "--features", "1,4", "--actions", "100"),
    ),
    "a load": ("load", "--design", "flow", "--rate", "1000", "--duration", "200ms"),
    "a load that workers send": (
        *("contend", "--design", "mutex", "--workers", "1,2", "--duration", "100ms"),
        *("--rounds", "1"),
    ),
}

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="flowbench is not built")


def flowbench(*words: str) -> subprocess.CompletedProcess[str]:
    allowed = ["--allow-debug"] if words[0] in ("run", "load", "contend") else []
    return subprocess.run(
        [str(PROGRAM), *words, *allowed],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture(scope="module", params=list(KINDS))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a results folder of each kind."""
    path = tmp_path_factory.mktemp("orders") / "results"
    made = flowbench(*KINDS[request.param], "--out", str(path))
    assert made.returncode in (0, 4), made.stderr
    return path


@pytest.mark.parametrize("order", [("compare", "claims", "plot"), ("plot", "claims", "compare")])
def test_any_order_works(folder: Path, order: tuple[str, ...], capsys: pytest.CaptureFixture[str]):
    is_run = (folder / "samples.csv").is_file()
    for step in order:
        if step == "plot":
            assert main(["--run", str(folder)]) == 0, capsys.readouterr().err
            page = (folder / "plots" / "index.html").read_text()
            assert "<svg" in page or "Not drawn" in page or 'class="figure"' in page
            assert ('class="claims"' in page) == (folder / "claims.html").is_file()
            continue
        done = flowbench(step, str(folder)) if step == "compare" else claims(folder)
        # A command that does not apply to a folder prints one line.
        assert done.returncode in (0, 1), done.stderr
        if done.returncode == 1:
            assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        if step == "claims":
            assert (done.returncode == 0) == is_run


def claims(folder: Path) -> subprocess.CompletedProcess[str]:
    return flowbench("claims", "--run", str(folder))


def test_a_page_opens_with_the_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "results"
    words = KINDS["a run"]
    assert flowbench(*words, "--out", str(path)).returncode in (0, 4)
    assert claims(path).returncode == 0
    assert main(["--run", str(path)]) == 0
    page = (path / "plots" / "index.html").read_text()
    assert 0 < page.index('class="claims"') < page.index('class="figure"')
    (path / "claims.html").write_text('<section class="claims"><script>1</script></section>')
    capsys.readouterr()
    assert main(["--run", str(path)]) == 1
    assert "not the cards that 'flowbench claims' writes" in capsys.readouterr().err
