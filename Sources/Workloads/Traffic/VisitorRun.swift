/// The next events of a `VisitorQueue`, in order: the first one last.
@frozen @usableFromInline struct VisitorRun: ~Copyable {
  /// How many events are sorted rather than spread over a finer wheel: an event that comes between
  /// them moves half of them.
  @inlinable static var longestSorted: Int { 256 }

  @usableFromInline var events: UnsafeMutablePointer<Visitor>
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0
  /// How many events each part of the span has, then where they begin.
  @usableFromInline let places: UnsafeMutablePointer<UInt16>

  /// An empty run.
  @usableFromInline init() {
    capacity = Self.longestSorted
    events = .allocate(capacity: capacity)
    places = .allocate(capacity: Self.longestSorted + 1)
  }

  @inlinable deinit {
    events.deallocate()
    places.deallocate()
  }

  /// The memory that is held, in bytes.
  var heldBytes: Int {
    capacity * MemoryLayout<Visitor>.stride + (Self.longestSorted + 1) * MemoryLayout<UInt16>.stride
  }

  /// When the first event is.
  ///
  /// - Precondition: There is one.
  @inlinable var firstNs: UInt64 { events[count &- 1].atNs }

  /// Takes the first event.
  ///
  /// - Precondition: There is one.
  @inlinable mutating func removeFirst() -> Visitor {
    count &-= 1
    return events[count]
  }

  /// Puts an event where it belongs.
  ///
  /// - Complexity: O(*n*) in the events before it: what is inserted while a run is used is mostly among
  ///   its first.
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

  /// Takes the events of a span of time in and sorts them.
  ///
  /// They are dealt out by the highest bits in which they differ, which for as many parts as events
  /// leaves about one in each, and then put right by insertion: D. E. Knuth, *The Art of Computer
  /// Programming*, volume 3, section 5.2.1, multiple list insertion.
  ///
  /// - Parameters:
  ///   - count: How many there are; above `longestSorted` only where the span is one nanosecond.
  ///   - baseNs: When the span begins.
  ///   - spanBits: The binary logarithm of its length.
  ///   - forEach: Shows every event, in the same order each time.
  /// - Precondition: The run is empty.
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
      // All are of one nanosecond, in the order of users if all thought equally long.
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
    // The last part first: where each one begins.
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

  /// Moves an event behind the later ones among those before it.
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
