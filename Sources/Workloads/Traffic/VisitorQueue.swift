/// The events of a simulation in the exact order of (time, user), for millions of them.
///
/// A hierarchy of timing wheels: G. Varghese and T. Lauck, *Hashed and hierarchical timing wheels*,
/// SOSP 1987. Each wheel stands for 8 bits of the time and has 256 buckets; an event is in the wheel
/// of the highest digit in which its time differs from the present, as in the radix heap of
/// R. K. Ahuja, K. Mehlhorn, J. B. Orlin and R. E. Tarjan, *Faster algorithms for the shortest path
/// problem*, Journal of the ACM 37 (2), 1990. When time reaches a bucket its events move to finer
/// wheels, until so few are together that sorting them costs nothing; only those are ever sorted,
/// as in the ladder queue of W. T. Tang, R. S. M. Goh and I. L.-J. Thng, ACM Transactions on
/// Modeling and Computer Simulation 15 (3), 2005. A timing wheel alone keeps the order of buckets
/// only.
///
/// Why not a heap: with 10 million events each removal follows a path of 23 levels through 240 MB,
/// a cache miss at most of them. Here an event moves three or four times in its life, from the
/// start of one block to the end of another, and nothing is looked up by user.
///
/// - Invariant: Times inserted are not before the last one removed, and below 2⁵⁶.
@usableFromInline struct VisitorQueue: Sendable {
  /// The events before `runEndNs`, the first one last.
  @usableFromInline var run: [Visitor] = []
  @usableFromInline var runEndNs: UInt64 = 0

  /// The other events, and what `TimingWheels` needs to find them.
  @usableFromInline var buckets: [TimingWheels.Bucket]
  @usableFromInline var occupied: [UInt64]
  @usableFromInline var blocks: [Visitor]
  @usableFromInline var nextBlock: [UInt32]
  @usableFromInline var place = TimingWheels.Place()

  /// An empty queue at time 0.
  ///
  /// - Parameter capacity: The largest number of events that are in it at once.
  @usableFromInline init(capacity: Int) {
    // Each bucket has one block that is not full, and one more is being spread over others.
    let (size, bucketCount) = (TimingWheels.blockSize, TimingWheels.bucketCount)
    let blockCount = min(capacity, capacity / size + bucketCount) + 1
    let nobody = Visitor(atNs: 0, randomState: 0, user: 0, slot: Visitor.nowhere)
    buckets = Array(repeating: TimingWheels.Bucket(), count: bucketCount)
    occupied = Array(repeating: 0, count: bucketCount / 64)
    blocks = Array(repeating: nobody, count: blockCount * size)
    nextBlock = (1...UInt32(blockCount)).map { $0 }
  }

  /// Adds an event.
  ///
  /// - Complexity: O(1), or O(`blockSize`) where it falls between those that come next.
  @inlinable mutating func insert(_ visitor: Visitor) {
    if visitor.atNs < runEndNs {
      insertInRun(visitor)
    } else {
      withWheels { $0.file(visitor) }
    }
  }

  /// Takes the first event; `nil` when there is none.
  ///
  /// - Complexity: O(levels), amortised.
  @inlinable mutating func removeFirst() -> Visitor? {
    if run.isEmpty, !openBucket() { return nil }
    return run.removeLast()
  }

  /// When the first event is; `nil` when there is none.
  ///
  /// - Complexity: As `removeFirst()`. An event that is inserted then costs a step for each one that is
  ///   before it and was inserted since.
  @inlinable var firstNs: UInt64? {
    mutating get {
      if run.isEmpty, !openBucket() { return nil }
      return run[run.count - 1].atNs
    }
  }

  /// The memory that is held, in bytes.
  var heldBytes: Int {
    (blocks.capacity + run.capacity) * MemoryLayout<Visitor>.stride
      + nextBlock.capacity * MemoryLayout<UInt32>.stride
      + buckets.capacity * MemoryLayout<TimingWheels.Bucket>.stride
      + occupied.capacity * MemoryLayout<UInt64>.stride
  }

  // MARK: -

  @inlinable mutating func insertInRun(_ visitor: Visitor) {
    var hole = run.count
    run.append(visitor)
    run.withUnsafeMutableBufferPointer { run in
      // From the end: what is inserted while a run is used is mostly among its first.
      while hole > 0, run[hole - 1].precedes(visitor) {
        run[hole] = run[hole - 1]
        hole -= 1
      }
      run[hole] = visitor
    }
  }

  /// Lends the wheels: arrays are asked once whether they are shared, not at each event.
  @inlinable @inline(__always)
  mutating func withWheels<Result>(_ body: (inout TimingWheels) -> Result) -> Result {
    buckets.withUnsafeMutableBufferPointer { buckets in
      occupied.withUnsafeMutableBufferPointer { occupied in
        blocks.withUnsafeMutableBufferPointer { blocks in
          nextBlock.withUnsafeMutableBufferPointer { nextBlock in
            var wheels = TimingWheels(
              buckets: buckets, occupied: occupied, blocks: blocks, nextBlock: nextBlock,
              place: place)
            defer { place = wheels.place }
            return body(&wheels)
          }
        }
      }
    }
  }

  /// Makes the earliest events the run, which is empty; says whether there were any.
  @usableFromInline @inline(never) mutating func openBucket() -> Bool {
    var run = self.run
    // Or the next line would copy it.
    self.run = []
    let endNs = withWheels { $0.takeEarliest(into: &run) }
    self.run = run
    guard let endNs else { return false }
    runEndNs = endNs
    // Many in one nanosecond come in the order of their users if all thought equally long, and
    // then sorting finds one run to turn round.
    self.run.sort { $1.precedes($0) }
    return true
  }
}
