package import Workloads

/// One worker of a load: which arrivals it sends, and what it writes down of them.
///
/// Unchecked: its sender alone has it from when the gate opens until it has left.
@usableFromInline
package final class WorkerLoad: @unchecked Sendable {
  /// What the worker sends.
  @usableFromInline package let worker: WorkerState
  private let request: LoadRequest
  private let arrivals: ArrivalShare
  private let feed: PageFeed
  private var lines: OwnLines<WorkerLoadState>?
  /// What has come of it; `nil` until it has ended.
  package private(set) var result: WorkerResult?

  /// A worker before the load.
  package init(
    _ worker: WorkerState, _ request: LoadRequest, _ arrivals: ArrivalShare, _ feed: PageFeed
  ) {
    self.worker = worker
    self.request = request
    self.arrivals = arrivals
    self.feed = feed
  }

  /// Lets the worker begin at the clock's zero, before the gate opens.
  package func begin(_ clock: LoadClock) {
    lines = OwnLines { WorkerLoadState(request, arrivals, clock, feed) }
  }

  /// What the sender works on.
  @usableFromInline var state: UnsafeMutablePointer<WorkerLoadState> {
    guard let lines else { preconditionFailure("a worker sends before its load has begun") }
    return lines.base
  }

  /// Ends the load of this worker, on its sender.
  func end() {
    result = state.pointee.end()
    feed.close()
  }
}

/// What has come of one worker.
package struct WorkerResult: Equatable, Sendable {
  /// What has come of its share.
  package var load: LoadResult
  /// Actions that had ended by the end of the schedule.
  package var completedInTime: Int

  /// The same as a share of its actions; `nil` where none was meant to come.
  package var shareInTime: Double? {
    let offered = load.completed + load.abandoned
    return offered > 0 ? Double(completedInTime) / Double(offered) : nil
  }
}

/// One worker of a load while it sends, in memory of its own.
@usableFromInline
struct WorkerLoadState {
  private var arrivals: ArrivalShare
  private var times: LoadTimes
  /// When nobody is meant to come any more.
  private let durationNs: UInt64
  private var completedInTime = 0

  /// The load begins when its clock does.
  init(_ request: LoadRequest, _ arrivals: ArrivalShare, _ clock: LoadClock, _ feed: PageFeed) {
    self.arrivals = arrivals
    durationNs = request.traffic.durationNs
    // What holds one worker up may be the others.
    times = LoadTimes(request, clock, feed, notesStalls: false)
  }

  /// Goes on to the next action; no: there is none.
  @usableFromInline
  @inline(never)
  mutating func next() -> Bool {
    guard !times.isOver, let intendedNs = arrivals.next() else { return false }
    times.intendedNs = intendedNs
    return true
  }

  /// Waits on this thread until the action at hand is meant to come, and begins it.
  @usableFromInline
  @inline(never)
  mutating func begin() { times.beginSharing() }

  /// Begins the action at hand if it is meant to come by now.
  ///
  /// - Returns: How long it is until then; 0: it has begun.
  @usableFromInline
  @inline(never)
  mutating func beginIfDue() -> UInt64 { times.beginIfDue() }

  /// Writes down that the action at hand has ended.
  @usableFromInline
  @inline(never)
  mutating func finish() {
    times.finish()
    if times.freeNs <= durationNs { completedInTime &+= 1 }
  }

  /// Ends the load: what has come of it.
  fileprivate mutating func end() -> WorkerResult {
    var abandoned = 0
    while arrivals.next() != nil { abandoned += 1 }
    return WorkerResult(
      load: times.result(dropped: 0, abandoned: abandoned), completedInTime: completedInTime)
  }
}
