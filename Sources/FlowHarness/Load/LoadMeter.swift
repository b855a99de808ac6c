package import Measurement

/// What is written down for each action of a load: its four times, by stage and by slice of the load.
///
/// Everything it needs is made before the load begins; it is used by one thread at a time.
package struct LoadMeter {
  private let stageEndsNs: [UInt64]
  private var stage = 0
  private var stageEndNs: UInt64
  private let feed: PageFeed
  private var page: UnsafeMutablePointer<LoadPage>
  private var sliceEndNs: UInt64
  private var stalls: StallLog
  /// How many actions were completed.
  private(set) var completed = 0

  package static let secondNs: UInt64 = 1_000_000_000

  /// A meter for stages that end at these times, which hands its pages to `feed`.
  ///
  /// - Parameter notesStalls: Whether a long service is a stall; not where effects are meant to take
  ///   time.
  package init(stageEndsNs: [UInt64], feed: PageFeed, notesStalls: Bool) {
    self.stageEndsNs = stageEndsNs
    self.feed = feed
    stageEndNs = stageEndsNs.count == 1 ? .max : stageEndsNs[0]
    page = feed.blank()
    sliceEndNs = feed.sliceNs
    stalls = StallLog(fromNs: notesStalls ? StallLog.shortestNs : .max)
  }

  /// Writes one action down; in the order of their ends.
  @inline(__always)
  mutating func record(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64, dropped: Int
  ) {
    advance(toNs: endedNs, dropped: dropped)
    if intendedNs >= stageEndNs { enterStage(ofNs: intendedNs, dropped: dropped) }
    page.pointee.times.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    page.pointee.endSumNs += Double(endedNs)
    stalls.note(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    completed &+= 1
  }

  /// As `record`, of an action that came, began and ended at one instant, with nothing in its way.
  @inline(__always)
  mutating func recordInstant(atNs ns: UInt64, dropped: Int) {
    advance(toNs: ns, dropped: dropped)
    if ns >= stageEndNs { enterStage(ofNs: ns, dropped: dropped) }
    page.pointee.times.recordInstant()
    page.pointee.endSumNs += Double(ns)
    completed &+= 1
  }

  /// Counts an action whose end nobody waited for: it is done, and has no times.
  mutating func pass(endedNs: UInt64, dropped: Int) {
    advance(toNs: endedNs, dropped: dropped)
    completed &+= 1
  }

  /// Hands over the slices that have ended.
  ///
  /// - Parameter dropped: How many had been turned away until then.
  @inline(__always)
  mutating func advance(toNs ns: UInt64, dropped: Int) {
    if ns >= sliceEndNs { finishSlices(untilNs: ns, dropped: dropped) }
  }

  @inline(never)
  private mutating func enterStage(ofNs ns: UInt64, dropped: Int) {
    write(endsSlice: false, dropped: dropped)
    page = feed.exchange(page)
    while stage < stageEndsNs.count - 1, ns >= stageEndsNs[stage] { stage += 1 }
    stageEndNs = stage == stageEndsNs.count - 1 ? .max : stageEndsNs[stage]
  }

  @inline(never)
  private mutating func finishSlices(untilNs ns: UInt64, dropped: Int) {
    while sliceEndNs <= ns {
      write(endsSlice: true, dropped: dropped)
      if let blank = feed.exchangeWithoutWaiting(page) { page = blank }
      sliceEndNs += feed.sliceNs
      // Where time jumps a quiet time may be of millions of slices: they are handed over as one.
      guard feed.isVirtual, sliceEndNs <= ns else { continue }
      let others = (ns - sliceEndNs) / feed.sliceNs
      page.pointee.slices = Int(others) + 1
      sliceEndNs += others * feed.sliceNs
    }
  }

  private func write(endsSlice: Bool, dropped: Int) {
    page.pointee.stage = stage
    page.pointee.endNs = sliceEndNs
    page.pointee.endsSlice = endsSlice
    page.pointee.completedTotal = completed
    page.pointee.droppedTotal = dropped
  }

  /// Hands over what is left of the load's slices.
  ///
  /// - Returns: What held the load up.
  mutating func finish(dropped: Int) -> [LoadStall] {
    // Also those in which nobody came any more.
    if let endNs = stageEndsNs.last { finishSlices(untilNs: endNs - 1, dropped: dropped) }
    write(endsSlice: true, dropped: dropped)
    feed.submit(page)
    return stalls.stalls
  }
}

/// What the meter of a load writes down until it hands it over: the times of actions, and totals.
///
/// 1.5 MB, made before the load begins and used again. A page is of one stage and of one slice of the
/// load; a slice in which the stage changes has several pages.
struct LoadPage {
  /// The four times of the actions that ended while this page was written.
  var times = ActionLatencyRecorder()
  /// The stage that these actions were meant to come in.
  var stage = 0
  /// When the slice ends that the page is of.
  var endNs: UInt64 = 0
  /// Whether the slice ends with it.
  var endsSlice = false
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  var slices = 1
  /// Actions completed until then, since the start.
  var completedTotal = 0
  /// Actions dropped until then.
  var droppedTotal = 0
  /// The sum of the instants at which these actions ended, in nanoseconds.
  var endSumNs = 0.0

  /// What it says, in memory of its own.
  var reading: PageReading {
    PageReading(
      stage: stage, endNs: endNs, endsSlice: endsSlice, slices: slices,
      completedTotal: completedTotal, droppedTotal: droppedTotal, endSumNs: endSumNs,
      times: times.latencies)
  }

  /// Forgets everything, and keeps the memory.
  mutating func reset() {
    times.reset()
    slices = 1
    endSumNs = 0
  }
}

/// The values of a page, or of the pages of several workers.
package struct PageReading: Equatable {
  /// The stage in which its actions were meant to arrive.
  package var stage: Int
  /// The end of its last slice.
  package var endNs: UInt64
  /// A Boolean value that indicates whether the slice ends with the page.
  package var endsSlice: Bool
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  package var slices = 1
  /// The number of completed actions since the start.
  package var completedTotal: Int
  /// The number of dropped actions since the start.
  package var droppedTotal: Int
  /// The sum of the instants at which its actions ended, in nanoseconds.
  package var endSumNs: Double
  /// The four times of its actions.
  package var times: ActionLatencies
}

/// A time in which a load made no progress, and how many actions it made late.
package struct LoadStall: Codable, Equatable, Sendable {
  /// When the last thing before it was seen, in nanoseconds since the start.
  package var fromNs: UInt64
  /// When the next thing was seen.
  package var toNs: UInt64
  /// Whether an action was being served; else the next one was waited for, and the store has no part
  /// in it.
  package var isInService: Bool
  /// Actions that it made late: the one that was held up, and those that queued behind it until one
  /// found nothing in its way.
  package var actions: Int

  package init(fromNs: UInt64, toNs: UInt64, isInService: Bool, actions: Int) {
    self.fromNs = fromNs
    self.toNs = toNs
    self.isInService = isInService
    self.actions = actions
  }
}

/// Notes what held a load up, in memory that is made before it begins.
struct StallLog {
  /// Shorter ones are not noted: an interrupt takes a few microseconds.
  static let shortestNs: UInt64 = 500_000
  /// More of them are not kept: a store that stalls so often is slow.
  private static let capacity = 4096

  private let fromNs: UInt64
  /// The stalls, in the order of time.
  private(set) var stalls: [LoadStall] = []
  /// Whether actions still queue behind the last one.
  private var isOpen = false

  /// Notes what takes `fromNs` or longer.
  init(fromNs: UInt64) {
    self.fromNs = fromNs
    if fromNs < .max { stalls.reserveCapacity(Self.capacity) }
  }

  /// Looks at one action, in the order of their ends.
  @inline(__always)
  mutating func note(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    let dueNs = max(intendedNs, freeNs)
    if max(endedNs &- startedNs, startedNs &- dueNs) >= fromNs || isOpen {
      extend(intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    }
  }

  @inline(never)
  private mutating func extend(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    let dueNs = max(intendedNs, freeNs)
    if isOpen {
      if intendedNs < freeNs { stalls[stalls.count - 1].actions += 1 } else { isOpen = false }
    }
    for (from, to, isInService) in [(dueNs, startedNs, false), (startedNs, endedNs, true)]
    where to &- from >= fromNs {
      guard stalls.count < Self.capacity else {
        isOpen = false
        return
      }
      // Who is late for one stall is not counted again for the one that follows at once.
      stalls.append(
        LoadStall(fromNs: from, toNs: to, isInService: isInService, actions: isOpen ? 0 : 1))
      isOpen = true
    }
  }
}
