"""The mutants of known sources, and a small package with a killed mutant and a survivor."""

import json
import shutil
from pathlib import Path

import pytest
from bodies import mutants_in, mutated
from mutants.__main__ import chosen_of, main, read_known, stale
from mutants.operators import mutants_of
from mutants.package import TARGETS, Package, Target
from mutants.running import Suite, Suites, judge
from mutants.schema import Numbers, with_mutants
from mutants.tokens import MutationError

ROOT = Path(__file__).resolve().parents[2]


# ---- Operators ---------------------------------------------------------------------------------

LINES = [
    ("let x = a == b", "compare", ["let x = a != b"]),
    ("let x = a !== b", "compare", ["let x = a === b"]),
    ("let x = a < b", "compare", ["let x = a <= b", "let x = a >= b"]),
    ("let x = a >= b", "compare", ["let x = a > b", "let x = a < b"]),
    ("let x = a && b || c", "logic", ["let x = a || b || c", "let x = a && b && c"]),
    ("if a { b() }", "negate", ["if !(a) { b() }"]),
    ("if !a { b() }", "negate", ["if a { b() }"]),
    ("if a == b { c() }", "negate", []),
    ("if a == b, c { d() }", "negate", ["if a == b, !(c) { d() }"]),
    ("guard let a, b.c(d) else { return }", "negate", ["guard let a, !(b.c(d)) else { return }"]),
    ("while a && b { c() }", "negate", ["while !(a && b) { c() }"]),
    ("for x in y where x.z { c() }", "negate", ["for x in y where !(x.z) { c() }"]),
    ("let x = a.b ? c : d", "negate", ["let x = !(a.b) ? c : d"]),
    ("f(x, a ? c : d)", "negate", ["f(x, !(a) ? c : d)"]),
    ("if a, b { c() }", "drop", ["if b { c() }", "if a { c() }"]),
    ("if a { c() }", "drop", []),
    ("a.b(c)", "call", ["()"]),
    ("await a.b { c }", "call", ["()"]),
    ("if x { a.insert(.b) }", "call", ["if x { () }"]),
    ("let x = a()", "call", []),
    ("a = b", "assignment", ["()"]),
    ("a[b(c)] &+= d", "assignment", ["()"]),
    ("let a = b", "assignment", []),
    ("_ = b", "assignment", []),
    ("_ = b.c()", "assignment", ["()"]),
    ("for i in 0..<n { x() }", "range", ["for i in 0...n { x() }"]),
    ("let x = y[...last]", "range", ["let x = y[..<last]"]),
    ("let x = a + b", "sum", ["let x = a - b"]),
    ("let x = a &- 1", "sum", ["let x = a &+ 1"]),
    ("let x = a - 1", "one", ["let x = a"]),
    ("let x = -1", "sum", []),
    ("a += 1", "step", ["a -= 1"]),
    ("let x = true", "bool", ["let x = false"]),
    ("a.append(b)", "end", ["a.insert(b, at: 0)"]),
    ("a.insert(b, at: 0)", "end", ["a.append(b)"]),
    ("a.removeFirst()", "end", ["a.removeLast()"]),
    ("let x = max(a, b)", "end", ["let x = min(a, b)"]),
    ("defer { a() }", "defer", ["()"]),
    ("if a { return }\nb()", "return", ["if a { () }"]),
    ("guard a else { return }", "return", []),
    ("while a { continue }", "jump", ["while a { break }"]),
    ("while a { if b { break } }", "jump", ["while a { if b { continue } }"]),
    ("switch a {\ncase .b:\n  c()\n  d()\ndefault: e()\n}", "case", ["break"]),
]


@pytest.mark.parametrize(("line", "operator", "expected"), LINES)
def test_an_operator_makes_these_lines(line: str, operator: str, expected: list[str]):
    assert mutated(line, operator) == expected


def test_an_optional_result_becomes_nil():
    assert mutated("if a { return b }\nreturn c", "return", "func f() -> Int?") == [
        "if a { () }",
        "if a { return nil }",
        "return nil",
    ]
    assert mutated("if a { return nil }\nreturn nil", "return", "func f() -> Int?") == [
        "if a { () }"
    ]
    assert mutated("a.first", "return", "var x: Int?") == ["nil"]
    assert mutated("a.b()", "return", "var x: Int") == []


def test_an_expression_that_is_returned_is_not_left_out():
    assert mutated("a.b()", "call", "var x: Int") == []
    assert mutated("a.b()", "call") == ["()"]


def test_an_initialiser_gives_each_property_its_first_value():
    text = """struct S {
      let a: Int; var b: Int; var c = 0; var d: Int?
      init() {
        a = 1
        self.b = 1
        c = 1
        d = 1
        e.f = 1
        self.init(1)
      }
    }"""
    found = [one.before_line.strip() for one in mutants_of("T/F.swift", text)]
    assert found == ["c = 1", "d = 1", "e.f = 1"]


def test_a_function_with_a_result_does_not_reach_its_end():
    body = "while true {\nswitch a {\ncase .b: return c\ndefault: d()\n}\n}"
    assert mutated(body, "bool", "func f() -> Int") == []
    assert mutated(body, "return", "func f() -> Int") == []
    assert mutated(body, "bool") == ["while false {"]
    assert mutated(body, "return") == ["case .b: ()"]


def test_default_values_are_flipped():
    found = mutants_of("T/F.swift", "func f(a: Bool = true) {}\nvar b = false\n")
    assert [one.after_line for one in found] == ["func f(a: Bool = false) {}", "var b = true"]
    assert [one.body for one in found] == [None, None]


def test_no_mutant_is_made_twice():
    for text in ("if !a == b { c() }", "while !(a < b), !c { d() }"):
        found = [one.after_line for one in mutants_in(text)]
        assert len(found) == len(set(found))


# ---- Names -------------------------------------------------------------------------------------


def test_names_stay_when_lines_move():
    line = "  if a < b { c() }\n"
    before = mutants_of("T/F.swift", f"func f() {{\n{line}}}\n")
    after = mutants_of("T/F.swift", f"// New.\nfunc g() {{ d() }}\nfunc f() {{\n  {line}}}\n")
    assert [one.lasting_name for one in before] == [one.lasting_name for one in after[1:]]
    assert before[0].name.startswith("T/F.swift:2:compare:")
    assert after[1].name.startswith("T/F.swift:4:compare:")


def test_equal_lines_have_different_names():
    found = mutants_in("a += 1\na += 1\na += 2")
    assert len({one.lasting_name for one in found}) == len(found) == 6


def test_names_of_flow_core_are_unique():
    found = Package(ROOT, ROOT / ".build-mutants" / "package", TARGETS).mutants
    assert len(found) > 500
    assert len({one.lasting_name for one in found}) == len(found)
    assert not [one for one in found if "\n//" in one.after_line.replace(one.before_line, "")]


# ---- One file with all mutants -----------------------------------------------------------------

CHOICE = """\
public import MutantSwitch
func f(a: Bool = (mutantIs(1) ? false : true)) -> Int {
if mutantIsElsewhere(2, 2, 3) {
 // One more.
  return g + 1 \n} else if mutantIs(2) {
 // One more.
  return g - 1 \n} else {
 // One more.
  return g \n}
}
"""


def test_all_mutants_of_a_body_are_branches():
    text = "func f(a: Bool = true) -> Int { // One more.\n  g + 1 }\n"
    numbers = Numbers()
    mutants = mutants_of("T/F.swift", text)
    schema = with_mutants(text, mutants, numbers)
    assert squeezed(schema.text) == squeezed(CHOICE)
    assert [numbers.mutants[one.name] for one in mutants] == [1, 2, 3]
    assert [numbers.places[one.name] for one in mutants] == [0, 2, 2]
    for number, line in enumerate(schema.text.split("\n"), 1):
        if "return g - 1" in line:
            assert schema.owners[number].change.operator == "sum"


def squeezed(text: str) -> list[str]:
    """Returns the lines that are not blank."""
    return [line.strip() for line in text.splitlines() if line.strip()]


# ---- Choosing, the list, the report --------------------------------------------------------------


def test_files_are_chosen_by_name_folder_and_pattern():
    text = "func f() { a += 1 }"
    paths = ["A/One/X.swift", "A/One/Y.swift", "A/Two/X.swift"]
    mutants = [one for path in paths for one in mutants_of(path, text)]

    def paths_of(files: str) -> list[str]:
        return sorted({one.path for one in chosen_of(mutants, files)})

    assert paths_of("") == paths
    assert paths_of("Sources/A/One") == paths[:2]
    assert paths_of("One/X.swift, Two") == [paths[0], paths[2]]
    assert paths_of("X.swift") == [paths[0], paths[2]]
    assert paths_of("A/*/Y.swift") == [paths[1]]
    with pytest.raises(MutationError, match="lies in, Three"):
        chosen_of(mutants, "One,Three")


def test_stale_entries_of_the_list_are_found(tmp_path: Path):
    mutants = mutants_in("a += 1\nb += 1")
    path = tmp_path / "mutants.known"
    names = [one.name for one in mutants]
    path.write_text(f"# Why.\n{names[0]}  # same\nT/F.swift:9:step:00000000  # gone\n")
    known = read_known(path)
    gone = {"T/F.swift:9:step:00000000": "there is no such mutant any more"}
    assert stale(known, mutants, set()) == gone
    killed = stale(known, mutants, {mutants[0].lasting_name})
    assert killed == {names[0]: "a test kills it now"} | gone
    path.write_text(f"{names[0]}\n")
    with pytest.raises(MutationError, match="mutants.known:1: file:line:operator:mark # why"):
        read_known(path)


OUTPUTS = [
    ("✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.", 0, "passed"),
    (
        "━ Test run with 3 tests in 1 suite passed after 0.1 seconds with 1 known issue.",
        0,
        "passed",
    ),
    ('✘ Test "a b" recorded an issue at F.swift:1:1: Expectation failed', -9, "failure"),
    ("✘ Test run with 3 tests in 1 suite failed after 0.1 seconds with 1 issue.", 1, "failure"),
    ('━ Test "a b" recorded a known issue at F.swift:1:1', -11, "crash"),
    ("", 0, "crash"),
]


@pytest.mark.parametrize(("output", "code", "verdict"), OUTPUTS)
def test_a_run_is_judged_by_its_end(output: str, code: int, verdict: str):
    assert judge(output, code, is_late=False).verdict == verdict


def test_a_run_without_end_is_late():
    assert judge("◇ Test a() started.", -9, is_late=True).verdict == "timeout"


def test_suites_that_reach_a_place_run_quick_ones_first():
    suites = [Suite("T.`a b`", 0.1, {1, 2}), Suite("T.C", 0.2, {2}), Suite("T.D", 3, {2})]
    tests = Suites(Path(), suites)
    assert tests.that_reach(1) == [suites[:1]]
    assert tests.that_reach(2) == [suites[:2], suites[2:]]
    assert tests.that_reach(0) == [suites[:2], suites[2:]]
    assert tests.that_reach(3) == []
    assert suites[0].filter == r"^T\.`a b`(/|\(|$)"


# ---- A package of its own ------------------------------------------------------------------------

TINY = """\
public func larger(_ a: Int, _ b: Int) -> Int { a > b ? a : b }

public func wait(_ isOver: Bool) {
  while !isOver {}
}

public func never() -> Int { 1 + 1 }

// What becomes of it does not compile.
public func greeting(_ name: String) -> String { "Hello, " + name }

public struct Kept {
  let number: Int
  public init() { number = 1 }
}
"""
TINY_TESTS = """\
import Testing
import Tiny

@Test func `the larger one`() {
  #expect(larger(1, 2) == 2)
  #expect(larger(3, 2) == 3)
}

struct Waiting {
  @Test func ends() { wait(true) }
}
"""


@pytest.mark.skipif(shutil.which("swift") is None, reason="there is no swift")
def test_a_package_is_built_and_its_mutants_are_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mutants.running.PATIENCE", 2)
    for path, text in {
        "Sources/Tiny/Tiny.swift": TINY,
        "Tests/TinyTests/TinyTests.swift": TINY_TESTS,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    targets = (Target("Tiny", is_mutated=True), Target("TinyTests"))
    known = tmp_path / "known"

    def run(*arguments: str) -> tuple[int, str]:
        code = main(list(arguments), tmp_path, targets, known)
        return code, capsys.readouterr().out

    code, said = run("--seed", "1")
    assert code == 2
    results = (tmp_path / ".build-mutants" / "results.jsonl").read_text().splitlines()[1:]
    found = {}
    for line in results:
        result = json.loads(line)
        path, number, operator, _ = result["name"].split(":")
        assert path == "Tiny/Tiny.swift"
        found.setdefault((int(number), operator), []).append((result["verdict"], result["by"]))
    assert found == {
        # `>=` is the same function as `>` here; no test can find it.
        (1, "compare"): [("passed", ""), ("failure", '"the larger one"')]
        if found[1, "compare"][0][0] == "passed"
        else [("failure", '"the larger one"'), ("passed", "")],
        (4, "negate"): [("timeout", "it did not end")],
        (7, "sum"): [("passed", "no test comes here")],
        (7, "one"): [("passed", "no test comes here")],
    }
    assert "not compiling        1" in said
    assert "score            40.0%" in said
    assert (
        "    - public func never() -> Int { 1 + 1 }\n    + public func never() -> Int { 1 - 1 }"
        in said
    )

    names = [json.loads(line)["name"] for line in results if '"passed"' in line]
    known.write_text("".join(f"{name}  # no test can find it\n" for name in names))
    assert run("--resume")[0] == 0
    code, said = run("--mutant", names[0])
    assert code == 0
    assert f"{names[0]} survives: no test can find it" in said
    assert "+++ b/Sources/Tiny/Tiny.swift" in said
