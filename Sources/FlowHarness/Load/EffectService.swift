package import FlowTesting
import Platform
import Synchronization
public import Workloads

/// Serves the effects of a load, and keeps the account of every action until all it caused is done.
///
/// The feature itself (`Served`) notifies it of each reduction, so that the end of an action is
/// the same instant for every design: when the answer to it has been reduced. It can be called from
/// any thread.
@usableFromInline
package final class EffectService: SimulatedService {
  @usableFromInline let time: EffectTime
  private let state: Mutex<ServiceState>

  /// A service without requests.
  ///
  /// - Parameters:
  ///   - line: How many requests may wait for a place; actions that come then are turned away.
  ///   - clients: Who sends in a closed loop.
  ///   - hasUsers: Whether users send who wait for the ends of their actions.
  ///   - record: What it writes down beside the counts.
  /// - Throws: What reading measured latencies throws.
  package init(
    _ law: ServiceLaw, seed: UInt64, time: EffectTime, line: Int? = nil,
    clients: ThinkingClients? = nil, hasUsers: Bool = false, record: ServiceRecord
  ) throws {
    self.time = time
    let queue = try ServiceQueue(law, seed: splitSeed(seed, "service"), line: line)
    state = Mutex(ServiceState(queue, clients, hasUsers ? UsersInService() : nil, record))
  }

  // MARK: - Actions

  /// Whether an action that comes now may be sent; if not, it is counted as turned away.
  @usableFromInline
  func admits(atNs ns: UInt64) -> Bool { state.withLock { $0.admits(atNs: ns) } }

  /// Opens the account of an action that is sent now.
  @usableFromInline
  func open(
    intendedNs: UInt64, startedNs: UInt64, _ user: WaitingUser? = nil
  ) -> LoadActionID {
    state.withLock { $0.open(intendedNs: intendedNs, startedNs: startedNs, user) }
  }

  /// Says that whoever sends is free again.
  @usableFromInline
  func sent() {
    let now = time.nowNs()
    state.withLock { $0.freeNs = now }
  }

  @usableFromInline
  package func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool) {
    let now = time.nowNs()
    change(atNs: now) { $0.reduced(id, isAnswer: isAnswer, asks: asks, atNs: now) }
  }

  /// Changes what may end an action, and wakes who waits for that.
  private func change<T>(atNs now: UInt64, _ body: (inout ServiceState) -> T) -> T {
    let (result, awakened) = state.withLock { (body(&$0), $0.awakened(atNs: now)) }
    awakened?.resume()
    return result
  }

  /// How many actions are not done yet.
  var openCount: Int { state.withLock { $0.openCount } }

  /// Waits until all that was sent is done, and a moment longer: an answer that comes twice comes
  /// after the end of its action.
  ///
  /// - Parameter endNs: The instant at which the wait ends in any case.
  @usableFromInline
  nonisolated(nonsending) func drain(untilNs endNs: UInt64) async {
    guard openCount > 0 else { return }
    state.withLock { $0.isDraining = true }
    while openCount > 0, time.nowNs() < endNs { await nap(untilNs: endNs) }
    _ = await time.wait(untilNs: min(endNs, time.nowNs() + Self.momentNs))
  }

  private static let momentNs: UInt64 = 1_000_000

  // MARK: - Effects

  @usableFromInline
  package nonisolated(nonsending) func serve(_ id: LoadActionID) async -> Bool {
    let now = time.nowNs()
    let reply = state.withLock { $0.begin(id, atNs: now) }
    await withTaskCancellationHandler {
      try? await time.sleep(untilNs: reply.endNs)
    } onCancel: {
      let now = time.nowNs()
      state.withLock { $0.cancelled(id, atNs: now) }
    }
    let end = time.nowNs()
    return change(atNs: end) { state in
      // Asked for under the lock: what was cancelled before the last reduction is seen as cancelled.
      state.end(id, Task.isCancelled ? nil : reply.outcome, atNs: end)
    }
  }

  // MARK: - Clients and users

  /// Waits for the next client of a closed loop.
  ///
  /// - Parameter endNs: Nobody is waited for after that.
  /// - Returns: When he was ready; `nil` when nobody comes any more.
  @usableFromInline
  nonisolated(nonsending) func nextClient(untilNs endNs: UInt64) async -> UInt64? {
    while true {
      let now = time.nowNs()
      guard now < endNs else { return nil }
      switch state.withLock({ $0.nextClient(atNs: now) }) {
      case .now(let readyNs): return readyNs
      case .at(let readyNs): await nap(untilNs: min(readyNs, endNs))
      case .whenOneEnds: await nap(untilNs: endNs)
      case .noneLeft: return nil
      }
    }
  }

  /// Hands over the users whose actions have ended.
  ///
  /// - Parameter others: Empty; then they.
  /// - Returns: How many actions are not done yet.
  @usableFromInline
  func takeEnded(into others: inout [EndedUser]) -> Int {
    state.withLock { state in
      state.users?.takeEnded(into: &others)
      return state.openCount
    }
  }

  /// Sleeps until an instant, or until a client is ready before it, a user's action has ended, or,
  /// while the load drains, all actions have.
  @usableFromInline
  nonisolated(nonsending) func nap(untilNs ns: UInt64) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // Two clocks may differ a little: it is time when this one says so.
        while self.time.nowNs() < ns {
          guard (try? await self.time.sleep(untilNs: ns)) != nil else { return }
        }
        self.change(atNs: ns) { _ in }
      }
      await withCheckedContinuation { continuation in
        let sleeps = state.withLock { $0.sleep(untilNs: ns, atNs: time.nowNs(), continuation) }
        if !sleeps { continuation.resume() }
      }
      group.cancelAll()
    }
  }

  /// How many clients would still send; nobody is handed out after that.
  @usableFromInline
  func closeClients() -> Int { state.withLock { $0.closeClients() } }

  // MARK: - Results

  /// What has happened so far, if it is written down.
  package var events: [EffectEvent] { state.withLock { $0.record.events } }

  /// What has come of it, once everything is quiet or given up.
  ///
  /// - Parameter unsent: Actions that were not sent any more.
  package func close(unsent: Int) -> (result: LoadResult, effects: EffectCounts) {
    state.withLock { $0.close(unsent: unsent) }
  }
}

/// The time of a load whose effects take some, in nanoseconds since its start: real, or virtual.
@usableFromInline
package struct EffectTime: Sendable {
  private let originNs: UInt64
  private let clock: VirtualClock?

  /// Real time, from now on.
  package init() {
    originNs = MonotonicClock.nowNs()
    clock = nil
  }

  /// The time of a virtual clock that stands at its beginning.
  package init(_ clock: VirtualClock) {
    originNs = 0
    self.clock = clock
  }

  /// The time since the start.
  @usableFromInline
  func nowNs() -> UInt64 {
    if let clock { return UInt64(clock.now.nanoseconds) }
    return MonotonicClock.nowNs() &- originNs
  }

  /// Sleeps until an instant, which may be over already.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending) func sleep(untilNs ns: UInt64) async throws {
    if let clock {
      try await clock.sleep(until: VirtualClock.Instant(nanoseconds: Int64(ns)))
    } else {
      let now = nowNs()
      try await Task.sleep(nanoseconds: ns > now ? ns - now : 0)
    }
  }

  /// Waits for an instant, if it is not over already.
  ///
  /// - Returns: The time then.
  @usableFromInline
  nonisolated(nonsending) func wait(untilNs ns: UInt64) async -> UInt64 {
    var now = nowNs()
    while now < ns {
      // Nobody cancels whoever drives a load.
      try? await sleep(untilNs: ns)
      now = nowNs()
    }
    return now
  }
}

/// One load with effects that take time, as a catalogue's entry is given it.
@usableFromInline
package struct EffectJob {
  @usableFromInline let request: LoadRequest
  @usableFromInline let service: EffectService
  /// Where it happens, if not in real time on the main actor.
  let time: VirtualTime?

  package init(request: LoadRequest, service: EffectService, time: VirtualTime?) {
    self.request = request
    self.service = service
    self.time = time
  }

  /// Runs a load where it happens.
  @MainActor
  @usableFromInline
  func run(
    _ body: @escaping @Sendable (isolated any Actor) async throws -> EffectEnd
  ) async throws -> EffectEnd {
    guard let time else { return try await body(MainActor.shared) }
    return try time.run { actor in try await body(actor) }
  }
}

/// How a load with effects ended.
@usableFromInline
package struct EffectEnd: Sendable {
  package var digest: UInt64
  package var unsent: Int

  @usableFromInline
  init(digest: UInt64, unsent: Int) {
    self.digest = digest
    self.unsent = unsent
  }
}
