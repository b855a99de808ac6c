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
    // Where time jumps nothing takes the core away.
    self.init(
      job.request, job.start.clock(), job.feed, notesStalls: !job.request.isVirtual)
  }

  /// The load begins when its clock does.
  init(_ request: LoadRequest, _ clock: LoadClock, _ feed: PageFeed, notesStalls: Bool) {
    self.clock = clock
    let traffic = request.traffic
    endNs = traffic.durationNs + request.drainNs
    meter = LoadMeter(
      stageEndsNs: traffic.stageEndsNs, feed: feed, notesStalls: notesStalls)
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
    // As where time jumps.
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

  // MARK: One of several workers

  /// As `begin`, where other threads may wait for the same core.
  mutating func beginSharing() { startedNs = clock.waitSharing(untilNs: intendedNs) }

  /// Begins the action at hand if it is meant to come by now.
  ///
  /// - Returns: How long it is until then; 0: it has begun.
  mutating func beginIfDue() -> UInt64 {
    let now = clock.nowNs()
    guard now >= intendedNs else { return intendedNs - now }
    startedNs = now
    return 0
  }

  /// As `finish`, where nobody is ever turned away.
  mutating func finish() {
    let endedNs = clock.nowNs()
    meter.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs, dropped: 0)
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
