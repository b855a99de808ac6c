import FlowCore
import FlowTesting
import FlowTrace
import Foundation

let url = URL(filePath: "/tmp/none")

// Scoped and combined reducers.

struct Settings: Codable, Equatable { var isOn = false }
enum SettingsAction: Codable { case toggle }
struct SettingsReducer: Reducer {
  func reduce(into state: inout Settings, action: SettingsAction) -> Effect<SettingsAction> {
    .none
  }
}
struct StatisticsReducer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }
}

// Lists.

struct RowReducer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }
}
struct ListState { var rows: [Int] = [] }
enum ListAction {
  case row(Int, Int)
}
extension CasePath<ListAction, (Int, Int)> {
  static var row: Self {
    Self(ListAction.row) {
      if case .row(let index, let action) = $0 { (index, action) } else { nil }
    }
  }
}
struct ListReducer: Reducer {
  func reduce(into state: inout ListState, action: ListAction) -> Effect<ListAction> { .none }
}

// Tests.

struct Search: Equatable { var requests = 0 }
enum SearchAction: Equatable { case typed(String) }
struct SearchReducer: Reducer {
  let clock: ManualClock
  func reduce(into state: inout Search, action: SearchAction) -> Effect<SearchAction> { .none }
}
struct Counter: Equatable {
  var isTicking = false
  var count = 0
}
enum CounterAction: Equatable { case startTicking, stopTicking, ticked }
struct CounterReducer: Reducer {
  let clock: ManualClock
  func reduce(into state: inout Counter, action: CounterAction) -> Effect<CounterAction> { .none }
}
let clock = ManualClock()
actor Cart {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

// History and traces.

struct AppState: Codable, Equatable {
  var settings = Settings()
  var statistics = 0
}
enum AppAction: Codable {
  case add(Int)
  case settings(SettingsAction)
  case timer(TimerAction)
}
enum TimerAction: Codable { case tick }
extension CasePath<AppAction, SettingsAction> {
  static var settings: Self {
    Self(AppAction.settings) { if case .settings(let action) = $0 { action } else { nil } }
  }
}
extension CasePath<AppAction, Int> {
  static var statistics: Self {
    Self(AppAction.add) { if case .add(let amount) = $0 { amount } else { nil } }
  }
}
struct AppReducer: Reducer {
  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> { .none }
}
@MainActor let store = Store(initialState: AppState(), reducer: AppReducer())
