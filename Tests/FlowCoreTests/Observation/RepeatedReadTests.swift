import FlowCore
import FlowTestSupport
import Testing

/// A counter.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

@MainActor
struct `Repeated reads without a change` {
  private struct Cart: Equatable {
    let comparisons: Count

    static func == (left: Cart, right: Cart) -> Bool {
      left.comparisons.value += 1
      return true
    }
  }

  private enum Screen {
    case shopping(Cart)
    case thanks

    static var cart: CasePath<Screen, Cart> {
      CasePath(Screen.shopping) { if case .shopping(let cart) = $0 { cart } else { nil } }
    }
  }

  /// Returns the count for a send after a number of reads.
  private func cost<R: Reducer>(
    after readings: Int, _ count: Count, _ store: Store<R>, _ read: (Store<R>) -> Void
  ) -> Int where R.Action == Int {
    for _ in 0..<readings { read(store) }
    count.value = 0
    store.send(1)
    return count.value
  }

  @Test func `through a closure cost sends as much as a single read`() {
    func cost(after readings: Int) -> Int {
      let calls = Count()
      let reducer = Reduce<[Int], Int> { state, action in
        state[1] += action
        return .none
      }
      return self.cost(after: readings, calls, Store(initialState: [0, 0], reducer: reducer)) {
        let scope = $0.scope(
          state: {
            calls.value += 1
            return $0[0]
          }, action: .whole)
        _ = scope.state
      }
    }
    #expect(cost(after: 1_000) <= cost(after: 1))
  }

  @Test func `through a scope of a case cost sends as much as a single read`() {
    func cost(after readings: Int) -> Int {
      let comparisons = Count()
      let store = Store(
        initialState: Screen.shopping(Cart(comparisons: comparisons)),
        reducer: Reduce<Screen, Int> { _, _ in .none })
      return self.cost(after: readings, comparisons, store) {
        _ = $0.scope(case: Screen.cart, action: .whole)?.state
      }
    }
    #expect(cost(after: 1_000) <= cost(after: 1))
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `A sequence of states without a reader` {
  private let store = Store(
    initialState: [0], reducer: Reduce<[Int], Int> { _, _ in .none })

  private func expectUnwatched() async {
    await quiet()
    #expect(!store.isObserved)
  }

  @Test func `has no observer when the reader's task is cancelled`() async {
    let ticks = store.states(of: \.count, buffer: .bufferingNewest(1))
    let reader = Task { for await _ in ticks {} }
    await quiet()
    reader.cancel()
    await reader.value
    await expectUnwatched()
  }

  @Test func `has no observer when the reader stops`() async {
    do {
      for await _ in store.states(of: \.count, buffer: .bufferingNewest(1)) { break }
    }
    await expectUnwatched()
  }

  @Test func `has no observer if it was never read`() async {
    do { _ = store.states(of: \.count, buffer: .unbounded) }
    await expectUnwatched()
  }
}
