import FlowTestSupport
import Observation
import Testing

@testable import FlowCore

extension ObservedSlice {
  fileprivate var holdsNothing: Bool { exact == nil && computed.isEmpty }
}

/// A counter.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// Counts its comparisons.
private struct Watched: Equatable {
  var number = 0
  let comparisons: Count

  static func == (left: Watched, right: Watched) -> Bool {
    left.comparisons.value += 1
    return left.number == right.number
  }
}

/// A value that is not `Equatable`.
private struct Opaque {
  let token: Token?
}

private final class Token {}

private struct Whole {
  var numbers = Array(repeating: 0, count: 20)
  var watched: Watched
  var opaque = Opaque(token: nil)
  var sheet: Opaque?
  var other = 0

  var first: Int { numbers[0] }
  var second: Int { numbers[1] }
}

private enum WholeAction {
  case number(Int, Int)
  case watched(Int)
  case opaque(Token?)
  case sheet(Opaque?)
  case other
}

extension CasePath<WholeAction, Opaque?> {
  fileprivate static var sheet: Self {
    Self(WholeAction.sheet) { if case .sheet(let opaque) = $0 { opaque } else { nil } }
  }
}

private struct WholeReducer: Reducer {
  func reduce(into state: inout Whole, action: WholeAction) -> Effect<WholeAction> {
    switch action {
    case .number(let place, let number): state.numbers[place] = number
    case .watched(let number): state.watched.number = number
    case .opaque(let token): state.opaque = Opaque(token: token)
    case .sheet(let sheet): state.sheet = sheet
    case .other: state.other += 1
    }
    return .none
  }

  func region(of action: WholeAction) -> StateRegion {
    switch action {
    case .number: .part(\Whole.numbers)
    case .watched: .part(\Whole.watched)
    case .opaque: .part(\Whole.opaque)
    case .sheet: .part(\Whole.sheet)
    case .other: .part(\Whole.other)
    }
  }
}

/// Reads like a view and counts the notifications.
private func track<Value>(_ notified: Count, _ read: () -> Value) {
  _ = withObservationTracking(read) { notified.value += 1 }
}

@MainActor
struct `Readings of a part` {
  private let comparisons = Count()
  private let notified = Count()
  private let store: Store<WholeReducer>

  init() {
    store = Store(
      initialState: Whole(watched: Watched(comparisons: comparisons)), reducer: WholeReducer())
  }

  @Test func `are not compared before a change`() {
    for _ in 0..<10 { track(notified) { store.watched } }
    #expect(comparisons.value == 0)
    #expect(store.counts.observers == 1)
    store.send(.other)
    #expect(notified.value == 0)
    // Debug builds compare in order to check regions.
    comparisons.value = 0
    store.send(.watched(0))
    #expect(comparisons.value == 1 && notified.value == 0)
    // A different value is also compared with itself, which detects a NaN.
    store.send(.watched(1))
    #expect(comparisons.value == 3 && notified.value == 10)
    store.send(.watched(2))
    #expect(comparisons.value == 3 && notified.value == 10)
  }

  @Test func `notify earlier readers first when they are read during a notification`() {
    let store = store
    let subscription = store.subscribe(to: \.watched.number) { [notified] _ in
      track(notified) { store.watched }
      track(notified) { store.watched }
    }
    track(notified) { store.watched }
    #expect(store.counts.observers == 2)
    for round in 1...3 {
      store.send(.watched(round))
      // First one, and then two per round.
      #expect(notified.value == 2 * round - 1)
      #expect(store.counts.observers == 2)
    }
    subscription.cancel()
    store.send(.watched(9))
    #expect(notified.value == 7)
    #expect(!store.isObserved && store.counts.observers == 0)
  }

  @Test
  func `count once if they are repeated during a notification`() {
    let store = store
    track(notified) { store.watched }
    let subscription = store.subscribe(to: \.watched.number) { _ in _ = store.watched }
    for round in 1...3 {
      store.send(.watched(round))
      #expect(store.counts.observers == 2)
      track(notified) { store.watched }
    }
    #expect(notified.value == 3)
    subscription.cancel()
    #expect(store.counts.observers == 1 && store.isObserved)
  }

  @Test func `use the fixed place of a stored part`() {
    let inner = store._slice.part(\.watched).part(\.number)
    #expect(inner.steps.isEmpty)
    if case .fixed = inner.location { return }
    Issue.record("a stored part is found without a call")
  }

  @Test func `release the value that was read after the change`() {
    weak var token: Token?
    do {
      let new = Token()
      token = new
      store.send(.opaque(new))
    }
    #expect(token != nil)
    track(notified) { store.opaque }
    store.send(.opaque(nil))
    #expect(notified.value == 1)
    #expect(token == nil)
  }

  @Test func `and subscriptions within a part are not notified of other changes`() {
    let subscription = store.subscribe(to: { $0.other }, within: .part(\Whole.other)) {
      [notified] _ in
      notified.value += 1
    }
    store.send(.watched(1))
    store.send(.number(1, 1))
    #expect(notified.value == 0)
    store.send(.other)
    #expect(notified.value == 1)
    subscription.cancel()
  }

  @Test func `release the compared value after the change`() {
    struct Keeping: Equatable {
      let token: Token?
      static func == (left: Keeping, right: Keeping) -> Bool { left.token === right.token }
    }
    weak var token: Token?
    let store: Store<Reduce<Keeping, Bool>>
    do {
      let new = Token()
      token = new
      store = Store(
        initialState: Keeping(token: new),
        reducer: Reduce { state, _ in
          state = Keeping(token: nil)
          return .none
        })
    }
    track(notified) { store.state }
    #expect(token != nil)
    store.send(true)
    #expect(notified.value == 1 && token == nil)
  }

  @Test func `of several computed properties of one type are distinguished`() {
    for place in 0..<2 {
      let notified = (0..<2).map { _ in Count() }
      track(notified[0]) { store.first }
      track(notified[1]) { store.second }
      store.send(.number(place, 7))
      #expect(notified.map(\.value) == (place == 0 ? [1, 0] : [0, 1]))
    }
  }

  @Test func `that were removed are notified again after another read`() {
    for round in 1...3 {
      track(notified) { store.other }
      store.send(.other)
      #expect(notified.value == round && store.counts.observers == 0)
      // A new observer triggers the removal of closed ones.
      store.subscribe(to: \.watched.number) { _ in }.cancel()
      #expect(store.counts.remembered == 0)
    }
  }

  @Test func `of a part that is not Equatable ignore other changes`() {
    track(notified) { store.opaque }
    track(notified) { store.sheet }
    track(notified) { store.sheet?.token }
    store.send(.other)
    store.send(.watched(1))
    #expect(notified.value == 0)
    store.send(.opaque(nil))
    #expect(notified.value == 1)
    store.send(.sheet(Opaque(token: nil)))
    #expect(notified.value == 3)
  }

  @Test func `of a child that is not Equatable are notified when it disappears and returns`() throws
  {
    store.send(.sheet(Opaque(token: nil)))
    let child = try #require(store.scope(optional: \.sheet, action: .sheet))
    track(notified) { child.state }
    store.send(.other)
    #expect(notified.value == 0)
    store.send(.sheet(nil))
    #expect(notified.value == 1)
    track(notified) { child.state }
    store.send(.sheet(nil))
    #expect(notified.value == 1, "it is as absent as before")
    store.send(.sheet(Opaque(token: nil)))
    #expect(notified.value == 2)
    track(notified) { child.state }
    store.send(.sheet(Opaque(token: nil)))
    #expect(notified.value == 3, "it may have changed")
  }

  /// Reads a value computed by one of many functions from one place.
  private func read(_ place: Int, _ calls: Count = Count(), _ held: Token? = nil) -> Int {
    store.scope(
      state: {
        calls.value += 1
        withExtendedLifetime(held) {}
        return $0.numbers[place]
      }, action: .whole
    ).state
  }

  @Test(arguments: [1, 2, 7, 8, 9, 10, 20])
  func `with functions from one place are notified of a change to any of them`(count: Int) {
    for changed in 0..<count {
      let notified = (0..<count).map { _ in Count() }
      for place in 0..<count { track(notified[place]) { read(place) } }
      #expect(store.counts.observers == 1)
      store.send(.number(changed, changed + 1))
      #expect(notified.map(\.value) == Array(repeating: 1, count: count))
      #expect(store.counts.observers == 0)
    }
  }

  @Test(arguments: [1, 2, 7, 8])
  func `with a few functions from one place call each of them, and ignore other changes`(count: Int)
  {
    let calls = Count()
    for place in 0..<count { track(notified) { read(place, calls) } }
    calls.value = 0
    store.send(.number(19, 1))
    #expect(calls.value == count && notified.value == 0)
  }

  @Test func `by one function are stored once`() {
    let calls = Count()
    let scope = store.scope(
      state: {
        calls.value += 1
        return $0.numbers[0]
      }, action: .whole)
    let other = scope.scope(state: { $0 + 1 }, action: .whole)
    for _ in 0..<20 {
      track(notified) { scope.state }
      track(notified) { other.state }
    }
    calls.value = 0
    store.send(.number(19, 1))
    #expect(calls.value == 2 && notified.value == 0)
    store.send(.number(0, 1))
    #expect(notified.value == 40)
  }

  @Test(arguments: [9, 10])
  func `with many functions from one place are notified of all changes without a call`(count: Int) {
    let calls = Count()
    for place in 0..<count { track(notified) { read(place, calls) } }
    calls.value = 0
    store.send(.number(19, 1))
    #expect(calls.value == 0 && notified.value == count)
    for place in 0..<count { track(notified) { read(place) } }
    #expect(store.core.observerList.slices.values.allSatisfy { $0.isCoarse && $0.holdsNothing })
    store.send(.number(19, 2))
    #expect(notified.value == 2 * count)
    notified.value = count
    // A few functions are handled separately again.
    track(notified) { read(0, calls) }
    store.send(.number(18, 1))
    #expect(calls.value == 2 && notified.value == count)
    store.send(.number(0, 1))
    #expect(notified.value == count + 1)
  }

  @Test func `with functions release them after the change`() {
    weak var token: Token?
    do {
      let new = Token()
      token = new
      for place in 0..<3 { track(notified) { read(place, Count(), new) } }
    }
    #expect(token != nil)
    store.send(.number(1, 1))
    #expect(notified.value == 3)
    #expect(token == nil)
  }

  @Test func `by functions are distinguished by file, line and column`() {
    func read(_ file: StaticString, _ line: UInt, _ column: UInt) {
      _ =
        store.scope(
          state: { $0.other }, action: .whole, file: file, line: line,
          column: column
        ).state
    }
    for _ in 0..<2 {
      read("A.swift", 1, 1)
      read("A.swift", 1, 2)
      read("A.swift", 2, 1)
      read("B.swift", 1, 1)
    }
    #expect(store.counts.observers == 4)
  }

  @Test func `of one part with several types are distinguished`() {
    #expect(store.scope(state: \.other, action: .whole).state == 0)
    #expect(store.scope(state: \.other.magnitude, action: .whole).state == 0)
    #expect(store.other == 0)
    #expect(store.counts.observers == 2)
  }
}
