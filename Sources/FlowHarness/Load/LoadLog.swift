package import Measurement

/// What the pages of a load come to: the times of each stage, in batches that follow one another.
package struct LoadLog: Sendable {
  /// The batches of each stage, by when its actions were meant to come.
  package private(set) var stages: [BatchSeries] = []
  /// Who was meant to come; `nil` where that depends on who was served.
  package var arrivals: ArrivalCounts?
  /// The sum of the instants at which actions ended, in nanoseconds since the start.
  package private(set) var endSumNs = 0.0

  init() {}

  /// Takes a page in.
  ///
  /// - Parameters:
  ///   - inSystem: How many were in the system at its end, where that is known.
  ///   - sliceNs: The length of a slice; used only for a page of several.
  mutating func take(_ page: PageReading, inSystem: Int?, sliceNs: UInt64 = 0) {
    // Nobody may have come in a stage.
    while stages.count <= page.stage { stages.append(BatchSeries()) }
    stages[page.stage].append(
      LoadBatch(endNs: page.endNs, times: page.times, inSystem: inSystem), slices: page.slices,
      sliceNs: sliceNs)
    endSumNs += page.endSumNs
  }

  /// The times of so many stages.
  package func times(stageCount: Int) -> [ActionLatencies] {
    (0..<stageCount).map { $0 < stages.count ? stages[$0].times : ActionLatencies() }
  }
}

/// Actions of a load that ended one after the other.
package struct LoadBatch: Sendable {
  /// When the last slice ended of which they are, in nanoseconds since the start.
  package var endNs: UInt64
  /// The four times of these actions.
  package var times: ActionLatencies
  /// How many were in the system then; `nil` where nobody knows.
  package var inSystem: Int?

  package init(endNs: UInt64, times: ActionLatencies, inSystem: Int? = nil) {
    self.endNs = endNs
    self.times = times
    self.inSystem = inSystem
  }

  /// Takes the batch that follows in.
  mutating func add(_ next: LoadBatch) {
    endNs = next.endNs
    times.add(next.times)
    inSystem = next.inSystem
  }
}

/// Batches that follow one another, 64 to 128 of them however long the load is: where there would be
/// more, each two become one.
///
/// Source: G. S. Fishman and L. S. Yarberry, *An implementation of the batch means method*, INFORMS
/// Journal on Computing 9 (3), 1997.
package struct BatchSeries: Sendable {
  package private(set) var batches: [LoadBatch] = []
  /// How many slices a batch has.
  private var slicesEach = 1
  /// How many the last batch has.
  private var slicesOfLast = 0

  private static let maxBatches = 128

  package init() {}

  /// Adds the batch of the slice that follows, or of several slices without an action.
  ///
  /// - Parameters:
  ///   - slices: The number of slices that the batch is of.
  ///   - sliceNs: The length of a slice; used only for a batch of several.
  /// - Complexity: O(log *n*) in the number of slices.
  package mutating func append(_ batch: LoadBatch, slices: Int = 1, sliceNs: UInt64 = 0) {
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

  /// The times of all batches together.
  package var times: ActionLatencies { Self.times(of: batches[...]) }

  /// The times of some batches together.
  package static func times(of batches: ArraySlice<LoadBatch>) -> ActionLatencies {
    batches.dropFirst().reduce(into: batches.first?.times ?? ActionLatencies()) {
      $0.add($1.times)
    }
  }
}
