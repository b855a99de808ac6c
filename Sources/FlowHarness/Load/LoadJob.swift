import Workloads

/// One load as a store's loop is given it: who comes when, and what is written down.
struct LoadJob {
  let request: LoadRequest
  let start: LoadStart
  let feed: SecondFeed
}

/// The same with its actions, in the hands of the loop.
struct LoadCourse<F: Feature> {
  var source: LoadSource<F>
  let clock: LoadClock
  /// After this time nobody is sent any more.
  let endNs: UInt64
  var meter: LoadMeter
  /// When the last action ended.
  var freeNs: UInt64 = 0
  /// An action that was sent and whose work goes on.
  private var begun: (intendedNs: UInt64, startedNs: UInt64)?

  @MainActor
  init(_ job: LoadJob, _ source: LoadSource<F>) {
    self.source = source
    clock = job.start.clock()
    let traffic = job.request.traffic
    endNs = traffic.durationNs + job.request.drainNs
    meter = LoadMeter(stageEndsNs: traffic.stageEndsNs, feed: job.feed)
  }

  /// When the next action is meant to come; `nil` at the end.
  @inline(__always)
  mutating func nextArrival() -> UInt64? {
    freeNs < endNs ? source.next(freeNs: freeNs) : nil
  }

  /// Writes down that an action has ended.
  @inline(__always)
  mutating func finish(intendedNs: UInt64, startedNs: UInt64) {
    let endedNs = clock.nowNs()
    meter.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs,
      dropped: source.dropped)
    source.ended(atNs: endedNs)
    freeNs = endedNs
  }

  /// Puts the end of an action off until its work is done.
  @inline(__always)
  mutating func putOff(intendedNs: UInt64, startedNs: UInt64) {
    begun = (intendedNs, startedNs)
  }

  /// Writes down that the action that was put off has ended, if one was.
  @inline(__always)
  mutating func resume() {
    guard let action = begun else { return }
    begun = nil
    finish(intendedNs: action.intendedNs, startedNs: action.startedNs)
  }

  /// What has come of it.
  fileprivate mutating func tally() -> LoadTally {
    let unserved = source.close()
    let dropped = source.dropped
    return LoadTally(
      stages: meter.finish(dropped: dropped), completed: meter.completed, dropped: dropped,
      unserved: unserved, endedNs: freeNs)
  }
}

extension UnsafeMutablePointer {
  /// Ends a load and gives its memory back.
  ///
  /// - Returns: What has come of it.
  func end<F>() -> LoadTally where Pointee == LoadCourse<F> {
    let tally = pointee.tally()
    deinitialize(count: 1)
    deallocate()
    return tally
  }
}
