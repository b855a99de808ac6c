import FlowHarness
import Measurement

/// The times of each stage of a load, in consecutive batches.
struct BatchLog {
  /// The batches of each stage, by the intended start of their actions.
  private(set) var stages: [BatchSeries] = []

  /// - Parameters:
  ///   - inSystem: The number in the system at the reading's end, if known.
  ///   - sliceNs: The length of a slice; used only for a reading of several.
  mutating func take(_ reading: SliceReading, inSystem: Int?, sliceNs: UInt64 = 0) {
    // A stage may have no arrivals.
    while stages.count <= reading.stage { stages.append(BatchSeries()) }
    stages[reading.stage].append(
      TimedBatch(endNs: reading.endNs, times: reading.times, inSystem: inSystem),
      slices: reading.slices,
      sliceNs: sliceNs)
  }

  func times(stageCount: Int) -> [ActionLatencies] {
    (0..<stageCount).map { $0 < stages.count ? stages[$0].times : ActionLatencies() }
  }
}

/// Consecutive actions of a load.
struct TimedBatch {
  /// The end of their last slice, in nanoseconds since the start.
  var endNs: UInt64
  /// The four times of these actions.
  var times: ActionLatencies
  /// The number in the system at the end; `nil` if unknown.
  var inSystem: Int?

  mutating func add(_ next: TimedBatch) {
    endNs = next.endNs
    times.add(next.times)
    inSystem = next.inSystem
  }
}

/// Consecutive batches: 64 to 128 for a load of any length, because neighbours are merged when
/// there would be more.
///
/// Source: G. S. Fishman and L. S. Yarberry, *An implementation of the batch means method*, INFORMS
/// Journal on Computing 9 (3), 1997.
struct BatchSeries {
  private(set) var batches: [TimedBatch] = []
  /// The number of slices in a batch.
  private var slicesEach = 1
  /// The number of slices in the last batch.
  private var slicesOfLast = 0

  private static let maxBatches = 128

  /// Adds the batch of the next slice, or of several slices without an action.
  ///
  /// - Parameters:
  ///   - slices: The number of slices in the batch.
  ///   - sliceNs: The length of a slice; used only for a batch of several.
  /// - Complexity: O(log *n*) in the number of slices.
  mutating func append(_ batch: TimedBatch, slices: Int = 1, sliceNs: UInt64 = 0) {
    var left = slices
    while left > 0 {
      let isFull = slicesOfLast == 0 || slicesOfLast == slicesEach
      if isFull, batches.count == Self.maxBatches { halve() }
      let part = min(left, isFull ? slicesEach : slicesEach - slicesOfLast)
      left -= part
      var next = batch
      next.endNs -= UInt64(left) * sliceNs
      if isFull {
        batches.append(next)
        slicesOfLast = part
      } else {
        batches[batches.count - 1].add(next)
        slicesOfLast += part
      }
    }
  }

  private mutating func halve() {
    batches = stride(from: 0, to: batches.count, by: 2).map { index in
      var pair = batches[index]
      pair.add(batches[index + 1])
      return pair
    }
    slicesEach *= 2
  }

  var times: ActionLatencies { Self.times(of: batches[...]) }

  static func times(of batches: ArraySlice<TimedBatch>) -> ActionLatencies {
    batches.dropFirst().reduce(into: batches.first?.times ?? ActionLatencies()) {
      $0.add($1.times)
    }
  }
}
