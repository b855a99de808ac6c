"""Tokens, bodies and statements of sources, as `make mutants` reads them."""

import pytest
from bodies import mutants_in, mutated
from mutants.tokens import MutationError, Source, tokens_of


def source_range(source: Source) -> tuple[int, int]:
    """Returns the tokens of the only body."""
    return source.bodies[0].first, source.bodies[0].last


UNTOUCHED = [
    "// a == b && true",
    "/* a == b /* && */ true */",
    "/// - Returns: `true` if a < b",
    'let s = "a == b && true"',
    'let s = "\\(a == b ? "x" : "y" + "\\(true)") && false"',
    'let s = """\n  a == b "quoted" \\(c < d)\n  """',
    'let s = #"a == "b" \\(true) \\#(c == d)"#',
    "@available(macOS 15, *)\nlet x = y",
    "#if os(Linux) || true\n  a = true\n#else\n  a = false\n#endif",
    'precondition(isFine, "got \\(a == b)" + text(true, 1 + 1))',
    "fatalError(text(a == b, true))",
    "let x: Array<Int> = y",
    "let f: (Int) -> Bool = g",
    "let `true` = 1",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_text_that_is_not_code_has_no_mutants(text: str):
    operators = {one.change.operator for one in mutants_in(text)}
    assert operators <= {"call"}, [one.after_line for one in mutants_in(text)]


def test_the_condition_before_a_message_has_mutants():
    found = mutated('precondition(a < b, "got \\(a)")', "compare")
    assert found == [f'precondition(a {other} b, "got \\(a)")' for other in ("<=", ">=")]


def test_operators_between_operands_are_binary():
    tokens = tokens_of("a < b; A<B>; -1; c - 1; d-1; 0..<n; !e; f! ; g ? h : i")
    binary = [token.text for token in tokens if token.is_binary]
    assert binary == ["<", "<", "-", "-", "..<", "?"]
    assert [token.text for token in tokens if token.is_apart] == ["<", "-", "?"]


def test_brackets_that_do_not_match_are_an_error():
    with pytest.raises(MutationError, match="line 2: brackets do not match"):
        Source("func f() {\n (] }")


BODIES = """
struct S<T> where T == Int {
  var a = 1
  let f: () -> Void = { g() }
  var b: Int? { a }
  var c: Int {
    get { a }
    set(new) { a = new }
  }
  init() { a = 2 }
  subscript(i: Int) -> Int { a }
  static func == (l: S, r: S) -> Bool { true }
  enum E { case x; func y() -> Int? where T == Int { nil } }
}
protocol P { var z: Int { get } }
"""


def test_bodies_are_those_of_functions_initialisers_and_accessors():
    source = Source(BODIES)
    found = [
        (body.kind, BODIES[body.start : body.end].strip(), body.is_optional)
        for body in source.bodies
    ]
    assert found == [
        ("get", "a", True),
        ("get", "a", False),
        ("set", "a = new", False),
        ("init", "a = 2", False),
        ("get", "a", False),
        ("func", "true", False),
        ("func", "nil", True),
    ]
    assert [body.is_expression for body in source.bodies] == [True, True, False, False] + [True] * 3


def test_statements_end_at_lines_and_semicolons():
    body = """
      a.b()
        .c { $0 }
      let x =
        y
        + z
      d(); e()
      if a,
        b
      {
        c()
      } else {
        d()
      }
      switch x {
      case .a: f()
      }
    """
    source = Source(f"func f() {{{body}}}")
    found = [source.between(*pair) for pair in source.statements(*source_range(source))]
    heads = [" ".join(text.split())[:12] for text in found]
    assert heads == ["a.b() .c { $", "let x = y + ", "d()", "e()", "if a, b { c(", "switch x { c"]
