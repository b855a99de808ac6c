import FlowTestSupport
import Foundation
import Synchronization
import Testing

@testable import FlowCore

/// An actor that owns a store.
private protocol Owning: Actor {
  var store: Store<Scripted>? { get set }
  init()
}

extension Owning {
  func start(_ effects: sending [Effect<String>]) {
    let script = Script()
    for (number, effect) in effects.enumerated() { script.effects["\(number)"] = { effect } }
    store = Store(initialState: [], reducer: Scripted(script: script))
    for number in effects.indices { store?.send("\(number)") }
  }

  var answers: Int { store?.current.count { $0 == "tick" } ?? 0 }
  nonisolated func answersFromHere() -> Int { assumeIsolated { $0.answers } }
  var effectsInFlight: Int { store?.effectsInFlight ?? 0 }
  func send(_ action: String) { store?.send(action) }
  func cancelEffects() { store?.cancelEffects() }
  func dropStore() { store = nil }
}

private actor Owner: Owning {
  var store: Store<Scripted>?
}

/// An actor with the executor of another one.
private actor Guest: Owning {
  private let host = Owner()
  nonisolated var unownedExecutor: UnownedSerialExecutor { host.unownedExecutor }
  var store: Store<Scripted>?
}

/// Returns an endless effect that sends from another executor and from its own.
private func ticking(_ ended: Ended? = nil) -> Effect<String> {
  .run { send in
    defer { ended?.add() }
    while true {
      try await Task.sleep(for: .milliseconds(1))
      send("tick")
      await elsewhere()
      send("tick")
    }
  }
}

private func silent(_ ended: Ended? = nil) -> Effect<String> {
  .task {
    defer { ended?.add() }
    try await Task.sleep(for: .seconds(1_000))
    return "late"
  }
}

@concurrent private func elsewhere() async { await Task.yield() }

/// The number of ended effects.
private final class Ended: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .acquiring) }
  func add() { number.add(1, ordering: .acquiringAndReleasing) }
}

@Suite(.timeLimit(.minutes(20)))
struct `An actor that owns a store` {
  /// Releases an owner and waits for its deallocation.
  private func expectEnd<O: Owning>(
    of type: O.Type, withEffects effects: sending [Effect<String>], afterCancelling: Bool = false
  ) async throws {
    var owner: O? = O()
    let count = effects.count
    await owner?.start(effects)
    #expect(await owner?.effectsInFlight == count)
    if afterCancelling { await owner?.cancelEffects() }
    weak let observed = owner
    owner = nil
    for _ in 0..<3_000 where observed != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(observed == nil)
    await observed?.cancelEffects()
  }

  @Test func `is released when its effects are cancelled`() async throws {
    try await expectEnd(of: Owner.self, withEffects: [silent()], afterCancelling: true)
    try await expectEnd(of: Guest.self, withEffects: [silent()], afterCancelling: true)
  }

  @Test func `is released when one of its effects sends an action`() async throws {
    let ended = Ended()
    try await expectEnd(
      of: Owner.self, withEffects: [ticking(ended), silent(ended), silent(ended)])
    #expect(ended.count == 3)
    try await expectEnd(
      of: Guest.self, withEffects: [ticking(ended), silent(ended), silent(ended)])
    #expect(ended.count == 6)
  }

  @Test func `is released when one of its effects ends`() async throws {
    let ended = Ended()
    let short = Effect<String>.task {
      try await Task.sleep(for: .milliseconds(1))
      return nil
    }
    try await expectEnd(of: Owner.self, withEffects: [silent(ended), short])
    #expect(ended.count == 1)
  }

  @Test func `is released when a delay of its last effect ends`() async throws {
    let delayed = Effect<String>.send("tick")
      .debounced(id: "d", for: .milliseconds(1), clock: ContinuousClock())
    let ended = Ended()
    try await expectEnd(of: Owner.self, withEffects: [delayed, silent(ended)])
    #expect(ended.count == 1)
  }

  // In a process of its own, because a failure stops the program.
  @Test func `is retained until the last effect of a sequence has ended`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<100 {
        let short = Effect<String>.task {
          try await Task.sleep(for: .milliseconds(1))
          return nil
        }
        var owner: Owner? = Owner()
        // The second effect ends within the end of the first one.
        await owner?.start([.concatenate(short, .task { nil }, .task { nil })])
        weak let observed = owner
        owner = nil
        while observed != nil { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
  }

  @Test func `is retained by its effects until one of them sends an action`() async throws {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    var owner: Owner? = Owner()
    await owner?.start([
      .task {
        for await _ in signals { break }
        return "tick"
      }
    ])
    // Without effects it is released; then they start again.
    signal.yield()
    while await owner?.effectsInFlight != 0 { try await Task.sleep(for: .milliseconds(1)) }
    await owner?.send("0")
    weak let observed = owner
    owner = nil
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(1))
      #expect(observed != nil)
    }
    signal.yield()
    for _ in 0..<3_000 where observed != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(observed == nil)
  }

  @Test func `continues with its effects while it is retained`() async throws {
    let owner = Owner()
    await owner.start([ticking(), silent()])
    while await owner.answers < 20 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await owner.effectsInFlight == 2)
    await owner.cancelEffects()
    while await owner.effectsInFlight > 0 { await Task.yield() }
    // And with later effects after a pause.
    await owner.send("0")
    let before = await owner.answers
    while await owner.answers < before + 4 { try await Task.sleep(for: .milliseconds(1)) }
    await owner.dropStore()
  }

  @Test func `isolates its effects, whatever they call`() async throws {
    let owner = Owner()
    let ended = Ended()
    await owner.start([
      .run { send in
        owner.preconditionIsolated()
        await elsewhere()
        owner.preconditionIsolated()
        // On the same executor, so no other job can run in between.
        let before = await owner.answers
        send("tick")
        #expect(await owner.answers == before + 1)
        #expect(owner.answersFromHere() == before + 1)
        ended.add()
      }
    ])
    while await owner.effectsInFlight > 0 { await Task.yield() }
    #expect(ended.count == 1)
  }

  @Test func `also owns the stores that its effects create`() async throws {
    let owner = Owner()
    let made = Made()
    await owner.start([
      .task {
        await elsewhere()
        made.make()
        return nil
      }
    ])
    while await owner.effectsInFlight > 0 { await Task.yield() }
    await owner.dropStore()
    #expect(await made.send("a", on: owner) == ["a"])
    while await made.answers(on: owner).count < 2 { await Task.yield() }
    #expect(await made.answers(on: owner) == ["a", "tick"])
  }
}

/// A store that an effect creates, confined to one actor.
private final class Made: @unchecked Sendable {
  private var store: Store<Scripted>?

  func make(isolation: isolated (any Actor)? = #isolation) {
    let script = Script()
    script.effects["a"] = {
      .task {
        await elsewhere()
        return "tick"
      }
    }
    store = Store(initialState: [], reducer: Scripted(script: script))
  }

  func send(_ action: String, on owner: isolated Owner) -> [String] {
    store?.send(action)
    return store?.current ?? []
  }

  func answers(on owner: isolated Owner) -> [String] { store?.current ?? [] }
}

/// An object on the main actor that owns a store and may be released on any thread.
@MainActor
private final class Screen {
  let store: Store<Scripted>

  init(withEffect effect: Effect<String>) {
    let script = Script()
    script.effects["start"] = { effect }
    store = Store(initialState: [], reducer: Scripted(script: script))
    store.send("start")
  }
}

/// Passes a screen to another thread, which releases it.
private final class Hold: @unchecked Sendable {
  var screen: Screen?
}

@Suite(.timeLimit(.minutes(20)))
struct `An owner on the main actor` {
  @MainActor
  @Test(arguments: [false, true])
  func `leaves no effects if the part of a sequence ends while another thread releases it`(
    isInTimeout: Bool
  ) async {
    let (turnstile, hold) = (Turnstile(), Hold())
    let sequence = Effect<String>.concatenate(
      .task {
        try? await turnstile.pass()
        return nil
      }, .task { nil })
    hold.screen = Screen(
      withEffect: isInTimeout
        ? sequence.timeout(after: .seconds(1_000), clock: ContinuousClock())
        : .concatenate(sequence, .task { nil }))
    weak let runner = hold.screen?.store.runner
    await until { turnstile.arrived == 1 }
    #expect(runner != nil)
    // The part ends at the next turn of the main actor, before the effects are cancelled.
    turnstile.open()
    release(hold)
    await quiet()
    #expect(runner == nil)
  }

  // In a process of its own, because a failure stops the program.
  @Test func `may be released on another thread while its effects send actions`() async {
    await #expect(processExitsWith: .success) {
      let ended = await releaseScreens(500)
      #expect(ended == 50_000)
    }
  }
}

/// Releases a screen on another thread, while the main thread waits.
@MainActor
private func release(_ hold: Hold) {
  let released = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    // A task that continues on the main actor is scheduled meanwhile.
    Thread.sleep(forTimeInterval: 0.02)
    hold.screen = nil
    released.signal()
  }
  released.wait()
}

/// - Returns: The number of ended effects.
@MainActor
private func releaseScreens(_ count: Int) async -> Int {
  let ended = Ended()
  for _ in 0..<count {
    let hold = Hold()
    // So many that their cancellation takes time, during which the others continue.
    let streams = Effect<String>.merge(
      (0..<100).map { _ in
        .run { send in
          defer { ended.add() }
          while !Task.isCancelled {
            send("tick")
            await Task.yield()
          }
        }
      })
    hold.screen = Screen(withEffect: streams)
    await Task.detached { hold.screen = nil }.value
  }
  while ended.count < 100 * count { await Task.yield() }
  return ended.count
}
