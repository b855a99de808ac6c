"""Tests of `Scripts/tidy` with small sources and known findings."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Ask = Callable[..., subprocess.CompletedProcess]
SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "tidy"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Returns a function that writes a source and runs the script."""

    def ask(text: str) -> subprocess.CompletedProcess:
        place = tmp_path / "Sources" / "Low" / "Row.swift"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        return subprocess.run([SCRIPT, tmp_path], capture_output=True, text=True, check=False)

    return ask


def function(lines: int) -> str:
    body = "  _ = 0 // {\n" * (lines - 2)
    return f'private func long(_ text: String = "{{") {{\n{body}}}\n'


def test_a_short_source_has_no_findings(ask: Ask) -> None:
    said = ask(function(70) + function(70))
    assert said.returncode == 0, said.stderr
    assert said.stdout == "1 files, 0 findings\n"


def test_a_function_of_a_line_too_many(ask: Ask) -> None:
    said = ask(function(71))
    assert said.returncode == 1
    assert "length Sources/Low/Row.swift long has 71 lines, at most 70" in said.stderr


def test_a_requirement_has_no_length(ask: Ask) -> None:
    said = ask("protocol A {\n  func first()\n  func second()\n}\n" + "let a = 0\n" * 100)
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize(("lines", "code"), [(400, 0), (401, 1)])
def test_a_file_of_a_line_too_many(ask: Ask, lines: int, code: int) -> None:
    assert ask("let a = 0\n" * lines).returncode == code


def test_documentation_that_repeats_the_name(ask: Ask) -> None:
    use = "let all = [Row.self]\n"
    said = ask("/// A row.\npackage struct Row {}\n" + use)
    assert "documentation Sources/Low/Row.swift Row: 'A row'" in said.stderr
    assert ask("/// One row of a file.\npackage struct Row {}\n" + use).returncode == 0
    assert ask("/// A row.\nstruct Row {}\n" + use).returncode == 0
    # Attributes stand between both.
    assert ask("/// A row.\n@frozen\npublic struct Row {}\n" + use).returncode == 1


def test_output_that_is_not_checked(ask: Ask) -> None:
    said = ask("func show() {\n  print(1)\n}\n")
    assert said.returncode == 1
    assert "print Sources/Low/Row.swift:2: use StandardOutput.write" in said.stderr
    assert ask("/// print(1)\nlet a = printed(1, text.print(2))\n").returncode == 0


@pytest.mark.parametrize(
    "line",
    [
        "  try Data(text.utf8).write(to: file)",
        "  try encoder.encode(value)\n    .write(to: file, options: .atomic)",
        "try text.write(toFile: path, atomically: true, encoding: .utf8)",
        "FileManager.default.createFile(atPath: path, contents: data)",
        "let file = try FileHandle(forWritingTo: url)",
    ],
)
def test_a_file_that_is_written_without_checks(ask: Ask, line: str) -> None:
    said = ask(f"let a = 0\n{line}\n")
    assert said.returncode == 1
    assert "write Sources/Low/Row.swift:" in said.stderr
    assert "use WholeFile or OutputFile, which check every call" in said.stderr
    allowed = "/// data.write(to: file)\ntry WholeFile.write(to: path) { }\n"
    allowed += "try trace.write(to: url)\n"
    assert ask(allowed).returncode == 0


@pytest.mark.parametrize(
    "line",
    [
        "import Glibc",
        "  public import Darwin",
        "#if canImport(Musl)\n#endif",
        "#if DEBUG && os(Linux)\n#endif",
    ],
)
def test_code_for_one_system_is_in_platform(ask: Ask, line: str) -> None:
    said = ask(f"let a = 0\n{line}\n")
    assert said.returncode == 1
    assert "system Sources/Low/Row.swift:2: move what differs between systems" in said.stderr
    allowed = "// import Glibc\nimport Foundation\n#if canImport(Combine)\n#endif\n"
    assert ask(allowed).returncode == 0


def test_an_unused_declaration(ask: Ask) -> None:
    said = ask("package func lonely() {}\n")
    assert "unused Sources/Low/Row.swift lonely: nothing calls it" in said.stderr
    assert ask("package func lonely() {}\nlet a = lonely()\n").returncode == 0
    # A comment is not a use.
    assert ask("package func lonely() {}\n// lonely()\n").returncode == 1
    assert ask('package func lonely() {}\nlet a = "\\(lonely())"\n').returncode == 0


def test_words_are_counted_in_names_too(ask: Ask) -> None:
    said = ask("let maxBacklogNs = 0 // backlogs\n")
    assert "'backlog' is used 2 times: use queue" in said.stderr
