/// A simulated user and the time of the user's next event: 24 bytes.
@frozen @usableFromInline struct Visitor: BitwiseCopyable, Sendable {
  @usableFromInline var atNs: UInt64
  /// The state of the user's random numbers.
  @usableFromInline var randomState: UInt64
  @usableFromInline var user: UInt32
  /// The user's slot, or `nowhere` between two sessions.
  @usableFromInline var slot: UInt32

  @inlinable static var nowhere: UInt32 { .max }

  @inlinable init(atNs: UInt64, randomState: UInt64, user: UInt32, slot: UInt32) {
    self.atNs = atNs
    self.randomState = randomState
    self.user = user
    self.slot = slot
  }

  /// The order by time, then by user.
  @inlinable func precedes(_ other: Visitor) -> Bool {
    atNs != other.atNs ? atNs < other.atNs : user < other.user
  }
}

/// The events of a simulation in the exact order of (time, user), for millions of them.
///
/// A hierarchy of timing wheels: G. Varghese and T. Lauck, *Hashed and hierarchical timing wheels*,
/// SOSP 1987. Each wheel stands for 8 bits of the time and has 256 buckets; an event is in the wheel
/// of the highest digit in which its time differs from the present, as in a radix heap. When time
/// reaches a bucket its events move to finer wheels, until few are together; only those are sorted, as
/// in the ladder queue of W. T. Tang, R. S. M. Goh and I. L.-J. Thng, 2005.
///
/// In a heap with 10 million events each removal would follow a path of 23 levels through 240 MB, with
/// a cache miss at most of them. Here an event moves two or three times.
///
/// - Invariant: Times inserted are not before the last one removed, and below 2⁵⁶.
@frozen @usableFromInline struct VisitorQueue: ~Copyable {
  /// The events before `runEndNs`.
  @usableFromInline var run = VisitorRun()
  @usableFromInline var runEndNs: UInt64 = 0
  /// The other events.
  @usableFromInline var wheels: TimingWheels

  /// Creates an empty queue at time 0.
  ///
  /// - Parameter capacity: The maximum number of events.
  @usableFromInline init(capacity: Int) { wheels = TimingWheels(capacity: capacity) }

  /// Adds an event.
  ///
  /// - Complexity: O(1), or O(*n*) in the events before it if it is among the next ones.
  @inlinable mutating func insert(_ visitor: Visitor) {
    if visitor.atNs < runEndNs {
      run.insert(visitor)
    } else {
      wheels.file(visitor)
    }
  }

  /// Removes the first event.
  ///
  /// - Complexity: O(levels), amortised.
  @inlinable mutating func removeFirst() -> Visitor? {
    if run.count == 0, !openBucket() { return nil }
    return run.removeFirst()
  }

  /// The time of the first event.
  @inlinable var firstNs: UInt64? {
    mutating get {
      if run.count == 0, !openBucket() { return nil }
      return run.firstNs
    }
  }

  /// The memory that is held, in bytes.
  var heldBytes: Int { wheels.heldBytes + run.heldBytes }

  /// Moves the earliest events to the run, which is empty.
  @usableFromInline @inline(never) mutating func openBucket() -> Bool {
    guard let endNs = wheels.takeEarliest(into: &run) else { return false }
    runEndNs = endNs
    return true
  }
}

/// The next events of a `VisitorQueue`, in order: the first one last.
@frozen @usableFromInline struct VisitorRun: ~Copyable {
  /// The maximum number of events that are sorted instead of spread over a finer wheel.
  @inlinable static var longestSorted: Int { 256 }

  @usableFromInline var events: UnsafeMutablePointer<Visitor>
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0
  /// The number of events in each part of the span, then their first place.
  @usableFromInline let places: UnsafeMutablePointer<UInt16>

  @usableFromInline init() {
    capacity = Self.longestSorted
    events = .allocate(capacity: capacity)
    places = .allocate(capacity: Self.longestSorted + 1)
  }

  @inlinable deinit {
    events.deallocate()
    places.deallocate()
  }

  var heldBytes: Int {
    capacity * MemoryLayout<Visitor>.stride + (Self.longestSorted + 1) * MemoryLayout<UInt16>.stride
  }

  @inlinable var firstNs: UInt64 { events[count &- 1].atNs }

  @inlinable mutating func removeFirst() -> Visitor {
    count &-= 1
    return events[count]
  }

  @inlinable mutating func insert(_ visitor: Visitor) {
    if count == capacity { grow(to: 2 * capacity) }
    var hole = count
    while hole > 0, events[hole &- 1].precedes(visitor) {
      events[hole] = events[hole &- 1]
      hole &-= 1
    }
    events[hole] = visitor
    count &+= 1
  }

  @usableFromInline @inline(never) mutating func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Visitor>.allocate(capacity: capacity)
    larger.update(from: events, count: count)
    events.deallocate()
    events = larger
    self.capacity = capacity
  }

  /// Fills the empty run with the events of a span of time, in order.
  ///
  /// Events are distributed by the highest bits in which they differ, about one to each part, and then
  /// sorted by insertion: D. E. Knuth, *The Art of Computer Programming*, volume 3, section 5.2.1.
  ///
  /// - Parameters:
  ///   - count: The number of events; above `longestSorted` only if the span is one nanosecond.
  ///   - spanBits: The binary logarithm of the span's length.
  ///   - forEach: Passes each event to its argument, in the same order each time.
  @inline(__always)
  mutating func fill(
    count: Int, baseNs: UInt64, spanBits: UInt64, _ forEach: ((Visitor) -> Void) -> Void
  ) {
    if count > capacity { grow(to: count) }
    self.count = count
    let events = events
    guard spanBits > 0, count > 2 else {
      var filled = 0
      forEach { visitor in
        events[filled] = visitor
        filled += 1
      }
      var filledEvents = UnsafeMutableBufferPointer(start: events, count: count)
      filledEvents.sort { $1.precedes($0) }
      return
    }
    let partBits = UInt64(min(8, Int.bitWidth - (count - 1).leadingZeroBitCount))
    let shift = spanBits > partBits ? spanBits - partBits : 0
    let parts = 1 << Int(min(partBits, spanBits))
    let places = places
    places.update(repeating: 0, count: parts + 1)
    forEach { visitor in
      places[Int(truncatingIfNeeded: (visitor.atNs &- baseNs) &>> shift)] &+= 1
    }
    var begin: UInt16 = 0
    for part in stride(from: parts - 1, through: 0, by: -1) {
      let size = places[part]
      places[part] = begin
      begin &+= size
    }
    forEach { visitor in
      let part = Int(truncatingIfNeeded: (visitor.atNs &- baseNs) &>> shift)
      events[Int(places[part])] = visitor
      places[part] &+= 1
    }
    for index in 1..<count { sink(index) }
  }

  @inline(__always) private func sink(_ index: Int) {
    let visitor = events[index]
    var hole = index
    while hole > 0, events[hole &- 1].precedes(visitor) {
      events[hole] = events[hole &- 1]
      hole &-= 1
    }
    if hole != index { events[hole] = visitor }
  }
}

/// The wheels of a `VisitorQueue`, which owns their memory.
@frozen @usableFromInline struct TimingWheels: ~Copyable {
  /// Events of one span of time: a chain of blocks in the order of insertion.
  @frozen @usableFromInline struct Bucket: BitwiseCopyable, Sendable {
    @usableFromInline var head: UInt32 = 0
    @usableFromInline var tail: UInt32 = 0
    @usableFromInline var count: UInt32 = 0

    @inlinable init() {}
  }

  @inlinable static var digitBits: Int { 8 }
  @inlinable static var levelCount: Int { 7 }
  @inlinable static var bucketCount: Int { levelCount << digitBits }
  /// The number of events in a block.
  @inlinable static var blockSize: Int { 32 }

  /// The buckets of all wheels, the finest wheel first.
  @usableFromInline let buckets: UnsafeMutablePointer<Bucket>
  /// A bit for each nonempty bucket.
  @usableFromInline let occupied: UnsafeMutablePointer<UInt64>
  @usableFromInline let blocks: UnsafeMutablePointer<Visitor>
  /// The next block in the chain of each.
  @usableFromInline let nextBlock: UnsafeMutablePointer<UInt32>
  @usableFromInline let blockCount: Int
  /// The start of the last opened bucket, to which all else is relative.
  @usableFromInline var baseNs: UInt64 = 0
  /// A bit for each word of `occupied` that is not 0.
  @usableFromInline var occupiedWords: UInt32 = 0
  /// The first block of the chain of free blocks.
  @usableFromInline var freeBlock: UInt32 = 0

  init(capacity: Int) {
    // Each bucket has one block that is not full, and one more is being spread over others.
    blockCount = min(capacity, capacity / Self.blockSize + Self.bucketCount) + 1
    buckets = .allocate(capacity: Self.bucketCount)
    buckets.initialize(repeating: Bucket(), count: Self.bucketCount)
    occupied = .allocate(capacity: Self.bucketCount / 64)
    occupied.initialize(repeating: 0, count: Self.bucketCount / 64)
    blocks = .allocate(capacity: blockCount * Self.blockSize)
    nextBlock = .allocate(capacity: blockCount)
    for block in 0..<blockCount { (nextBlock + block).initialize(to: UInt32(block) + 1) }
  }

  @inlinable deinit {
    buckets.deallocate()
    occupied.deallocate()
    blocks.deallocate()
    nextBlock.deallocate()
  }

  var heldBytes: Int {
    let block = Self.blockSize * MemoryLayout<Visitor>.stride + MemoryLayout<UInt32>.stride
    return blockCount * block + Self.bucketCount * MemoryLayout<Bucket>.stride
      + Self.bucketCount / 8
  }

  /// Inserts an event into the bucket of its time.
  @inlinable @inline(__always) mutating func file(_ visitor: Visitor) {
    let difference = (visitor.atNs ^ baseNs) | 1
    let level = (63 &- difference.leadingZeroBitCount) &>> 3
    let digit = Int(truncatingIfNeeded: visitor.atNs &>> UInt64(level &* Self.digitBits)) & 0xff
    let index = level &<< Self.digitBits | digit
    var bucket = buckets[index]
    let offset = Int(bucket.count) & (Self.blockSize - 1)
    if offset == 0 {
      let block = freeBlock
      precondition(block < blockCount, "more events than the queue was made for")
      freeBlock = nextBlock[Int(block)]
      if bucket.count == 0 {
        bucket.head = block
        occupied[index >> 6] |= 1 << UInt64(index & 63)
        occupiedWords |= 1 << UInt32(index >> 6)
      } else {
        nextBlock[Int(bucket.tail)] = block
      }
      bucket.tail = block
    }
    bucket.count &+= 1
    buckets[index] = bucket
    blocks[Int(bucket.tail) &* Self.blockSize &+ offset] = visitor
  }

  /// Moves the earliest events to the run: those of a bucket with few of them, or of a nanosecond.
  ///
  /// - Returns: The end of the bucket's span; `nil` if there are no events.
  mutating func takeEarliest(into run: inout VisitorRun) -> UInt64? {
    while occupiedWords != 0 {
      let word = occupiedWords.trailingZeroBitCount
      let index = word << 6 | occupied[word].trailingZeroBitCount
      let bucket = takeBucket(index)
      let shift = UInt64(index >> Self.digitBits * Self.digitBits)
      // The digits above stay; those below are 0.
      baseNs = (baseNs >> (shift + 8)) << (shift + 8) | UInt64(index & 0xff) << shift
      if shift == 0 || bucket.count <= VisitorRun.longestSorted {
        run.fill(count: Int(bucket.count), baseNs: baseNs, spanBits: shift) { body in
          forEach(of: bucket, body)
        }
        release(bucket)
        return baseNs + (1 << shift)
      }
      spread(bucket)
    }
    return nil
  }

  private mutating func takeBucket(_ index: Int) -> Bucket {
    let bucket = buckets[index]
    buckets[index] = Bucket()
    occupied[index >> 6] &= ~(1 << UInt64(index & 63))
    if occupied[index >> 6] == 0 { occupiedWords &= ~(1 << UInt32(index >> 6)) }
    return bucket
  }

  /// Files the events of a bucket again, relative to a later time.
  private mutating func spread(_ bucket: Bucket) {
    var block = bucket.head
    var left = Int(bucket.count)
    while left > 0 {
      let start = Int(block) * Self.blockSize
      for offset in 0..<min(left, Self.blockSize) { file(blocks[start + offset]) }
      left -= Self.blockSize
      let next = nextBlock[Int(block)]
      nextBlock[Int(block)] = freeBlock
      freeBlock = block
      block = next
    }
  }

  @inline(__always) private func forEach(of bucket: Bucket, _ body: (Visitor) -> Void) {
    var block = Int(bucket.head)
    var left = Int(bucket.count)
    while left > 0 {
      let start = block * Self.blockSize
      for offset in 0..<min(left, Self.blockSize) { body(blocks[start + offset]) }
      left -= Self.blockSize
      block = Int(nextBlock[block])
    }
  }

  private mutating func release(_ bucket: Bucket) {
    nextBlock[Int(bucket.tail)] = freeBlock
    freeBlock = bucket.head
  }
}
