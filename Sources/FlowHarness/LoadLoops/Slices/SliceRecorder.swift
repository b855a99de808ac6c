package import Measurement

/// Records the four times of each action of a load, by stage and by slice of the load.
///
/// All memory is allocated before the load begins. Used by one thread at a time.
package struct SliceRecorder {
  private let stageEndsNs: [UInt64]
  private var stage = 0
  private var stageEndNs: UInt64
  private let queue: SliceQueue
  private var buffer: UnsafeMutablePointer<SliceBuffer>
  private var sliceEndNs: UInt64
  private var stalls: StallLog
  /// The number of completed actions.
  private(set) var completed = 0

  package static let secondNs: UInt64 = 1_000_000_000

  /// Creates a recorder of stages that end at these times.
  ///
  /// - Parameter notesStalls: Indicates whether a long service time is a stall; `false` if effects take
  ///   time.
  package init(stageEndsNs: [UInt64], queue: SliceQueue, notesStalls: Bool) {
    self.stageEndsNs = stageEndsNs
    self.queue = queue
    stageEndNs = stageEndsNs.count == 1 ? .max : stageEndsNs[0]
    buffer = queue.blank()
    sliceEndNs = queue.sliceNs
    stalls = StallLog(fromNs: notesStalls ? StallLog.shortestNs : .max)
  }

  /// Records an action, in the order of their ends.
  @inline(__always)
  mutating func record(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64, dropped: Int
  ) {
    advance(toNs: endedNs, dropped: dropped)
    if intendedNs >= stageEndNs { enterStage(ofNs: intendedNs, dropped: dropped) }
    buffer.pointee.times.record(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    stalls.note(
      intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    completed &+= 1
  }

  /// As `record`, for an action that arrived, began and ended at one instant, without waiting.
  @inline(__always)
  mutating func recordInstant(atNs ns: UInt64, dropped: Int) {
    advance(toNs: ns, dropped: dropped)
    if ns >= stageEndNs { enterStage(ofNs: ns, dropped: dropped) }
    buffer.pointee.times.recordInstant()
    completed &+= 1
  }

  /// Counts a completed action without times, because it was cancelled.
  mutating func pass(endedNs: UInt64, dropped: Int) {
    advance(toNs: endedNs, dropped: dropped)
    completed &+= 1
  }

  /// Hands over the slices that have ended.
  ///
  /// - Parameter dropped: The number of dropped actions until then.
  @inline(__always)
  mutating func advance(toNs ns: UInt64, dropped: Int) {
    if ns >= sliceEndNs { finishSlices(untilNs: ns, dropped: dropped) }
  }

  @inline(never)
  private mutating func enterStage(ofNs ns: UInt64, dropped: Int) {
    write(endsSlice: false, dropped: dropped)
    buffer = queue.exchange(buffer)
    while stage < stageEndsNs.count - 1, ns >= stageEndsNs[stage] { stage += 1 }
    stageEndNs = stage == stageEndsNs.count - 1 ? .max : stageEndsNs[stage]
  }

  @inline(never)
  private mutating func finishSlices(untilNs ns: UInt64, dropped: Int) {
    while sliceEndNs <= ns {
      write(endsSlice: true, dropped: dropped)
      if let blank = queue.exchangeWithoutWaiting(buffer) { buffer = blank }
      sliceEndNs += queue.sliceNs
      // In virtual time, millions of slices without actions are handed over as one.
      guard queue.isVirtual, sliceEndNs <= ns else { continue }
      let others = (ns - sliceEndNs) / queue.sliceNs
      buffer.pointee.slices = Int(others) + 1
      sliceEndNs += others * queue.sliceNs
    }
  }

  private func write(endsSlice: Bool, dropped: Int) {
    buffer.pointee.stage = stage
    buffer.pointee.endNs = sliceEndNs
    buffer.pointee.endsSlice = endsSlice
    buffer.pointee.completedTotal = completed
    buffer.pointee.droppedTotal = dropped
  }

  /// Hands over the remaining slices, and returns the stalls.
  ///
  /// - Parameter endedNs: The end of the last action.
  mutating func finish(endedNs: UInt64, dropped: Int) -> [Stall] {
    // With those after the last arrival.
    if let endNs = stageEndsNs.last { finishSlices(untilNs: endNs - 1, dropped: dropped) }
    write(endsSlice: true, dropped: dropped)
    buffer.pointee.loadEndNs = max(endedNs, stageEndsNs.last ?? 0)
    queue.submit(buffer)
    return stalls.stalls
  }
}

/// The times of consecutive actions, and totals: 1.5 MB that are reused.
///
/// A buffer belongs to one stage and one slice; a slice in which the stage changes has several.
struct SliceBuffer {
  /// The four times of the actions that ended.
  var times = ActionLatencyRecorder()
  /// The stage in which these actions were meant to arrive.
  var stage = 0
  /// The end of the slice.
  var endNs: UInt64 = 0
  /// A Boolean value that indicates whether the slice ends with the buffer.
  var endsSlice = false
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  var slices = 1
  /// The end of the load, in its last slice.
  var loadEndNs: UInt64?
  /// The number of completed actions since the start.
  var completedTotal = 0
  /// The number of dropped actions since the start.
  var droppedTotal = 0

  /// A copy of the values.
  var reading: SliceReading {
    SliceReading(
      stage: stage, endNs: endNs, endsSlice: endsSlice, slices: slices, loadEndNs: loadEndNs,
      completedTotal: completedTotal, droppedTotal: droppedTotal, times: times.latencies)
  }

  /// Removes all values, and keeps the memory.
  mutating func reset() {
    times.reset()
    slices = 1
    loadEndNs = nil
  }
}

/// The values of a buffer.
package struct SliceReading: Equatable {
  /// The stage in which its actions were meant to arrive.
  package var stage: Int
  /// The end of its last slice.
  package var endNs: UInt64
  /// A Boolean value that indicates whether the slice ends with the buffer.
  package var endsSlice: Bool
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  package var slices = 1
  /// The end of the load, in its last slice.
  package var loadEndNs: UInt64?
  /// The number of completed actions since the start.
  package var completedTotal: Int
  /// The number of dropped actions since the start.
  package var droppedTotal: Int
  /// The four times of its actions.
  package var times: ActionLatencies
}

/// A time in which a load made no progress.
package struct Stall: Codable, Equatable, Sendable {
  /// The last event before it, in nanoseconds since the start.
  package var fromNs: UInt64
  /// The first event after it.
  package var toNs: UInt64
  /// A Boolean value that indicates whether an action was in service; otherwise the next one was
  /// late, and the store is not the cause.
  package var isInService: Bool
  /// The number of delayed actions: the stalled one, and those that queued behind it.
  package var actions: Int

  package init(fromNs: UInt64, toNs: UInt64, isInService: Bool, actions: Int) {
    self.fromNs = fromNs
    self.toNs = toNs
    self.isInService = isInService
    self.actions = actions
  }
}

/// Records stalls, in memory that is allocated before the load begins.
struct StallLog {
  /// Interrupts, which take microseconds, are shorter.
  static let shortestNs: UInt64 = 500_000
  /// A store with more stalls is slow.
  private static let capacity = 4096

  private let fromNs: UInt64
  private(set) var stalls: [Stall] = []
  /// A Boolean value that indicates whether actions still queue behind the last stall.
  private var isOpen = false

  init(fromNs: UInt64) {
    self.fromNs = fromNs
    if fromNs < .max { stalls.reserveCapacity(Self.capacity) }
  }

  /// Records an action, in the order of their ends.
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
      // An action that is late for one stall is not counted again for the one that follows
      // immediately.
      stalls.append(
        Stall(fromNs: from, toNs: to, isInService: isInService, actions: isOpen ? 0 : 1))
      isOpen = true
    }
  }
}
