package import FlowTesting
package import Measurement
import Platform
import Synchronization
public import Workloads

/// Serves the effects of a load, and keeps an account of each action until all that it caused is
/// done.
///
/// The feature (`Served`) reports each reduction, so that an action of any design ends when its
/// answer is reduced. Can be called from any thread.
@usableFromInline
package final class EffectService: SimulatedService {
  @usableFromInline let time: EffectTime
  private let state: Mutex<ServiceState>

  /// Creates a service without requests.
  ///
  /// - Parameters:
  ///   - line: The maximum number of requests that wait for a place; further actions are dropped.
  ///   - hasUsers: Indicates whether users wait for the ends of their actions.
  /// - Throws: `DelayError` if measured latencies cannot be read.
  package init(
    _ law: ServiceLaw, seed: UInt64, time: EffectTime, line: Int? = nil,
    hasUsers: Bool = false, record: ServiceRecord
  ) throws {
    self.time = time
    let queue = try ServiceQueue(law, seed: splitSeed(seed, "service"), line: line)
    state = Mutex(ServiceState(queue, hasUsers ? UsersInService() : nil, record))
  }

  // MARK: - Actions

  /// Returns whether an action that arrives now may be sent; otherwise it is counted as dropped.
  @usableFromInline
  func admits(atNs ns: UInt64) -> Bool { state.withLock { $0.admits(atNs: ns) } }

  /// Opens the account of an action that is sent now.
  @usableFromInline
  func open(
    intendedNs: UInt64, startedNs: UInt64, _ user: WaitingUser? = nil
  ) -> LoadActionID {
    state.withLock { $0.open(intendedNs: intendedNs, startedNs: startedNs, user) }
  }

  /// Records that the sender is free again.
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

  /// Makes a change that may end an action, and wakes the loop that waits for it.
  private func change<T>(atNs now: UInt64, _ body: (inout ServiceState) -> T) -> T {
    let (result, awakened) = state.withLock { (body(&$0), $0.awakened(atNs: now)) }
    awakened?.resume()
    return result
  }

  /// The number of actions in progress.
  var openCount: Int { state.withLock { $0.openCount } }

  /// Waits until all actions are done, and a moment longer, because a second answer comes after the
  /// end of its action.
  ///
  /// - Parameter endNs: The latest end of the wait.
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
      // Tested under the lock, so that a request that was cancelled before the last reduction
      // counts as cancelled.
      state.end(id, Task.isCancelled ? nil : reply.outcome, atNs: end)
    }
  }

  // MARK: - Users

  /// Moves the users whose actions have ended to `others`, which is empty.
  ///
  /// - Returns: The number of actions in progress.
  @usableFromInline
  func takeEnded(into others: inout [EndedUser]) -> Int {
    state.withLock { state in
      state.users?.takeEnded(into: &others)
      return state.openCount
    }
  }

  /// Sleeps until an instant, or until a user's action has ended or, while the load drains, all
  /// actions have.
  @usableFromInline
  nonisolated(nonsending) func nap(untilNs ns: UInt64) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // The two clocks may differ slightly; this one decides.
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

  // MARK: - Results

  /// The events, if they are kept.
  package var events: [EffectEvent] { state.withLock { $0.record.events } }

  /// Ends the service when all is done or abandoned.
  ///
  /// - Parameter unsent: The number of actions that were not sent.
  package func close(unsent: Int) -> (result: LoadResult, effects: EffectCounts) {
    state.withLock { $0.close(unsent: unsent) }
  }
}

/// The time of a load with a service in nanoseconds since its start, real or virtual.
@usableFromInline
package struct EffectTime: Sendable {
  private let originNs: UInt64
  private let clock: VirtualClock?

  /// Starts real time now.
  package init() {
    originNs = MonotonicClock.nowNs()
    clock = nil
  }

  /// Uses a virtual clock at its start.
  package init(_ clock: VirtualClock) {
    originNs = 0
    self.clock = clock
  }

  @usableFromInline
  func nowNs() -> UInt64 {
    if let clock { return UInt64(clock.now.nanoseconds) }
    return MonotonicClock.nowNs() &- originNs
  }

  /// Sleeps until an instant, which may have passed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  nonisolated(nonsending) func sleep(untilNs ns: UInt64) async throws {
    if let clock {
      try await clock.sleep(until: VirtualClock.Instant(nanoseconds: Int64(ns)))
    } else {
      let now = nowNs()
      try await Task.sleep(nanoseconds: ns > now ? ns - now : 0)
    }
  }

  /// Waits for an instant, which may be over, and returns the time.
  @usableFromInline
  nonisolated(nonsending) func wait(untilNs ns: UInt64) async -> UInt64 {
    var now = nowNs()
    while now < ns {
      // The task that drives a load is not cancelled.
      try? await sleep(untilNs: ns)
      now = nowNs()
    }
    return now
  }
}

/// A load with a service, for an entry of the catalogue.
@usableFromInline
package struct EffectJob {
  @usableFromInline let request: LoadRequest
  @usableFromInline let service: EffectService
  /// The virtual time; `nil` for real time on the main actor.
  let time: VirtualTime?

  package init(request: LoadRequest, service: EffectService, time: VirtualTime?) {
    self.request = request
    self.service = service
    self.time = time
  }

  /// Runs a load in real or virtual time.
  @MainActor
  @usableFromInline
  func run(
    _ body: @escaping @Sendable (isolated any Actor) async throws -> EffectEnd
  ) async throws -> EffectEnd {
    guard let time else { return try await body(MainActor.shared) }
    return try time.run { actor in try await body(actor) }
  }
}

/// The end of a load with a service.
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

/// The counts of the effects of a load.
package struct EffectCounts: Codable, Equatable {
  /// The number of requests.
  package var asked = 0
  /// The number of requests whose answers were reduced.
  package var answered = 0
  /// The number of requests that the service failed.
  package var failed = 0
  /// The number of requests that timed out.
  package var timedOut = 0
  /// The number of requests whose task was cancelled before the answer.
  package var cancelled = 0
  /// The number of answers that came twice, or after their cancellation.
  package var stray = 0
  /// The maximum number of effects in flight, and the mean over time.
  package var maxInFlight = 0
  package var meanInFlight: Double?
  /// The times from the cancellation of a task to the end of its work.
  package var cancellation = LatencyHistogram()
  /// The memory of the process for each effect in flight, in bytes.
  package var bytesInFlight: Double?

  /// The number of requests that have ended.
  package var ended: Int { answered + failed + timedOut + cancelled }
}
