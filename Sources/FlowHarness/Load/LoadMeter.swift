import Measurement

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
