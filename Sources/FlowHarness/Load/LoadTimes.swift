/// The time of a load in the hands of a loop: when the action at hand was meant to come, when it
/// began, and what was written down so far.
@usableFromInline
struct LoadTimes {
  private let clock: LoadClock
  /// After this time nobody is sent any more.
  @usableFromInline let endNs: UInt64
  private var meter: LoadMeter
  /// When the last action ended.
  @usableFromInline var freeNs: UInt64 = 0
  /// When the action at hand was meant to come.
  @usableFromInline var intendedNs: UInt64 = 0
  private var startedNs: UInt64 = 0
  /// Whether the action at hand was sent and its work goes on.
  @usableFromInline var isDeferred = false

  /// The load begins now.
  @MainActor
  init(_ job: LoadJob) {
    clock = job.start.clock()
    let traffic = job.request.traffic
    endNs = traffic.durationNs + job.request.drainNs
    // Where time jumps nothing takes the core away.
    meter = LoadMeter(
      stageEndsNs: traffic.stageEndsNs, feed: job.feed, notesStalls: !job.request.isVirtual)
  }

  /// Whether nobody is sent any more.
  @inlinable var isOver: Bool { freeNs >= endNs }

  /// Waits until the action at hand is meant to come, and begins it.
  // A call, like the one below: they would be some 900 bytes in the loop of each store.
  @usableFromInline
  @inline(never)
  mutating func begin() { startedNs = clock.wait(untilNs: intendedNs) }

  /// Writes down that the action at hand has ended.
  @usableFromInline
  @inline(never)
  mutating func finish(_ line: inout WaitingLine?) {
    let endedNs = clock.nowNs()
    meter.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs,
      dropped: line?.dropped ?? 0)
    line?.ended(atNs: endedNs)
    freeNs = endedNs
  }

  /// Ends the load: what has come of it.
  @usableFromInline
  mutating func result(dropped: Int, abandoned: Int) -> LoadResult {
    let stalls = meter.finish(dropped: dropped)
    return LoadResult(
      completed: meter.completed, dropped: dropped, abandoned: abandoned, endedNs: freeNs,
      startNs: clock.startNs, stalls: stalls)
  }
}
