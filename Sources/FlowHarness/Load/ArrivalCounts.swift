/// Who was meant to come in a load, as far as its arrivals are held against their law.
package struct ArrivalCounts: Equatable, Sendable {
  /// How many there were.
  package private(set) var count = 0
  /// The sum of their instants, in nanoseconds since the start.
  package private(set) var sumNs = 0.0
  /// The first gaps between two of them, in nanoseconds.
  package private(set) var gapsNs: [UInt64] = []
  private var lastNs: UInt64 = 0

  /// More gaps are not kept: these find a law that is wrong by some per cent.
  private static let maxGaps = 10_000

  package init() {}

  /// Counts one, in the order of time.
  package mutating func add(_ atNs: UInt64) {
    if gapsNs.count < Self.maxGaps { gapsNs.append(atNs - lastNs) }
    lastNs = atNs
    count += 1
    sumNs += Double(atNs)
  }
}
