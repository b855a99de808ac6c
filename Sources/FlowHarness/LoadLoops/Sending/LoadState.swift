package import Measurement
import Platform
public import Workloads

/// A load while a store's loop sends it.
///
/// The part that depends on the feature is compiled once for each feature, and `ActionTimes` once
/// for all: both are called for each action, and not compiled again for each store.
@usableFromInline
struct LoadState<F: Feature>: ~Copyable {
  @usableFromInline var source: LoadSource<F>
  @usableFromInline var times: ActionTimes

  @MainActor
  init(_ job: LoadJob, _ source: consuming LoadSource<F>) {
    self.source = source
    times = ActionTimes(job)
  }

  /// Returns the next action once the last has ended; `nil` at the end.
  @inlinable
  @inline(never)
  mutating func next() -> F.Action? {
    guard !times.isOver, let (atNs, action) = source.nextAction(freeNs: times.freeNs) else {
      return nil
    }
    times.intendedNs = atNs
    return action
  }

  /// Waits until the intended start of the action, and begins it.
  @inlinable
  @inline(__always)
  mutating func begin() { times.begin() }

  /// Records the end of the action.
  @inlinable
  @inline(__always)
  mutating func finish() { times.finish(&source.line) }

  /// Defers the end of the action until its work is done.
  @inlinable
  @inline(__always)
  mutating func deferEnd() { times.isDeferred = true }

  /// Records the end of a deferred action, if there is one.
  @inlinable
  @inline(__always)
  mutating func resume() {
    guard times.isDeferred else { return }
    times.isDeferred = false
    finish()
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Ends a load, and frees its memory.
  @inlinable
  @inline(never)
  func end<F>() -> LoadResult where Pointee == LoadState<F> {
    let abandoned = pointee.source.close()
    let result = pointee.times.result(dropped: pointee.source.dropped, abandoned: abandoned)
    deinitialize(count: 1)
    deallocate()
    return result
  }
}

/// The times of the current action, and the record of those before it.
@usableFromInline
struct ActionTimes {
  private let clock: PacingClock
  /// The time after which no action is sent.
  @usableFromInline let endNs: UInt64
  private var meter: SliceRecorder
  /// The end of the last action.
  @usableFromInline var freeNs: UInt64 = 0
  /// The intended start of the current action.
  @usableFromInline var intendedNs: UInt64 = 0
  private var startedNs: UInt64 = 0
  /// A Boolean value that indicates whether the current action was sent and its work continues.
  @usableFromInline var isDeferred = false

  /// Begins the load now.
  @MainActor
  init(_ job: LoadJob) {
    clock = job.start.clock()
    let traffic = job.request.load.traffic
    endNs = traffic.durationNs + job.request.load.drainNs
    // Virtual time has no stalls.
    meter = SliceRecorder(
      stageEndsNs: traffic.stageEndsNs, queue: job.queue, notesStalls: !job.request.load.isVirtual)
  }

  /// A Boolean value that indicates whether no further action is sent.
  @inlinable var isOver: Bool { freeNs >= endNs }

  /// Waits until the intended start of the action, and begins it.
  // A call, as below: inlined, they would be some 900 bytes in the loop of each store.
  @usableFromInline
  @inline(never)
  mutating func begin() { startedNs = clock.wait(untilNs: intendedNs) }

  /// Records the end of the action.
  @usableFromInline
  @inline(never)
  mutating func finish(_ line: inout WaitingLine?) {
    let endedNs = clock.nowNs()
    // As always in virtual time.
    if endedNs == intendedNs, freeNs <= intendedNs {
      meter.recordInstant(atNs: endedNs, dropped: line?.dropped ?? 0)
    } else {
      meter.record(
        intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs,
        dropped: line?.dropped ?? 0)
    }
    line?.ended(atNs: endedNs)
    freeNs = endedNs
  }

  /// Ends the load, and returns its counts.
  @usableFromInline
  mutating func result(dropped: Int, abandoned: Int) -> LoadResult {
    let stalls = meter.finish(endedNs: freeNs, dropped: dropped)
    return LoadResult(
      completed: meter.completed, dropped: dropped, abandoned: abandoned, endedNs: freeNs,
      startNs: clock.startNs, stalls: stalls)
  }
}

/// A load as a store's loop receives it.
@usableFromInline
package struct LoadJob {
  let request: LoadRequest
  let start: ClockStart
  let queue: SliceQueue
  /// The log of users' response times; `nil` if they do not wait.
  let ends: ResponseTimeLog?

  package init(
    request: LoadRequest, start: ClockStart, queue: SliceQueue, ends: ResponseTimeLog? = nil
  ) {
    self.request = request
    self.start = start
    self.queue = queue
    self.ends = ends
  }
}

extension ActionBatch {
  /// Hands the rest of the stream to a load, after which nothing can be refilled.
  ///
  /// - Returns: The load, in memory that `end()` frees, because each access to a captured variable
  ///   is guarded.
  @usableFromInline
  @MainActor
  func loadState(_ job: LoadJob) throws -> UnsafeMutablePointer<LoadState<F>> {
    let source = try LoadSource(job.request, feature: feature, generator: generator, ends: job.ends)
    let state = UnsafeMutablePointer<LoadState<F>>.allocate(capacity: 1)
    state.initialize(to: LoadState(job, source))
    return state
  }
}

/// The start of a load, after all of its actions are in memory. Generating them may take longer
/// than the load.
@MainActor
package final class ClockStart {
  /// The CPU time of all threads until then.
  package private(set) var cpuNs: UInt64 = 0
  private let makeClock: @MainActor () -> PacingClock

  package init(_ makeClock: @escaping @MainActor () -> PacingClock) { self.makeClock = makeClock }

  /// Starts the clock.
  func clock() -> PacingClock {
    cpuNs = ProcessCPUClock.nowNs()
    return makeClock()
  }
}

/// The counts of a load.
@usableFromInline
package struct LoadResult: Codable, Equatable, Sendable {
  /// The times of the actions of each stage, by their intended start; added after the load.
  package var stages: [ActionLatencies] = []
  package var completed: Int
  /// The number of actions that found the queue full.
  package var dropped: Int
  /// The number of actions that were not completed before the end of the load.
  package var abandoned: Int
  /// The end of the last action, in nanoseconds since the start.
  package var endedNs: UInt64
  /// The start of the load, by the clock that it reads.
  package var startNs: UInt64 = 0
  package var stalls: [Stall] = []

  package init(
    completed: Int, dropped: Int, abandoned: Int, endedNs: UInt64, startNs: UInt64 = 0,
    stalls: [Stall] = []
  ) {
    self.completed = completed
    self.dropped = dropped
    self.abandoned = abandoned
    self.endedNs = endedNs
    self.startNs = startNs
    self.stalls = stalls
  }

  /// The times of all stages together.
  package var whole: ActionLatencies {
    stages.dropFirst().reduce(into: stages.first ?? ActionLatencies()) { $0.add($1) }
  }
}
