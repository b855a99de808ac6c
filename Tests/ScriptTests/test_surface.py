"""`Scripts/surface` on small libraries with known declarations."""

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "surface"
STORE = """\
/// A store.
public final class Store<R: Reducer>: _Link {
  public typealias State = R.State
  @usableFromInline let place: Int
  public private(set) var count = 0
  @inlinable public init() {}
  nonisolated(nonsending) public func wait() async {}
  package func inner() {}
  public static func == (left: Store, right: Store) -> Bool { true }
  public var _hidden: Int { 0 }
}

public class _Link {}

struct Own { var value = 0 }
"""
REDUCER = """\
public protocol Reducer<State, Action> {
  associatedtype State
  func reduce(into state: inout State)
  var _presence: Int { get }
}

extension Reducer {
  @inlinable
  public func reduce(into state: inout State) {
    let copy = state
    switch copy { default: break }
  }
}

@frozen
public indirect enum Effect<Action> {
  case none
  case send(Action)

  enum Kind { case small }
}
"""


def said(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (root / "FlowCore").mkdir(exist_ok=True)
    (root / "FlowCore" / "Store.swift").write_text(STORE)
    (root / "FlowCore" / "Reducer.swift").write_text(REDUCER)
    return subprocess.run([SCRIPT, *arguments, root], capture_output=True, text=True, check=False)


def test_public_declarations_requirements_and_cases_are_counted(tmp_path: Path) -> None:
    result = said(tmp_path, "--list")
    lines = result.stdout.splitlines()
    assert lines[0] == "FlowCore: 3 public types, 10 public members"
    names = [line.split(": ")[1] for line in lines[1:14]]
    reducer = ["type Reducer", "State", "reduce", "reduce", "type Effect", "none", "send"]
    assert names == [*reducer, "type Store", "State", "count", "init", "wait", "=="]


def test_declarations_for_swiftui_are_counted_apart(tmp_path: Path) -> None:
    folder = tmp_path / "FlowCore" / "SwiftUI"
    folder.mkdir(parents=True)
    extension = "  extension Store {\n    public func send() {}\n  }\n"
    (folder / "Store.swift").write_text(f"#if canImport(SwiftUI)\n{extension}#endif\n")
    lines = said(tmp_path).stdout.splitlines()
    assert lines[0] == "FlowCore: 3 public types, 10 public members"
    assert lines[1] == "FlowCore/SwiftUI: 0 public types, 1 public members"


def test_another_number_than_the_limit_is_an_error(tmp_path: Path) -> None:
    result = said(tmp_path)
    assert result.returncode == 1
    assert "surface: FlowCore must have" in result.stderr


def test_the_limits_are_those_of_the_package() -> None:
    assert subprocess.run([SCRIPT], capture_output=True, check=False).returncode == 0
