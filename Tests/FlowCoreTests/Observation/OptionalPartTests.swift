import FlowCore
import FlowTestSupport
import Observation
import Testing

private struct Row: Equatable, Identifiable {
  var id: Int
  var amount = 0
  var detail: Int?
}

private enum Screen: Equatable {
  case list
  case editor(Int)
}

extension CasePath<Screen, Int> {
  fileprivate static var editor: Self {
    Self(Screen.editor) { if case .editor(let number) = $0 { number } else { nil } }
  }
}

private struct App: Equatable {
  var detail: Row?
  var rows: IdentifiedArray<Row> = []
  var numbers: [Int] = []
  var names: [String: Int] = [:]
  var screen = Screen.list
  var ticks = 0
}

private typealias Change = @Sendable (inout App) -> Void

/// Applies the action to the state, without regions.
private struct ChangeReducer: Reducer {
  func reduce(into state: inout App, action: @escaping Change) -> Effect<Change> {
    action(&state)
    return .none
  }
}

/// The number of calls of a closure.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// The scopes of optional parts, with the actions that create, change and remove the parts.
private enum Absent: CaseIterable {
  case optional, optionalInScope, optionalInRow, row, item, entry, enumCase

  fileprivate func isThere(in store: Store<ChangeReducer>) -> Bool {
    switch self {
    case .optional: store.scope(optional: \.detail, action: .ignored) != nil
    case .optionalInScope:
      store.scope(state: { $0 }, action: .whole)
        .scope(optional: \.detail, action: .ignored) != nil
    case .optionalInRow:
      store.scope(7, of: \.rows, action: CasePath({ $1 }) { (7, $0) })?
        .scope(optional: \.detail, action: .ignored) != nil
    case .row: store.scope(7, of: \.rows, action: CasePath({ $1 }) { _ in nil }) != nil
    case .item: store.scope(0, of: \.numbers, action: CasePath({ $1 }) { _ in nil }) != nil
    case .entry: store.scope("a", of: \.names, action: CasePath({ $1 }) { _ in nil }) != nil
    case .enumCase:
      store.scope(state: \.screen, action: .whole)
        .scope(case: .editor, action: .ignored) != nil
    }
  }

  fileprivate var appears: Change {
    switch self {
    case .optional, .optionalInScope: { $0.detail = Row(id: 1) }
    case .optionalInRow: { $0.rows = [Row(id: 7, detail: 1)] }
    case .row: { $0.rows = [Row(id: 7)] }
    case .item: { $0.numbers = [1] }
    case .entry: { $0.names["a"] = 1 }
    case .enumCase: { $0.screen = .editor(1) }
    }
  }

  fileprivate var changes: Change {
    switch self {
    case .optional, .optionalInScope: { $0.detail?.amount += 1 }
    case .optionalInRow: { $0.rows[id: 7]?.detail? += 1 }
    case .row: { $0.rows[id: 7]?.amount += 1 }
    case .item: { $0.numbers[0] += 1 }
    case .entry: { $0.names["a"]? += 1 }
    case .enumCase: { $0.screen = .editor(2) }
    }
  }

  fileprivate var vanishes: Change {
    { (state: inout App) in state = App(ticks: state.ticks) }
  }
}

extension CasePath<Change, Int> {
  fileprivate static var ignored: Self { Self({ _ in { _ in } }) { _ in nil } }
}

private func tick(_ state: inout App) { state.ticks += 1 }

@MainActor
struct `A body that creates a scope of an optional part` {
  private let store = Store(initialState: App(), reducer: ChangeReducer())

  /// Calls a body like a view: again after each notification.
  private func draw(_ body: @escaping () -> Bool, _ drawn: Count, _ values: inout [Bool]) {
    drawn.value = 1
    values.append(withObservationTracking(body) { drawn.value = 0 })
  }

  @Test(arguments: Absent.allCases)
  fileprivate func `is drawn again when the part appears or disappears`(part: Absent) {
    let store = store
    let drawn = Count()
    var values: [Bool] = []
    let body = { part.isThere(in: store) }
    draw(body, drawn, &values)
    for change in [tick, part.appears, part.changes, tick, part.vanishes, tick, part.appears] {
      store.send(change)
      if drawn.value == 0 { draw(body, drawn, &values) }
    }
    #expect(values == [false, true, false, true])
  }

  @Test(arguments: Absent.allCases)
  fileprivate func `runs again in observe when the part appears or disappears`(part: Absent) {
    let store = store
    var values: [Bool] = []
    let subscription = store.observe { values.append(part.isThere(in: store)) }
    for change in [tick, part.appears, part.changes, tick, part.vanishes, tick, part.appears] {
      store.send(change)
    }
    #expect(values == [false, true, false, true])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Absent.allCases)
  fileprivate func `is drawn again when a state is restored that holds the part`(part: Absent) {
    let store = store
    let notified = Count()
    withObservationTracking {
      _ = part.isThere(in: store)
    } onChange: {
      notified.value += 1
    }
    var state = App()
    part.appears(&state)
    store.restore(state)
    #expect(notified.value == 1)
    #expect(!store.isObserved)
  }

  @Test(arguments: Absent.allCases)
  fileprivate func `observes nothing if it is not tracked`(part: Absent) {
    #expect(!part.isThere(in: store))
    store.send(part.appears)
    #expect(part.isThere(in: store))
    #expect(!store.isObserved)
  }

  @Test func `with a declared region ignores other changes`() {
    struct Rows: Reducer {
      func reduce(into state: inout App, action: Int) -> Effect<Int> {
        if action > 0 { state.rows = [Row(id: action)] } else { state.ticks += 1 }
        return .none
      }
      func region(of action: Int) -> StateRegion {
        action > 0 ? .part(\App.rows) : .part(\App.ticks)
      }
    }
    let store = Store(initialState: App(), reducer: Rows())
    let notified = Count()
    withObservationTracking {
      _ = store.scope(7, of: \.rows, action: CasePath({ $1 }) { (7, $0) })
    } onChange: {
      notified.value += 1
    }
    for action in [0, 3, 0] { store.send(action) }
    #expect(notified.value == 0)
    store.send(7)
    #expect(notified.value == 1)
  }

  @Test func `is notified even if many others never were`() {
    let store = store
    let notified = Count()
    for _ in 0..<200 {
      withObservationTracking {
        _ = store.scope(optional: \.detail, action: .ignored)
      } onChange: {
        notified.value += 1
      }
    }
    store.send { $0.detail = Row(id: 1) }
    #expect(notified.value == 200)
  }
}
