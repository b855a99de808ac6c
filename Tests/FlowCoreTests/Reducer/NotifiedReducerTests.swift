import FlowCore
import Testing

/// The notifications of reducers, in order.
private final class Journal {
  var lines: [String] = []
}

/// Returns 2 for 1, and records its notifications.
private struct Noting<State>: Reducer {
  let name: String
  let journal: Journal

  init(_ name: String, _ journal: Journal, of type: State.Type = Int.self) {
    self.name = name
    self.journal = journal
  }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    journal.lines.append("\(name) reduces \(action)")
    return action == 1 ? .send(2) : .none
  }

  func stateWasReplaced(by state: State) { journal.lines.append("\(name) sees \(state)") }

  func willReduceAnswer(_ action: Int) { journal.lines.append("\(name) hears \(action)") }
}

private struct Silent: Middleware {
  func effect(of action: Int, in state: Int) -> Effect<Int> { .none }
}

private struct Whole {
  var stored = 0
  var computed: Int {
    get { stored }
    set { stored = newValue }
  }
}

private enum Screen {
  case shown(Int)
  case hidden
}

extension CasePath<Screen, Int> {
  fileprivate static var shown: Self {
    Self(Screen.shown) { if case .shown(let number) = $0 { number } else { nil } }
  }
}

extension CasePath<Int, Int> {
  /// Numbers below 10.
  fileprivate static var small: Self { Self({ $0 }) { $0 < 10 ? $0 : nil } }
}

@MainActor
struct `Reducers inside others` {
  private let journal = Journal()

  /// Returns the notifications when 1 is sent, whose effect sends 2, and the state is replaced.
  private func notified<R: Reducer>(
    _ reducer: R, _ before: R.State, then after: R.State, _ action: R.Action
  ) -> [String] {
    let store = Store(initialState: before, reducer: reducer)
    store.send(action)
    store.restore(after)
    defer { journal.lines = [] }
    return journal.lines
  }

  private func notified<R: Reducer<Int, Int>>(_ reducer: R) -> [String] {
    notified(reducer, 0, then: 7, 1)
  }

  private let alone = ["a reduces 1", "a hears 2", "a reduces 2", "a sees 7"]

  @Test func `are notified of effects' actions and restored states inside transparent reducers`() {
    let a = Noting("a", journal)
    #expect(notified(a) == alone)
    #expect(notified(a.logging { _, _ in }) == alone)
    #expect(notified(a.middleware(Silent())) == alone)
    #expect(notified(a.recording(into: History(capacity: 3, interval: 1))) == alone)
    #expect(notified(a.ignoringEffects()) == ["a reduces 1", "a sees 7"])
  }

  @Test func `are notified inside combined reducers of one state`() {
    let (a, b) = (Noting("a", journal), EmptyReducer<Int, Int>())
    #expect(notified(a.combined(with: b)) == alone)
    #expect(notified(b.combined(with: a)) == alone)
    #expect(notified(CombineReducers { a }) == alone)
    let both = notified(
      CombineReducers {
        Noting("a", journal).ignoringEffects()
        Noting("b", journal)
      })
    #expect(
      both == [
        "a reduces 1", "b reduces 1", "a hears 2", "b hears 2", "a reduces 2", "b reduces 2",
        "a sees 7", "b sees 7",
      ])
  }

  @Test func `are notified of their stored or computed part`() {
    let (a, whole) = (Noting("a", journal), Whole(stored: 7))
    #expect(
      notified(a.scoped(state: \Whole.stored, action: .small), Whole(), then: whole, 1) == alone)
    #expect(
      notified(a.scoped(state: \Whole.computed, action: .small), Whole(), then: whole, 1) == alone)
    let other = notified(a.scoped(state: \Whole.stored, action: .small), Whole(), then: whole, 11)
    #expect(other == ["a sees 7"])
  }

  @Test func `are notified of the content of a case while the state is in it`() {
    let a = Noting("a", journal).scoped(case: .shown, action: .small)
    #expect(notified(a, .shown(0), then: .shown(7), 1) == alone)
    #expect(notified(a, .shown(0), then: .hidden, 1) == alone.dropLast())
    #expect(notified(a, .shown(0), then: .shown(7), 11) == ["a sees 7"])
  }

  @Test func `are notified of the actions of members' effects, and their parent of all`() {
    let list = Noting("list", journal, of: [Int].self).ignoringEffects().forEach(
      \.self, Noting("a", journal), action: CasePath({ $1 }) { $0 < 10 ? (0, $0) : nil })
    #expect(
      notified(list, [0], then: [7], 1) == [
        "a reduces 1", "list reduces 1", "a hears 2", "list hears 2", "a reduces 2",
        "list reduces 2", "list sees [7]",
      ])
    #expect(notified(list, [0], then: [7], 11) == ["list reduces 11", "list sees [7]"])
    let sheet = EmptyReducer<Int?, Int>().optional(\.self, Noting("a", journal), action: .small)
    #expect(notified(sheet, 0, then: 7, 1) == alone.dropLast())
  }

  @Test func `are not notified of sent actions`() {
    let store = Store(initialState: 0, reducer: Noting("a", journal))
    let subscription = store.subscribe(to: { _ in self.journal.lines.count }) { count in
      if count < 3 { store.send(3) }
    }
    store.send(4)
    #expect(!journal.lines.contains { $0.hasPrefix("a hears") })
    subscription.cancel()
  }
}
