import FlowCore
import FlowTesting
import Observation
import Testing

// Statements of the articles about behaviour that no other test checks.

private struct Inner: Equatable, Identifiable {
  var id = 0
  var title = ""
  var amount = 0
}

private struct Outer: Equatable {
  var inner = Inner()
  var items: IdentifiedArray<Inner> = []
  var sheet: Inner?
  var other = Inner()
}

private enum InnerAction: Equatable {
  case add
  case wait
  case stop
}

private struct InnerReducer: Reducer {
  var clock = ManualClock()

  func reduce(into state: inout Inner, action: InnerAction) -> Effect<InnerAction> {
    switch action {
    case .add:
      state.amount += 1
      return .none
    case .wait:
      return .concatenate(.delay(for: .seconds(1), clock: clock), .send(.add))
        .cancellable(id: "waiting")
    case .stop: return .cancel(id: "waiting")
    }
  }
}

private enum OuterAction: Equatable {
  case inner(InnerAction)
  case item(Int, InnerAction)
  case sheet(InnerAction)
  case other(InnerAction)
  case setItems([Int])
  case setSheet(Int?)
}

extension CasePath<OuterAction, InnerAction> {
  fileprivate static var inner: Self {
    Self(OuterAction.inner) { if case .inner(let action) = $0 { action } else { nil } }
  }
  fileprivate static var other: Self {
    Self(OuterAction.other) { if case .other(let action) = $0 { action } else { nil } }
  }
  fileprivate static var sheet: Self {
    Self(OuterAction.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<OuterAction, (Int, InnerAction)> {
  fileprivate static var item: Self {
    Self(OuterAction.item) { if case .item(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

private func outer(_ clock: ManualClock = ManualClock()) -> some Reducer<Outer, OuterAction> {
  let inner = InnerReducer(clock: clock)
  return Reduce<Outer, OuterAction> { state, action in
    switch action {
    case .setItems(let ids): state.items = IdentifiedArray(ids.map { Inner(id: $0) })
    case .setSheet(let id): state.sheet = id.map { Inner(id: $0) }
    default: break
    }
    return .none
  }
  .forEach(\.items, inner, action: .item)
  .optional(\.sheet, inner, action: .sheet)
  .combined(with: inner.scoped(state: \.inner, action: .inner))
  .combined(with: inner.scoped(state: \.other, action: .other))
}

private final class Notifications: @unchecked Sendable {
  var count = 0
}

@MainActor
struct `Statements in the articles` {
  private final class Faults {
    var all: [StoreFault.Kind] = []
  }

  @Test func `of reading a property of a property`() {
    let store = Store(initialState: Outer(), reducer: outer())
    let notified = Notifications()
    withObservationTracking {
      _ = store.inner.title
    } onChange: {
      notified.count += 1
    }
    store.send(.inner(.add))
    #expect(notified.count == 1)
    let inner = store.scope(state: \.inner, action: .inner)
    withObservationTracking {
      _ = inner.title
    } onChange: {
      notified.count += 1
    }
    store.send(.inner(.add))
    #expect(notified.count == 1)
  }

  @Test func `of children that vanish and come back`() {
    let faults = Faults()
    let store = Store(
      initialState: Outer(), reducer: outer(), faults: { faults.all.append($0.kind) })
    store.send(.setItems([1]))
    let child = store.scope(1, of: \.items, action: .item)
    child?.send(.add)
    let second = store.scope(1, of: \.items, action: .item)
    store.send(.setItems([]))
    second?.send(.add)
    #expect(second?.current.amount == 1)
    #expect(faults.all == [.missingPart])
    store.send(.setItems([1]))
    #expect(second?.current.amount == 0)
    #expect(store.scope(2, of: \.items, action: .item) == nil)
  }

  @Test func `of an optional part that is replaced in one action`() async {
    let clock = ManualClock()
    let store = Store(initialState: Outer(sheet: Inner(id: 1)), reducer: outer(clock))
    store.send(.sheet(.wait))
    store.send(.setSheet(2))
    await clock.advance(by: .seconds(1))
    #expect(store.effectsInFlight == 0)
    #expect(store.current.sheet == Inner(id: 2))
    store.send(.sheet(.wait))
    store.send(.setSheet(nil))
    await clock.advance(by: .seconds(1))
    #expect(store.effectsInFlight == 0)
  }

  @Test func `of identifiers that two modules use`() async {
    let clock = ManualClock()
    let store = Store(initialState: Outer(), reducer: outer(clock))
    store.send(.setItems([1]))
    store.send(.inner(.wait))
    store.send(.item(1, .wait))
    store.send(.other(.stop))
    await clock.advance(by: .seconds(1))
    #expect(store.current.inner.amount == 1)
    #expect(store.current.items[0].amount == 1)
  }

  @Test func `of stores that are made in an actor's initialiser`() async {
    actor Owner {
      private let store: Store<Counting>

      init() { store = Store(initialState: 0, reducer: Counting()) }

      func run() async -> Int {
        await store.sendAndWait(1)
        return store.current
      }

      func send() { store.send(1) }
    }
    #expect(await Owner().run() == 1)
    await #expect(processExitsWith: .failure) { await Owner().send() }
  }

  @Test func `of effects outside any actor`() async {
    #expect(await Counting.countOutside() == 2)
    #expect(await Counting.streamOutside() == 2)
    await #expect(processExitsWith: .failure) { await Counting.timeoutOutside() }
  }

  @Test func `of closures with a capture list`() {
    let store = Store(initialState: 0, reducer: Counting())
    store.send(1)
    #expect(store.effectsInFlight == 0)
    store.send(3)
    #expect(
      store.effectsInFlight == 1,
      "if this is 0, the compiler no longer has the fault that Effects describes")
  }
}

/// A counter with effects that do not suspend.
private struct Counting: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    switch action {
    case 1: return .task { 0 }
    case 2: return .run { send in send(0) }
    case 3: return .task { [action] in action - 3 }
    default: return .none
    }
  }

  nonisolated static func countOutside() async -> Int {
    let store = Store(initialState: 1, reducer: Counting())
    await store.sendAndWait(1)
    return store.current
  }

  /// Returns the state after a stream, which runs in the caller's task.
  nonisolated static func streamOutside() async -> Int {
    let store = Store(initialState: 0, reducer: Counting())
    await store.sendAndWait(2)
    return store.current
  }

  nonisolated static func timeoutOutside() async {
    let store = Store(
      initialState: 1,
      reducer: Reduce<Int, Int> { _, _ in
        .task { nil }.timeout(after: .seconds(1), clock: ContinuousClock())
      })
    await store.sendAndWait(2)
  }
}
