"""The designs of this package use only declarations that other packages can use."""

from pathlib import Path

import pytest
from additions.compiler import Compiler, CompilerError

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("SynchronousDesigns", "SettlingDesigns", "SuspendingDesigns", "FlowDesigns")


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    found = Compiler(ROOT, tmp_path_factory.mktemp("Modules"))
    if not found.has(*TARGETS):
        pytest.skip("there is no debug build to compile against: swift build")
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_they_compile_in_another_package(target: str, compiler: Compiler):
    compiler.check_outside(target, ROOT / "Sources" / target)


def test_a_declaration_of_this_package_only_is_an_error(compiler: Compiler, tmp_path: Path):
    (tmp_path / "Use.swift").write_text(
        "import FlowHarness\n\nfunc use(_ context: TrialContext) {}\n", encoding="utf-8"
    )
    with pytest.raises(CompilerError, match="TrialContext"):
        compiler.check_outside("FlowDesigns", tmp_path)
