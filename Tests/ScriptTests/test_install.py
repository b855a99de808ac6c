"""The files of `make install` below a prefix."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = [ROOT / ".build" / kind / "flowbench" for kind in ("release", "debug")]
PROGRAM = next((path for path in PROGRAMS if path.is_file()), None)

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="flowbench is not built")


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prefix") / "usr"
    done = run(ROOT / "Scripts" / "install", PROGRAM, path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"installed {path}/bin/flowbench")
    return path


def test_the_installed_program_starts(prefix: Path):
    done = run(prefix / "bin" / "flowbench", "--version")
    assert done.returncode == 0 and done.stdout.startswith("flowbench 0."), done.stderr


def test_the_installed_program_counts(prefix: Path, tmp_path: Path):
    if not list((prefix / "libexec" / "flowbench").glob("libFlowCount.*")):
        pytest.skip("the library that counts is not built")
    done = run(
        *(prefix / "bin" / "flowbench", "run", "--suite", "smoke", "--design", "flow"),
        *("--workload", "counter", "--features", "1", "--topology", "single"),
        *("--passes", "counting", "--allow-debug", "--out", tmp_path / "run"),
    )
    assert done.returncode == 0, done.stderr
    assert "counting" in (tmp_path / "run" / "samples.csv").read_text()


@pytest.mark.parametrize(
    ("shell", "path"),
    [
        ("bash", "bash-completion/completions/flowbench"),
        ("zsh", "zsh/site-functions/_flowbench"),
        ("fish", "fish/vendor_completions.d/flowbench.fish"),
    ],
)
def test_completions_are_scripts_of_their_shells(prefix: Path, shell: str, path: str):
    script = prefix / "share" / path
    assert "flowbench" in script.read_text()
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    done = run(shell, "--no-execute" if shell == "fish" else "-n", script)
    assert done.returncode == 0, done.stderr
