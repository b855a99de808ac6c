/// The wheels of a `VisitorQueue`, which owns their memory.
@frozen @usableFromInline struct TimingWheels: ~Copyable {
  /// Events of one span of time: blocks in a chain, in the order of their insertion.
  @frozen @usableFromInline struct Bucket: BitwiseCopyable, Sendable {
    @usableFromInline var head: UInt32 = 0
    @usableFromInline var tail: UInt32 = 0
    @usableFromInline var count: UInt32 = 0

    @inlinable init() {}
  }

  @inlinable static var digitBits: Int { 8 }
  @inlinable static var levelCount: Int { 7 }
  @inlinable static var bucketCount: Int { levelCount << digitBits }
  /// How many events a block has room for.
  @inlinable static var blockSize: Int { 32 }

  /// The buckets of all wheels, the finest wheel first.
  @usableFromInline let buckets: UnsafeMutablePointer<Bucket>
  /// A bit for each bucket that is not empty.
  @usableFromInline let occupied: UnsafeMutablePointer<UInt64>
  @usableFromInline let blocks: UnsafeMutablePointer<Visitor>
  /// The next block in the chain of each.
  @usableFromInline let nextBlock: UnsafeMutablePointer<UInt32>
  @usableFromInline let blockCount: Int
  /// When the bucket that was opened last begins; all else is relative to it.
  @usableFromInline var baseNs: UInt64 = 0
  /// A bit for each word of `occupied` that is not 0.
  @usableFromInline var occupiedWords: UInt32 = 0
  /// The first block of the chain of those not used.
  @usableFromInline var freeBlock: UInt32 = 0

  /// Empty wheels at time 0.
  ///
  /// - Parameter capacity: The largest number of events that are in them at once.
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

  /// The memory that is held, in bytes.
  var heldBytes: Int {
    let block = Self.blockSize * MemoryLayout<Visitor>.stride + MemoryLayout<UInt32>.stride
    return blockCount * block + Self.bucketCount * MemoryLayout<Bucket>.stride
      + Self.bucketCount / 8
  }

  /// Puts an event into the bucket of its time.
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

  /// Moves the earliest events out: those of a bucket with few of them, or of a nanosecond.
  ///
  /// - Parameter run: Receives them in order.
  /// - Returns: When the bucket's span ends; `nil` when there are no events.
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

  /// Empties a bucket; what was in it is the caller's.
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

  /// Shows each event of a bucket, in the order of their insertion.
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

  /// Gives the blocks of a bucket back.
  private mutating func release(_ bucket: Bucket) {
    nextBlock[Int(bucket.tail)] = freeBlock
    freeBlock = bucket.head
  }
}
