public import Synchronization

/// The number of comparisons of values that count them, which are the rows of ``RowsFeature``.
///
/// A store compares parts of its state to find out whether something has changed. While nothing is counted, a
/// comparison reads a flag, which takes less than a nanosecond.
public enum Comparisons {
  @usableFromInline static let isCounting = Atomic(false)
  @usableFromInline static let count = Atomic(0)

  /// Counts a comparison, on any thread.
  @inlinable @inline(__always) public static func add() {
    if isCounting.load(ordering: .relaxed) { count.add(1, ordering: .relaxed) }
  }

  /// Begins to count in the whole process.
  package static func begin() {
    count.store(0, ordering: .relaxed)
    isCounting.store(true, ordering: .relaxed)
  }

  /// Ends to count, and returns the number of comparisons since `begin`.
  package static func end() -> Int {
    isCounting.store(false, ordering: .relaxed)
    return count.load(ordering: .relaxed)
  }
}
