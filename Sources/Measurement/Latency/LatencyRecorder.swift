import Foundation

/// A recorder of times in the classes of an HdrHistogram with three significant digits.
///
/// It is separate from ``LatencyHistogram``, because a value type that can be copied checks for
/// uniqueness at each write. `deallocate()` frees its 311 kB. Source: G. Tene's HdrHistogram, whose
/// Swift version takes four times as long.
public struct LatencyRecorder {
  @usableFromInline let counts: UnsafeMutablePointer<UInt64>
  @usableFromInline var sumNs: Double = 0
  @usableFromInline var maxNs: UInt64 = 0

  /// The longest time that is distinguished from longer ones: 2⁴⁷ − 1 ns, 39 hours.
  public static let longestNs: UInt64 = 1 << 47 - 1

  // Times below twice this power of two have classes of their own; every doubling has as many more.
  @usableFromInline static let halfBits: UInt64 = 10
  static let classCount = Self.index(of: Self.longestNs) + 1

  /// Creates an empty recorder and allocates its memory.
  public init() {
    counts = .allocate(capacity: Self.classCount)
    // The standard library's method initializes one element at a time in debug builds.
    memset(counts, 0, Self.classCount * MemoryLayout<UInt64>.stride)
  }

  /// Frees the memory, after which the recorder must not be used.
  public func deallocate() { counts.deallocate() }

  /// Records one time.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable @inline(__always)
  public mutating func record(ns: UInt64) {
    sumNs += Double(ns)
    if ns > maxNs { maxNs = ns }
    counts[Self.index(of: min(ns, Self.longestNs))] &+= 1
  }

  /// Records a time of 0.
  @inlinable @inline(__always)
  mutating func recordNothing() { counts[0] &+= 1 }

  /// Returns the class of a time.
  @inlinable @inline(__always)
  static func index(of ns: UInt64) -> Int {
    let whole = (2 << halfBits) - 1 as UInt64
    let doublings = (63 - halfBits) &- UInt64((ns | whole).leadingZeroBitCount)
    return Int(truncatingIfNeeded: (doublings &<< halfBits) &+ (ns &>> doublings))
  }

  /// The classes up to that of the longest recorded time.
  var usedClasses: Range<Int> { 0..<Self.index(of: min(maxNs, Self.longestNs)) + 1 }

  /// Returns the longest time of a class.
  static func maxNs(ofClass index: Int) -> UInt64 {
    let half = 1 << Int(halfBits)
    guard index >= 2 * half else { return UInt64(index) }
    let doublings = UInt64(index / half - 1)
    return (UInt64(index % half + half) + 1) << doublings - 1
  }

  /// Returns the shortest time of a class.
  static func minNs(ofClass index: Int) -> UInt64 { index > 0 ? maxNs(ofClass: index - 1) + 1 : 0 }

  /// Removes all times and keeps the memory.
  public mutating func reset() {
    counts.update(repeating: 0, count: usedClasses.count)
    sumNs = 0
    maxNs = 0
  }
}
