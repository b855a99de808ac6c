/// The wheels of a `VisitorQueue`, lent for one operation.
@usableFromInline struct TimingWheels {
  /// Events of one span of time: blocks in a chain, in the order of their insertion.
  @frozen @usableFromInline struct Bucket: BitwiseCopyable, Sendable {
    @usableFromInline var head: UInt32 = 0
    @usableFromInline var tail: UInt32 = 0
    @usableFromInline var count: UInt32 = 0

    @inlinable init() {}
  }

  /// What lies between two operations beside the buffers.
  @frozen @usableFromInline struct Place: BitwiseCopyable, Sendable {
    /// When the bucket that was opened last begins; all else is relative to it.
    @usableFromInline var baseNs: UInt64 = 0
    /// A bit for each word of `occupied` that is not 0.
    @usableFromInline var occupiedWords: UInt32 = 0
    /// The first block of the chain of those not used.
    @usableFromInline var freeBlock: UInt32 = 0

    @inlinable init() {}
  }

  @inlinable static var digitBits: Int { 8 }
  @inlinable static var levelCount: Int { 7 }
  @inlinable static var bucketCount: Int { levelCount << digitBits }
  /// How many events a block has room for, and how many are sorted rather than spread further.
  @inlinable static var blockSize: Int { 32 }

  /// The buckets of all wheels, the finest wheel first.
  @usableFromInline let buckets: UnsafeMutableBufferPointer<Bucket>
  /// A bit for each bucket that is not empty.
  @usableFromInline let occupied: UnsafeMutableBufferPointer<UInt64>
  @usableFromInline let blocks: UnsafeMutableBufferPointer<Visitor>
  /// The next block in the chain of each.
  @usableFromInline let nextBlock: UnsafeMutableBufferPointer<UInt32>
  @usableFromInline var place: Place

  @inlinable init(
    buckets: UnsafeMutableBufferPointer<Bucket>, occupied: UnsafeMutableBufferPointer<UInt64>,
    blocks: UnsafeMutableBufferPointer<Visitor>, nextBlock: UnsafeMutableBufferPointer<UInt32>,
    place: Place
  ) {
    self.buckets = buckets
    self.occupied = occupied
    self.blocks = blocks
    self.nextBlock = nextBlock
    self.place = place
  }

  /// Puts an event into the bucket of its time.
  @inlinable @inline(__always) mutating func file(_ visitor: Visitor) {
    let difference = (visitor.atNs ^ place.baseNs) | 1
    let level = (63 &- difference.leadingZeroBitCount) / Self.digitBits
    let digit = Int(truncatingIfNeeded: visitor.atNs >> UInt64(level &* Self.digitBits)) & 0xff
    let index = level << Self.digitBits | digit
    var bucket = buckets[index]
    let offset = Int(bucket.count) % Self.blockSize
    if offset == 0 {
      let block = place.freeBlock
      precondition(block < nextBlock.count, "more events than the queue was made for")
      place.freeBlock = nextBlock[Int(block)]
      if bucket.count == 0 {
        bucket.head = block
        occupied[index >> 6] |= 1 << UInt64(index & 63)
        place.occupiedWords |= 1 << UInt32(index >> 6)
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
  /// - Parameter run: Receives them, in no order.
  /// - Returns: When the bucket's span ends; `nil` when there are no events.
  mutating func takeEarliest(into run: inout [Visitor]) -> UInt64? {
    while place.occupiedWords != 0 {
      let word = place.occupiedWords.trailingZeroBitCount
      let index = word << 6 | occupied[word].trailingZeroBitCount
      let bucket = takeBucket(index)
      let shift = UInt64(index >> Self.digitBits * Self.digitBits)
      // The digits above stay; those below are 0.
      place.baseNs = (place.baseNs >> (shift + 8)) << (shift + 8) | UInt64(index & 0xff) << shift
      if shift == 0 || bucket.count <= Self.blockSize {
        run.reserveCapacity(Int(bucket.count))
        consume(bucket) { run.append($1) }
        return place.baseNs + (1 << shift)
      }
      consume(bucket) { wheels, visitor in wheels.file(visitor) }
    }
    return nil
  }

  /// Empties a bucket; what was in it is the caller's.
  private mutating func takeBucket(_ index: Int) -> Bucket {
    let bucket = buckets[index]
    buckets[index] = Bucket()
    occupied[index >> 6] &= ~(1 << UInt64(index & 63))
    if occupied[index >> 6] == 0 { place.occupiedWords &= ~(1 << UInt32(index >> 6)) }
    return bucket
  }

  /// Hands on each event of a bucket, and gives its blocks back.
  @inline(__always) private mutating func consume(
    _ bucket: Bucket, _ body: (inout Self, Visitor) -> Void
  ) {
    var block = Int(bucket.head)
    var left = Int(bucket.count)
    while true {
      let start = block * Self.blockSize
      for offset in 0..<min(left, Self.blockSize) { body(&self, blocks[start + offset]) }
      left -= Self.blockSize
      let next = Int(nextBlock[block])
      nextBlock[block] = place.freeBlock
      place.freeBlock = UInt32(block)
      if left <= 0 { return }
      block = next
    }
  }
}
