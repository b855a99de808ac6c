package import Workloads

/// A worker of a load with a schedule: its arrivals and its record.
///
/// Unchecked because only its sender uses it between the opening of the gate and its end.
@usableFromInline
package final class WorkerLoad: @unchecked Sendable {
  @usableFromInline package let worker: WorkerState
  private let request: LoadRequest
  private let arrivals: ArrivalShare
  private let queue: SliceQueue
  private var lines: CacheLinePadded<WorkerLoadState>?
  /// The result; `nil` before the end.
  package private(set) var result: WorkerResult?

  package init(
    _ worker: WorkerState, _ request: LoadRequest, _ arrivals: ArrivalShare, _ queue: SliceQueue
  ) {
    self.worker = worker
    self.request = request
    self.arrivals = arrivals
    self.queue = queue
  }

  /// Starts the worker with the clock, before the gate opens.
  package func begin(_ clock: PacingClock) {
    lines = CacheLinePadded { WorkerLoadState(request, arrivals, clock, queue) }
  }

  /// The memory on which the sender works.
  @usableFromInline var state: UnsafeMutablePointer<WorkerLoadState> {
    guard let lines else { preconditionFailure("a worker sends before its load has begun") }
    return lines.base
  }

  /// Ends the load of this worker, on its sender.
  func end() {
    result = state.pointee.end()
    queue.close()
  }
}

/// The result of one worker.
package struct WorkerResult: Equatable, Sendable {
  package var load: LoadResult
  /// The number of actions that ended before the end of the schedule.
  package var completedInTime: Int

  /// The share of its actions that ended in time; `nil` without actions.
  package var shareInTime: Double? {
    let offered = load.completed + load.abandoned
    return offered > 0 ? Double(completedInTime) / Double(offered) : nil
  }
}

/// A worker of a load while it sends, in memory of its own.
@usableFromInline
struct WorkerLoadState {
  private var arrivals: ArrivalShare
  private var times: ActionTimes
  /// The end of the schedule.
  private let durationNs: UInt64
  private var completedInTime = 0

  init(_ request: LoadRequest, _ arrivals: ArrivalShare, _ clock: PacingClock, _ queue: SliceQueue)
  {
    self.arrivals = arrivals
    durationNs = request.traffic.durationNs
    // A worker may be stalled by the others.
    times = ActionTimes(request, clock, queue, notesStalls: false)
  }

  /// Advances to the next action; returns `false` after the last.
  @usableFromInline
  @inline(never)
  mutating func next() -> Bool {
    guard !times.isOver, let intendedNs = arrivals.next() else { return false }
    times.intendedNs = intendedNs
    return true
  }

  /// Waits on this thread until the intended start of the action, and begins it.
  @usableFromInline
  @inline(never)
  mutating func begin() { times.beginSharing() }

  /// Begins the action if its intended start has passed.
  ///
  /// - Returns: The time until then; 0 if it has begun.
  @usableFromInline
  @inline(never)
  mutating func beginIfDue() -> UInt64 { times.beginIfDue() }

  /// Records the end of the action.
  @usableFromInline
  @inline(never)
  mutating func finish() {
    times.finish()
    if times.freeNs <= durationNs { completedInTime &+= 1 }
  }

  /// Ends the load, and returns the result.
  fileprivate mutating func end() -> WorkerResult {
    var abandoned = 0
    while arrivals.next() != nil { abandoned += 1 }
    return WorkerResult(
      load: times.result(dropped: 0, abandoned: abandoned), completedInTime: completedInTime)
  }
}
