/// The sleeping tasks of a clock.
struct SleeperQueue<Deadline: Comparable> {
  typealias Continuation = UnsafeContinuation<Void, any Error>

  /// A call of `sleep`: a slot, and the number of its earlier uses.
  struct SleepID: Sendable, Equatable {
    let slot: Int32
    let generation: UInt32
  }

  private struct Slot {
    var generation: UInt32
    var isCancelled = false
    /// The continuation of a suspended task.
    var continuation: Continuation?
  }

  private struct Entry {
    let deadline: Deadline
    /// The position in the order of suspension.
    let arrival: UInt64
    let id: SleepID

    func isBefore(_ other: Entry) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : arrival < other.arrival
    }
  }

  private var slots: [Slot] = []
  private var freeSlots: [Int32] = []
  /// A heap with four children for each node: half as deep as with two, and four adjacent entries
  /// are in two cache lines. Cancelled entries, whose generation has changed, remain until they are
  /// due, because a removal would make each move in the heap update a slot.
  private var heap: [Entry] = []
  private var cancelledCount = 0
  private var arrivals: UInt64 = 0

  /// The number of suspended tasks.
  var count: Int { heap.count - cancelledCount }

  /// Returns an ID for a task that is about to suspend.
  mutating func arrive() -> SleepID {
    if let slot = freeSlots.popLast() {
      return SleepID(slot: slot, generation: slots[Int(slot)].generation)
    }
    slots.append(Slot(generation: 0))
    return SleepID(slot: Int32(slots.count - 1), generation: 0)
  }

  /// Returns a Boolean value that indicates whether a sleep was cancelled before its task suspended.
  func isCancelled(_ id: SleepID) -> Bool { slots[Int(id.slot)].isCancelled }

  /// Stores the continuation of a suspended task.
  ///
  /// - Complexity: O(log *n*)
  mutating func suspend(_ id: SleepID, until deadline: Deadline, _ continuation: Continuation) {
    slots[Int(id.slot)].continuation = continuation
    arrivals &+= 1
    insert(Entry(deadline: deadline, arrival: arrivals, id: id))
  }

  /// Cancels a sleep and returns the continuation to resume.
  ///
  /// - Complexity: O(1), amortized.
  mutating func cancel(_ id: SleepID) -> Continuation? {
    let slot = Int(id.slot)
    guard slots[slot].generation == id.generation else { return nil }
    guard let continuation = slots[slot].continuation else {
      slots[slot].isCancelled = true
      return nil
    }
    release(id)
    cancelledCount += 1
    // Otherwise, timeouts that are always cancelled would accumulate.
    if cancelledCount > 64, cancelledCount * 2 > heap.count { removeCancelled() }
    return continuation
  }

  /// Returns the earliest deadline; `nil` if no task is suspended.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func firstDeadline() -> Deadline? {
    while let entry = heap.first {
      if isCurrent(entry.id) { return entry.deadline }
      removeFirst()
      cancelledCount -= 1
    }
    return nil
  }

  /// Removes the first task whose deadline is not after `now` and returns its continuation.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func popFirst(dueAt now: Deadline) -> Continuation? {
    guard let deadline = firstDeadline(), deadline <= now, let entry = heap.first else {
      return nil
    }
    removeFirst()
    let continuation = slots[Int(entry.id.slot)].continuation
    release(entry.id)
    return continuation
  }

  /// Releases an ID.
  mutating func release(_ id: SleepID) {
    slots[Int(id.slot)] = Slot(generation: slots[Int(id.slot)].generation &+ 1)
    freeSlots.append(id.slot)
  }

  private func isCurrent(_ id: SleepID) -> Bool {
    slots[Int(id.slot)].generation == id.generation
  }

  // MARK: - Heap

  private mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) >> 2
      guard entry.isBefore(heap[parent]) else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if !heap.isEmpty { sink(last, from: 0) }
  }

  private mutating func removeCancelled() {
    heap.removeAll { [slots] in slots[Int($0.id.slot)].generation != $0.id.generation }
    cancelledCount = 0
    guard heap.count > 1 else { return }
    for index in (0...(heap.count - 2) >> 2).reversed() { sink(heap[index], from: index) }
  }

  /// Moves an entry to its place at or below a free one.
  private mutating func sink(_ entry: Entry, from place: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = place
      while true {
        let child = index << 2 + 1
        guard child < heap.count else { break }
        var first = child
        for other in child + 1..<max(child + 1, min(child + 4, heap.count))
        where heap[other].isBefore(heap[first]) { first = other }
        guard heap[first].isBefore(entry) else { break }
        heap[index] = heap[first]
        index = first
      }
      heap[index] = entry
    }
  }
}
