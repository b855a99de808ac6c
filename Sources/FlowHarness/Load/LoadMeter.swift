import Measurement

/// What is written down for each action of a load: its four times, by stage, and its second.
///
/// Everything it needs is made before the load begins; it is used by one thread at a time.
package struct LoadMeter {
  private let stages: UnsafeMutableBufferPointer<ActionLatencyRecorder>
  private let stageEndsNs: [UInt64]
  private var stage = 0
  private var stageEndNs: UInt64
  private let feed: SecondFeed
  private var second: UnsafeMutablePointer<SecondCounts>
  private var secondEndNs: UInt64
  /// How many actions were completed.
  private(set) var completed = 0

  package static let secondNs: UInt64 = 1_000_000_000

  /// A meter for stages that end at these times, which hands its seconds to `feed`.
  package init(stageEndsNs: [UInt64], feed: SecondFeed) {
    self.stageEndsNs = stageEndsNs
    stages = .allocate(capacity: stageEndsNs.count)
    for index in stages.indices { stages.initializeElement(at: index, to: .init()) }
    self.feed = feed
    stageEndNs = stageEndsNs[0]
    second = feed.blank()
    secondEndNs = Self.secondNs
  }

  /// Writes one action down; in the order of their ends.
  @inline(__always)
  mutating func record(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64, dropped: Int
  ) {
    advance(toNs: endedNs, dropped: dropped)
    if intendedNs >= stageEndNs { enterStage(ofNs: intendedNs) }
    stages[stage].record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    second.pointee.response.record(ns: endedNs &- intendedNs)
    completed &+= 1
  }

  /// Counts an action whose end nobody waited for: it is done, and has no times.
  mutating func pass(endedNs: UInt64, dropped: Int) {
    advance(toNs: endedNs, dropped: dropped)
    completed &+= 1
  }

  /// Hands over the seconds that have ended.
  ///
  /// - Parameter dropped: How many had been turned away until then.
  @inline(__always)
  mutating func advance(toNs ns: UInt64, dropped: Int) {
    if ns >= secondEndNs { finishSeconds(untilNs: ns, dropped: dropped) }
  }

  @inline(never)
  private mutating func enterStage(ofNs ns: UInt64) {
    while stage < stageEndsNs.count - 1, ns >= stageEndsNs[stage] { stage += 1 }
    stageEndNs = stage == stageEndsNs.count - 1 ? .max : stageEndsNs[stage]
  }

  @inline(never)
  private mutating func finishSeconds(untilNs ns: UInt64, dropped: Int) {
    while secondEndNs <= ns {
      finishSecond(dropped: dropped)
      secondEndNs += Self.secondNs
    }
  }

  private mutating func finishSecond(dropped: Int) {
    second.pointee.endNs = secondEndNs
    second.pointee.completedTotal = completed
    second.pointee.droppedTotal = dropped
    second = feed.exchange(second)
  }

  /// Hands over what is left of the load's seconds, and gives the memory back.
  ///
  /// - Returns: The times of each stage.
  mutating func finish(dropped: Int) -> [ActionLatencies] {
    // Also those in which nobody came any more.
    if let endNs = stageEndsNs.last { finishSeconds(untilNs: endNs - 1, dropped: dropped) }
    finishSecond(dropped: dropped)
    feed.putBack(second)
    let latencies = stages.map(\.latencies)
    for stage in stages { stage.deallocate() }
    stages.deallocate()
    return latencies
  }
}

/// What one second of a load has seen.
struct SecondCounts {
  /// Response times of the actions that ended in it.
  var response = LatencyRecorder()
  /// When it ended.
  var endNs: UInt64 = 0
  /// Actions completed until then, since the start.
  var completedTotal = 0
  /// Actions turned away until then.
  var droppedTotal = 0
}
