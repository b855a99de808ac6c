import FlowCore
import FlowTestSupport
import Testing

private enum Ask: Equatable {
  case wait(Int)
  case sequence(Int, then: Int)
  case atOnce(Int)
  case cancel(Int)
  case answered(Int)
}

/// Effects with their number as identifier, which wait until they are released.
private struct Asking: Reducer {
  let gate: Gate

  @MainActor
  final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async { await withCheckedContinuation { waiting.append($0) } }
    func open() {
      defer { waiting = [] }
      for one in waiting { one.resume() }
    }
  }

  private func waiting(_ number: Int) -> Effect<Ask> {
    let gate = gate
    return Effect.task {
      await gate.wait()
      return .answered(number)
    }
    .cancellable(id: number)
  }

  func reduce(into state: inout [Int], action: Ask) -> Effect<Ask> {
    switch action {
    case .wait(let number): return waiting(number)
    case .sequence(let first, let second):
      return .concatenate(waiting(first), waiting(second)).cancellable(id: "sequence")
    case .atOnce(let number): return Effect.task { .answered(number) }.cancellable(id: number)
    case .cancel(0): return .cancel(id: "sequence")
    case .cancel(let number): return .cancel(id: number)
    case .answered(let number):
      state.append(number)
      return .none
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Cancellation of effects that have not started` {
  private let gate = Asking.Gate()
  private let store: Store<Asking>

  init() { store = Store(initialState: [], reducer: Asking(gate: gate)) }

  private func releaseAll() async {
    while store.effectsInFlight > 0 {
      gate.open()
      await Task.yield()
    }
  }

  @Test func `does not affect later parts of a sequence`() async {
    store.send(.sequence(1, then: 2))
    store.send(.cancel(2))
    await releaseAll()
    #expect(store.current == [1, 2])
  }

  @Test func `ends the later parts by an identifier of the sequence`() async {
    store.send(.sequence(1, then: 2))
    store.send(.cancel(0))
    await releaseAll()
    #expect(store.current == [])
  }

  @Test func `starts the next part when the one before is cancelled by its own identifier`() async {
    store.send(.sequence(1, then: 2))
    store.send(.cancel(1))
    await releaseAll()
    #expect(store.current == [2])
  }

  @Test func `in a batch reaches the effects of earlier actions only`() async {
    store.send(contentsOf: [.wait(1), .cancel(1), .cancel(2), .wait(2)])
    #expect(store.effectsInFlight == 2)
    await releaseAll()
    #expect(store.current == [2])
  }

  @Test func `keeps immediate actions, in a batch as between single actions`() {
    for action in [Ask.atOnce(1), .cancel(1)] { store.send(action) }
    #expect(store.current == [1])
    store.send(contentsOf: [.atOnce(2), .cancel(2)])
    #expect(store.current == [1, 2])
  }
}

/// A state with members that have the names of the store's members.
private struct Shadowed: Equatable {
  struct Detail: Equatable {
    var amount = 1
  }

  var effectsInFlight = "of the state"
  var current = "of the state"
  var detail: Detail? = Detail()
}

@MainActor
struct `A member of the state with the name of a member of the store` {
  private let store = Store(
    initialState: Shadowed(),
    reducer: Reduce<Shadowed, String> { state, text in
      state.effectsInFlight = text
      return .none
    })

  @Test func `is read by its path, and the property by its name`() {
    #expect(store.effectsInFlight == 0)
    #expect(store.current == Shadowed())
    #expect(store[dynamicMember: \.effectsInFlight] == "of the state")
    #expect(store[dynamicMember: \.current] == "of the state")
  }

  @Test func `is tracked when it is read by its path`() {
    var seen: [String] = []
    let kept = store.observe { seen.append(store[dynamicMember: \.effectsInFlight]) }
    store.send("changed")
    #expect(seen == ["of the state", "changed"])
    withExtendedLifetime(kept) {}
  }
}

@MainActor
struct `A scope of a removed part` {
  private let store = Store(
    initialState: Shadowed(),
    reducer: Reduce<Shadowed, Int?> { state, amount in
      state.detail = amount.map { Shadowed.Detail(amount: $0) }
      return .none
    })

  @Test func `reads the part as it was when the scope was created`() throws {
    let scope = try #require(store.scope(optional: \.detail, action: .whole))
    store.send(2)
    #expect(scope.current.amount == 2)
    store.send(nil)
    #expect(scope.current.amount == 1)
    store.send(3)
    #expect(scope.current.amount == 3)
  }
}
