import FlowTestSupport
import Testing

@testable import FlowCore

// Each first effect ends before its action is reduced, because the action is queued. The result must
// be that of an effect that suspends, after which the action is reduced at once.
@MainActor
struct `An effect that has ended` {
  private typealias Ask = Effect<String>

  private let script = Script()
  private let store: Store<Scripted>

  init() { store = Store(initialState: [], reducer: Scripted(script: script)) }

  /// The kinds of effects that send "cached" and end.
  enum Kind: CaseIterable {
    case task, suspendingTask, run, send, perform, pair, timed

    fileprivate var effect: Effect<String> {
      switch self {
      case .task: return .task { "cached" }
      case .suspendingTask:
        return .task {
          await Task.yield()
          return "cached"
        }
      case .run: return .run { send in send("cached") }
      case .send: return .send("cached")
      case .perform: return .perform { "cached" }
      // Works that share a task.
      case .pair: return .merge(.task { "cached" }, .task { nil })
      case .timed:
        return .task { "cached" }.timeout(after: .seconds(60), clock: ContinuousClock())
      }
    }
  }

  private func reduced(_ effect: Effect<String>) async -> [String] {
    script.effects["begin"] = { effect }
    store.send("begin")
    await until { store.effectsInFlight == 0 }
    return Array(store.current.dropFirst())
  }

  @Test(arguments: Kind.allCases)
  func `is not cancelled by the next effect with its identifier`(kind: Kind) async {
    let next = Ask.task { "fresh" }
    let sequence = Ask.concatenate(
      kind.effect.cancellable(id: "load", cancelInFlight: true),
      next.cancellable(id: "load", cancelInFlight: true))
    #expect(await reduced(sequence) == ["cached", "fresh"])
  }

  @Test(arguments: Kind.allCases)
  func `is not cancelled by its identifier or its namespace`(kind: Kind) async {
    let sequences: [Effect<String>] = [
      .concatenate(kind.effect.cancellable(id: "a"), .cancel(id: "a")),
      .concatenate(kind.effect.cancellable(id: "a").namespaced("b"), .cancel(id: "b")),
      .concatenate(.concatenate(kind.effect, .send("next")).cancellable(id: "a"), .cancel(id: "a")),
    ]
    for (index, sequence) in sequences.enumerated() {
      store.restore([])
      #expect(await reduced(sequence) == (index == 2 ? ["cached", "next"] : ["cached"]))
    }
  }

  @Test(arguments: [Kind.task, .run, .send, .perform, .pair])
  func `is not cancelled by an observer or by all effects`(kind: Kind) async {
    // The task has ended when the observer is called, and its action waits behind "begin".
    let subscription = store.subscribe(to: \.count) { [unowned store] count in
      if count == 2 { store.cancelEffects() }
    }
    #expect(await reduced(.merge(.send("first"), kind.effect)) == ["first", "cached"])
    subscription.cancel()
  }

  @Test func `is not cancelled by a later action of its batch`() async {
    script.effects["load"] = { .task { "cached" }.cancellable(id: "load") }
    script.effects["stop"] = { .cancel(id: "load") }
    store.send(contentsOf: ["load", "stop"])
    await quiet()
    #expect(store.current == ["load", "stop", "cached"])
  }

  @Test func `is a stream that has returned, but not one that waits`() async {
    let waiting = Effect<String>.run { send in
      send("waiting")
      try await Task.sleep(for: .seconds(3_600))
    }
    let returned = Effect<String>.run { $0("returned") }
    let all = [returned, waiting].map { $0.cancellable(id: "a") } + [.cancel(id: "a")]
    #expect(await reduced(.merge(all)) == ["returned"])
  }
}
