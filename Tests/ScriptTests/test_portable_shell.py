"""Tests that the shell scripts need nothing that a Mac lacks: bash 3.2 and BSD's tools."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted(
    path
    for folder in ("Scripts", ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.is_file()
    and re.match(r"#!.*\b(ba)?sh\b|# Functions of", path.read_text("utf-8", "ignore"))
)
# Its recipes run in the same shell.
SCRIPTS.append(ROOT / "Makefile")

# Each with an example, so that no pattern is without effect. The last is of make: a Mac has 3.81.
FORBIDDEN = {
    r"\b(mapfile|readarray|coproc)\b": "mapfile -t a < b",
    r"\b(declare|local|typeset) -[aAgnilr]*[Agn]": "declare -A a",
    r"\$\{\w+(,,?|\^\^?)[^}]*\}": "${name,,}",
    r"&>>|\|&": "a &>> b",
    r"\$\{\w+@\w\}": "${a@Q}",
    r"\bwait -[fnp]\b": "wait -n",
    r"\[\[? -v\b": "[[ -v a ]]",
    r"\$\{\w+\[-\d": "${a[-1]}",
    r"\$\{\w+:[^}:]+: *-": "${a:0:-1}",
    r"\b(EPOCHSECONDS|EPOCHREALTIME|BASHPID|SRANDOM)\b": "$EPOCHSECONDS",
    r"\bshopt -s (globstar|lastpipe|inherit_errexit)\b": "shopt -s globstar",
    r"\bprintf -v \w+\[": "printf -v a[0] b",
    r"%\([^)]*\)T": "printf '%(%s)T'",
    r";&": "a) b ;;&",
    r"\{(0\d+\.\.\d+|\w+\.\.\w+\.\.\w+)\}": "{1..9..2}",
    r"\{\w+\}[<>]": "exec {a}>b",
    r"\bread( -[a-z]+)* -([Ni]|t *\d*\.)": "read -t 0.5 a",
    r"\$'[^']*\\[uU]": "$'\\u2713'",
    # The first parenthesis of a pattern ends the command.
    r"\$\((?!\()[^()]*\bcase\b": "$(case a in a) b ;; esac)",
    r"\bsed (-i|-r|--in-place|--regexp-extended)\b": "sed -i s/a/b/ c",
    r"\bsed .*\{[^;}]*[a-z/]\}'": "sed -n '/a/{s/b//p}'",
    r"\bdate (-d|--date)\b": "date -d now",
    r"\bstat (-c|--format)\b": "stat -c %s a",
    r"\b(sort) (-V|--version-sort)\b": "sort -V",
    r"\bxargs (-r|--no-run-if-empty|-d)\b": "xargs -r a",
    r"\bhead (-n|-c) -\d": "head -n -1",
    r"\bgrep (-P|--perl-regexp)\b": "grep -P a",
    r"\bcp (-t|--parents|-u)\b": "cp -t a b",
    r"\bmktemp --": "mktemp --directory",
    r"\bcmp --": "cmp --silent a b",
    r"\bfind .* -printf\b": "find . -printf a",
    r"\b(setsid|nproc|ldd|tac|getent)\s": "setsid a",
    r"^\.ONESHELL|\$\(file |::=|^\w+ *!=": ".ONESHELL:",
}
# Arrays that begin empty and have elements before they are expanded.
FILLED = {"names", "pids"}
# A script may use these behind a test that they are there.
GUARDED = ("timeout", "stdbuf", "flock")


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_each_pattern_finds_its_example(pattern: str) -> None:
    assert re.search(pattern, FORBIDDEN[pattern])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_needs_bash_3_and_the_tools_of_bsd(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for pattern in FORBIDDEN:
        found = [line for line in lines if re.search(pattern, line)]
        assert not found, f"{pattern}: {found}"
    for tool in GUARDED:
        if any(re.search(rf"^\s*{tool}\s", line) for line in lines):
            assert "command -v timeout" in text or f"command -v {tool}" in text


def empty_arrays(text: str) -> list[str]:
    """Returns the arrays that may be empty where they are expanded, which is an error of bash 3.2
    under `set -u`, in a script that does not ask for their number of elements."""
    begun = set(re.findall(r"\b(\w+)=\(\)", text)) - FILLED
    guarded = set(re.findall(r"\$\{#(\w+)\[@\]\}", text))
    safe = re.sub(r"\$\{(\w+)\[@\]\+\"\$\{\1\[@\]\}\"\}", "", text)
    return sorted(name for name in begun - guarded if f"${{{name}[@]}}" in safe)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_empty_array_is_expanded(script: Path) -> None:
    assert empty_arrays(script.read_text(encoding="utf-8")) == []


def test_an_expansion_of_an_empty_array_is_found() -> None:
    assert empty_arrays('a=() b=() c=(1)\ne "${a[@]}" "${c[@]}"\ne ${b[@]+"${b[@]}"}') == ["a"]
    assert empty_arrays('a=()\nif [ "${#a[@]}" -gt 0 ]; then e "${a[@]}"; fi') == []


def test_there_are_scripts() -> None:
    assert {"deps", "test", "install", "run"} <= {path.name for path in SCRIPTS}


@pytest.fixture
def few_tools(tmp_path: Path) -> dict[str, str]:
    """An environment with the common tools only, from busybox where it is installed."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "bash").symlink_to(shutil.which("bash") or "/bin/bash")
    busybox = shutil.which("busybox")
    applets = (
        subprocess.run([busybox, "--list"], capture_output=True, text=True).stdout.split()
        if busybox
        else []
    )
    names = "awk basename cat cp dirname grep install kill ln mkdir rm sed sh sleep tail tee uname"
    for name in names.split():
        tool = busybox if name in applets else shutil.which(name)
        if tool:
            (folder / name).symlink_to(tool)
    return {"PATH": str(folder), "HOME": os.environ.get("HOME", "/")}


def stub(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("status", [0, 3])
def test_tests_run_without_timeout_and_stdbuf(
    tmp_path: Path, few_tools: dict[str, str], status: int
) -> None:
    said = "echo 'x Test run with 2 tests passed after 1 seconds.'"
    swift = stub(tmp_path / "swift", f"{said}; exit {status}")
    done = subprocess.run(
        ["bash", ROOT / "Scripts/test", "--filter", "a"], cwd=tmp_path, capture_output=True,
        text=True, env={**few_tools, "SWIFT": str(swift)}, timeout=60,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert "test: tests: 2 tests passed" in done.stdout


def test_tests_that_a_crash_ends_are_named(tmp_path: Path, few_tools: dict[str, str]) -> None:
    lines = """x Test "early" started.
x Test "early" passed after 0.1 seconds.
x Test "late" started.
error: Exited with unexpected signal code 5"""
    swift = stub(tmp_path / "swift", f"cat <<'END'\n{lines}\nEND\nexit 1")
    done = subprocess.run(
        ["bash", ROOT / "Scripts/test", "--filter", "a"], cwd=tmp_path, capture_output=True,
        text=True, env={**few_tools, "SWIFT": str(swift)}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    named = [line for line in done.stderr.splitlines() if "unfinished" in line]
    assert named == ['test: unfinished: "late"']


@pytest.mark.parametrize("status", [0, 3])
def test_groups_of_tests_run_in_processes_of_their_own(
    tmp_path: Path, few_tools: dict[str, str], status: int
) -> None:
    said = "echo 'x Test run with 2 tests passed after 1 seconds.'"
    failing = f'case "$*" in test*--filter*FlowBenchCLITests*) exit {status} ;; esac'
    swift = stub(tmp_path / "swift", f"case $1 in test) {said} ;; esac; {failing}")
    done = subprocess.run(
        ["bash", ROOT / "Scripts/test"], cwd=tmp_path, capture_output=True, text=True,
        env={**few_tools, "SWIFT": str(swift)}, timeout=60,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert done.stdout.count("2 tests passed") == 4
    assert [path.name for path in (tmp_path / ".build").iterdir()] == ["test.log"]


def test_a_program_is_installed_with_the_library_of_its_system(
    tmp_path: Path, few_tools: dict[str, str]
) -> None:
    program = stub(tmp_path / "flowbench", "echo text")
    for name in ("libFlowCount.dylib", "libFlowCount.a"):
        (tmp_path / name).write_text("", encoding="utf-8")
    prefix = tmp_path / "prefix"
    done = subprocess.run(
        ["bash", ROOT / "Scripts/install", program, prefix], env=few_tools, capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    installed = {path.name for path in (prefix / "libexec/flowbench").iterdir()}
    assert installed == {"flowbench", "libFlowCount.dylib"}
