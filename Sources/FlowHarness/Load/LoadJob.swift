import Workloads

/// One load as a store's loop is given it: who comes when, and what is written down.
struct LoadJob {
  var line: WaitingLine
  let clock: LoadClock
  /// After this time nobody is sent any more.
  let endNs: UInt64
  let feed: SecondFeed
  let stageEndsNs: [UInt64]
}

/// The same with its actions, in the hands of the loop.
struct LoadCourse<F: Feature> {
  var line: WaitingLine
  var generator: ActionGenerator<F>
  let clock: LoadClock
  let endNs: UInt64
  var meter: LoadMeter
  /// When the last action ended.
  var freeNs: UInt64 = 0

  init(_ job: LoadJob, _ generator: ActionGenerator<F>) {
    line = job.line
    self.generator = generator
    clock = job.clock
    endNs = job.endNs
    meter = LoadMeter(stageEndsNs: job.stageEndsNs, feed: job.feed)
  }

  /// When the next action is meant to come; `nil` at the end.
  @inline(__always)
  mutating func nextArrival() -> UInt64? {
    freeNs < endNs ? line.next(freeNs: freeNs) : nil
  }

  /// Writes down that an action has ended.
  @inline(__always)
  mutating func finish(intendedNs: UInt64, startedNs: UInt64) {
    let endedNs = clock.nowNs()
    meter.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs,
      dropped: line.dropped)
    line.ended(atNs: endedNs)
    freeNs = endedNs
  }

  /// What has come of it.
  mutating func tally() -> LoadTally {
    let unserved = line.close()
    let dropped = line.dropped
    return LoadTally(
      stages: meter.finish(dropped: dropped), completed: meter.completed, dropped: dropped,
      unserved: unserved, endedNs: freeNs)
  }
}
