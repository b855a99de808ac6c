"""The macro `@Case`, in an app that depends on this package by URL."""

import subprocess
from pathlib import Path

import pytest
from test_dependencies import SWIFT, repository, run

__all__ = ["repository"]

MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://%s", branch: "main", traits: ["Macros"])],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        .product(name: "FlowCore", package: "FlowBench"),
        .product(name: "FlowMacros", package: "FlowBench"),
      ])
  ])
"""

# Two cases of one type are different, and a case may have a key or no values.
PROGRAM = """\
import FlowCore
import FlowMacros

enum RowAction { case add }

struct RowReducer: Reducer {
  func reduce(into state: inout Int, action: RowAction) -> Effect<RowAction> {
    state += 1
    return .task {
      try await Task.sleep(for: .seconds(1_000))
      return nil
    }.cancellable(id: "row", cancelInFlight: true)
  }
}

struct App {
  var first = 0
  var second = 0
  var rows = [0, 0]
}

enum AppAction {
  case first(RowAction)
  case second(RowAction)
  case row(index: Int, RowAction)
  case reset
  case clear
}

extension CasePath<AppAction, RowAction> {
  @Case static var first: Self
  @Case static var second: Self
}

extension FlowCore.CasePath<AppAction, (Int, RowAction)> {
  @Case static var row: Self
}

extension CasePath<AppAction, Void> {
  @Case static var reset: Self
}

extension CasePath<AppAction, ()> {
  @Case static var clear: Self
}

struct AppReducer: Reducer {
  func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .first(let action): RowReducer().reduce(into: &state.first, action: action).map(.first)
    case .second(let action): RowReducer().reduce(into: &state.second, action: action).map(.second)
    case .row, .reset, .clear: .none
    }
  }
}

@main
struct Program {
  @MainActor static func main() async {
    let store = Store(
      initialState: App(), reducer: AppReducer().forEach(\\.rows, RowReducer(), action: .row))
    store.scope(state: \\.first, action: .first).send(.add)
    store.scope(state: \\.second, action: .second).send(.add)
    store.scope(1, of: \\.rows, action: .row)?.send(.add)
    store.send(.row(index: 1, .add))
    for _ in 0..<50 { await Task.yield() }
    print(store.current.first, store.current.second, store.current.rows, store.effectsInFlight)
    for path in [CasePath<AppAction, Void>.reset, .clear] {
      print(path.embed(()), path.extract(.reset) != nil, path.extract(.clear) != nil)
    }
  }
}
"""


@pytest.fixture(scope="module")
def app(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An app with the macro."""
    place = tmp_path_factory.mktemp("app")
    (place / "Sources" / "App").mkdir(parents=True)
    (place / "Package.swift").write_text(MANIFEST % repository)
    return place


def test_it_writes_case_paths(app: Path) -> None:
    (app / "Sources" / "App" / "App.swift").write_text(PROGRAM)
    # The last effect of row 1 replaces the first one.
    assert run(SWIFT, "run", "--quiet", "App", cwd=app) == (
        "1 1 [0, 2] 3\nreset true false\nclear false true\n"
    )


@pytest.mark.parametrize(
    ("accepted", "refused"),
    [
        ("@Case static var row: Self", "@Case var row: Self { fatalError() }"),
        ("CasePath<AppAction, ()>", "CasePath<AppAction, (Int, Int, Int)>"),
    ],
)
def test_it_refuses_other_properties(app: Path, accepted: str, refused: str) -> None:
    assert accepted in PROGRAM
    program = PROGRAM.replace(accepted, refused)
    (app / "Sources" / "App" / "App.swift").write_text(program)
    done = subprocess.run([SWIFT, "build"], cwd=app, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "'@Case' is for a 'static var name: Self'" in done.stdout
