/// The events of a simulation in the exact order of (time, user), for millions of them.
///
/// A hierarchy of timing wheels: G. Varghese and T. Lauck, *Hashed and hierarchical timing wheels*,
/// SOSP 1987. Each wheel stands for 8 bits of the time and has 256 buckets; an event is in the wheel
/// of the highest digit in which its time differs from the present, as in the radix heap of
/// R. K. Ahuja, K. Mehlhorn, J. B. Orlin and R. E. Tarjan, *Faster algorithms for the shortest path
/// problem*, Journal of the ACM 37 (2), 1990. When time reaches a bucket its events move to finer
/// wheels, until few are together; only those are ever sorted, as in the ladder queue of W. T. Tang, R. S. M. Goh and I. L.-J. Thng, ACM Transactions on
/// Modeling and Computer Simulation 15 (3), 2005. A timing wheel alone keeps the order of buckets
/// only.
///
/// Why not a heap: with 10 million events each removal follows a path of 23 levels through 240 MB,
/// a cache miss at most of them. Here an event moves two or three times in its life, from the
/// start of one block to the end of another, and nothing is looked up by user.
///
/// It cannot be copied: its memory is asked for once and never whether it is shared.
///
/// - Invariant: Times inserted are not before the last one removed, and below 2⁵⁶.
@frozen @usableFromInline struct VisitorQueue: ~Copyable {
  /// The events before `runEndNs`.
  @usableFromInline var run = VisitorRun()
  @usableFromInline var runEndNs: UInt64 = 0
  /// The other events.
  @usableFromInline var wheels: TimingWheels

  /// An empty queue at time 0.
  ///
  /// - Parameter capacity: The largest number of events that are in it at once.
  @usableFromInline init(capacity: Int) { wheels = TimingWheels(capacity: capacity) }

  /// Adds an event.
  ///
  /// - Complexity: O(1), or O(*n*) in those before it where it falls between those that come next.
  @inlinable mutating func insert(_ visitor: Visitor) {
    if visitor.atNs < runEndNs {
      run.insert(visitor)
    } else {
      wheels.file(visitor)
    }
  }

  /// Takes the first event; `nil` when there is none.
  ///
  /// - Complexity: O(levels), amortised.
  @inlinable mutating func removeFirst() -> Visitor? {
    if run.count == 0, !openBucket() { return nil }
    return run.removeFirst()
  }

  /// When the first event is; `nil` when there is none.
  ///
  /// - Complexity: As `removeFirst()`. An event that is inserted then costs a step for each one that is
  ///   before it and was inserted since.
  @inlinable var firstNs: UInt64? {
    mutating get {
      if run.count == 0, !openBucket() { return nil }
      return run.firstNs
    }
  }

  /// The memory that is held, in bytes.
  var heldBytes: Int { wheels.heldBytes + run.heldBytes }

  /// Makes the earliest events the run, which is empty; says whether there were any.
  @usableFromInline @inline(never) mutating func openBucket() -> Bool {
    guard let endNs = wheels.takeEarliest(into: &run) else { return false }
    runEndNs = endNs
    return true
  }
}
