import FlowCore
import FlowTestSupport
import Testing

private typealias LedgerHistory = History<Ledger, LedgerAction>
private typealias RecordedStore = Store<RecordingReducer<LedgerReducer>>

private func recorded(capacity: Int, interval: Int) -> (LedgerHistory, RecordedStore) {
  let history = LedgerHistory(capacity: capacity, interval: interval)
  let store = Store(
    initialState: Ledger(), reducer: LedgerReducer().recording(into: history))
  return (history, store)
}

private func additions(_ amounts: ClosedRange<Int>) -> [LedgerAction] {
  amounts.map(LedgerAction.add)
}

struct `A history` {
  @Test func `an empty history reaches nothing`() {
    let (history, store) = recorded(capacity: 3, interval: 2)
    #expect(history.positions.isEmpty)
    #expect(history.position == 0)
    #expect(!history.canGoBack)
    #expect(!history.canGoForward)
    let error = HistoryError.outOfReach(position: 0, positions: 0..<0)
    #expect(throws: error) { try history.state(after: 0) }
    #expect(throws: HistoryError.outOfReach(position: -1, positions: 0..<0)) {
      try history.goBack(in: store)
    }
    #expect(error.description == "no position has been recorded, got 0")
  }

  @Test func `the actions of effects are recorded in the order of their reduction`() throws {
    let (history, store) = recorded(capacity: 10, interval: 3)
    store.send(.add(4))
    store.send(.double)
    store.send(.audit)
    let actions = try history.positions.dropFirst().map { try history.action(to: $0) }
    #expect(actions == [.add(4), .double, .doubled(8), .audit, .audited(1), .add(1)])
  }

  @Test func `states restored from outside do not use up the capacity`() throws {
    let (history, store) = recorded(capacity: 1_000, interval: 50)
    for action in additions(1...2_000) { store.send(action) }
    for number in 1...21 {
      for action in additions(1...3) { store.send(action) }
      store.restore(Ledger(total: number))
    }
    #expect(history.position == 2_063)
    #expect(history.positions.contains(1_063), "1,000 steps back from \(history.position)")
    #expect(try history.state(after: 1_999).total == 1_999_000)
    #expect(try history.state(after: 2_005).total == 4)
  }

  @Test func `a capacity of one with an interval of one is a single undo`() throws {
    let (history, store) = recorded(capacity: 1, interval: 1)
    for action in additions(1...5) { store.send(action) }
    #expect(history.positions == 4..<6)
    try history.goBack(in: store)
    #expect(store.current.total == 10)
    #expect(throws: HistoryError.outOfReach(position: 3, positions: 4..<6)) {
      try history.goBack(in: store)
    }
    #expect(store.current.total == 10)
    try history.goForward(in: store)
    #expect(store.current.total == 15)
    #expect(throws: HistoryError.outOfReach(position: 6, positions: 4..<6)) {
      try history.goForward(in: store)
    }
  }

  @Test func `an error names the unreachable position and the reachable ones`() {
    let error = HistoryError.outOfReach(position: 9, positions: 4..<6)
    #expect(error.description == "a position must be 4 to 5, got 9")
  }

  @Test func `observers are notified of a move, and their actions drop the future`() throws {
    let (history, store) = recorded(capacity: 10, interval: 2)
    for action in additions(1...4) { store.send(action) }
    var notified: [Int] = []
    let subscription = store.subscribe(to: \.total) { [unowned store] total in
      notified.append(total)
      if total == 3 { store.send(.add(50)) }
    }
    try history.go(to: 2, in: store)
    withExtendedLifetime(subscription) {}
    #expect(notified == [3, 53])
    #expect(history.positions == 0..<4)
    #expect(try history.state(after: 3) == store.current)
  }

  @Test func `a move runs no effects`() throws {
    let (history, store) = recorded(capacity: 10, interval: 4)
    for action in [LedgerAction.add(3), .double, .audit] { store.send(action) }
    try history.go(to: 2, in: store)
    #expect(history.position == 2)
    #expect(history.positions == 0..<7)
    #expect(store.current == Ledger(total: 3, entries: [3]))
  }
}

struct `A history with a rule` {
  /// A history whose steps are additions.
  private func additionsOnly() -> (LedgerHistory, RecordedStore) {
    let history = LedgerHistory(capacity: 10, interval: 3)
    let store = Store(
      initialState: Ledger(),
      reducer: LedgerReducer().recording(into: history) {
        if case .add = $0 { true } else { false }
      })
    return (history, store)
  }

  @Test func `has a step for each action that the rule accepts`() throws {
    let (history, store) = additionsOnly()
    var totals = [0]
    for _ in 1...5 {
      store.send(.add(1))
      for _ in 1...20 { store.send(.double) }
      totals.append(store.current.total)
    }
    #expect(history.positions == 0..<6)
    // What was not recorded belongs to the step before it.
    for step in (0...4).reversed() {
      try history.goBack(in: store)
      #expect(store.current.total == totals[step])
    }
    for step in 1...5 {
      try history.goForward(in: store)
      #expect(store.current.total == totals[step])
    }
  }

  @Test func `keeps what can be redone when another action is reduced`() throws {
    let (history, store) = additionsOnly()
    for action in additions(1...3) { store.send(action) }
    try history.go(to: 1, in: store)
    store.send(.double)
    #expect(store.current.total == 2)
    #expect(history.positions == 0..<4)
    try history.goForward(in: store)
    #expect(store.current.total == 3)
    try history.goBack(in: store)
    store.send(.double)
    store.send(.add(5))
    #expect(history.positions == 0..<3)
    try history.goBack(in: store)
    #expect(store.current.total == 2)
  }
}

private struct Page: Equatable {
  var texts: [String] = []
  var answer: String?
}

private enum PageAction: Equatable {
  case write(String)
  case ask
  case answer(String)
}

struct `A history and an action for a missing part` {
  @Test func `keeps what can be redone`() throws {
    let history = History<Page, PageAction>(capacity: 10, interval: 3)
    var faults: [StoreFault.Kind] = []
    let store = Store(
      initialState: Page(),
      reducer: Reduce<Page, PageAction> { page, action in
        if case .write(let text) = action { page.texts.append(text) }
        if action == .ask { page.answer = "" }
        return .none
      }.optional(
        \.answer,
        Reduce<String, String> { answer, text in
          answer = text
          return .none
        },
        action: CasePath(PageAction.answer) { if case .answer(let text) = $0 { text } else { nil } }
      ).recording(into: history)
    ) { faults.append($0.kind) }
    for action in [PageAction.write("a"), .ask, .write("b")] { store.send(action) }
    try history.go(to: 1, in: store)
    store.send(.answer("late"))
    #expect(faults == [.missingPart])
    #expect(history.position == 1 && history.positions == 0..<4)
    try history.go(to: 2, in: store)
    #expect(store.current == Page(texts: ["a"], answer: ""))
    // An action that has a receiver replaces what can be redone.
    store.send(.answer("in time"))
    #expect(history.positions == 0..<4 && !history.canGoForward)
    #expect(try history.action(to: 3) == .answer("in time"))
  }
}

struct `A history and its store` {
  @Test func `later states are computed from a restored state`() throws {
    let (history, store) = recorded(capacity: 10, interval: 4)
    for action in additions(1...6) { store.send(action) }
    store.restore(Ledger(total: 1_000, entries: [1_000]))
    store.send(.add(1))
    #expect(history.positions == 0..<8)
    #expect(history.isReplaced(at: 6))
    #expect(!history.isReplaced(at: 4))
    #expect(try history.state(after: 5).total == 15)
    #expect(try history.state(after: 6).total == 1_000)
    #expect(try history.state(after: 7).total == 1_001)
  }

  @Test func `begins with a state restored before the first action`() throws {
    let (history, store) = recorded(capacity: 10, interval: 4)
    store.restore(Ledger(total: 5))
    store.send(.add(1))
    #expect(try history.state(after: 0).total == 5)
    try history.goBack(in: store)
    #expect(store.current.total == 5)
  }

  @Test func `a store of another reducer is refused`() {
    let (history, _) = recorded(capacity: 10, interval: 4)
    let (_, other) = recorded(capacity: 10, interval: 4)
    other.send(.add(1))
    #expect(throws: HistoryError.foreignStore) { try history.go(to: 0, in: other) }
    let plain = Store(initialState: Ledger(), reducer: LedgerReducer())
    #expect(throws: HistoryError.foreignStore) { try history.go(to: 0, in: plain) }
    #expect(
      HistoryError.foreignStore.description
        == "the history does not record this store; "
        + "create the store with `reducer.recording(into: history)`")
  }

  @Test func `a second store of the same reducer is refused`() throws {
    let history = LedgerHistory(capacity: 10, interval: 4)
    let reducer = LedgerReducer().recording(into: history)
    let store = Store(initialState: Ledger(), reducer: reducer)
    let second = Store(initialState: Ledger(), reducer: reducer)
    store.send(.add(1))
    try history.goBack(in: store)
    #expect(throws: HistoryError.foreignStore) { try history.goForward(in: second) }
  }

  @Test func `two histories of one store agree, whichever of them moves it`() throws {
    let inner = LedgerHistory(capacity: 10, interval: 3)
    let outer = LedgerHistory(capacity: 10, interval: 2)
    let store = Store(
      initialState: Ledger(),
      reducer: LedgerReducer().recording(into: inner).ignoringEffects().recording(into: outer))
    for action in additions(1...5) { store.send(action) }
    try inner.go(to: 2, in: store)
    #expect(store.current.total == 3)
    #expect(inner.position == 2)
    #expect(outer.position == 5)
    #expect(outer.isReplaced(at: 5))
    try outer.goBack(in: store)
    #expect(store.current.total == 10)
    #expect(inner.isReplaced(at: 2))
    store.send(.add(7))
    #expect(try inner.state(after: 3) == store.current)
    #expect(try outer.state(after: 5) == store.current)
  }

  @Test func `a history releases forgotten actions`() {
    final class Token {}
    struct Holding: Reducer {
      func reduce(into state: inout Int, action: Token) -> Effect<Token> { .none }
    }
    let history = History<Int, Token>(capacity: 2, interval: 2)
    let store = Store(initialState: 0, reducer: Holding().recording(into: history))
    weak var first: Token?
    weak var last: Token?
    do {
      let token = Token()
      first = token
      store.send(token)
    }
    #expect(first != nil)
    for _ in 1...3 { store.send(Token()) }
    #expect(first == nil)
    do {
      let token = Token()
      last = token
      store.send(token)
    }
    #expect(last != nil)
    withExtendedLifetime(history) {}
  }

  @Test func `the region is that of the recorded reducer`() {
    struct Narrow: Reducer {
      func reduce(into state: inout Ledger, action: Int) -> Effect<Int> { .none }
      func region(of action: Int) -> StateRegion { .part(\Ledger.audits) }
    }
    let history = History<Ledger, Int>(capacity: 1, interval: 1)
    let reducer = Narrow().ignoringEffects().recording(into: history)
    #expect(reducer.region(of: 1) == .part(\Ledger.audits))
  }

  @Test func `sizes below one and a second reducer stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = LedgerHistory(capacity: 0, interval: 1) }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LedgerHistory(capacity: 1, interval: 0)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("a history's interval must be at least 1, got 0"))
    await #expect(processExitsWith: .failure) {
      let history = LedgerHistory(capacity: 1, interval: 1)
      _ = LedgerReducer().recording(into: history)
      _ = LedgerReducer().recording(into: history)
    }
  }
}
