/// Who sleeps until when: what a virtual clock decides, without locks and without waking anybody.
struct VirtualSleepers {
  typealias Continuation = UnsafeContinuation<Void, any Error>

  /// One call of `sleep`: a slot, and how often that was used before.
  struct SleepID: Sendable, Equatable {
    let slot: Int32
    let generation: UInt32
  }

  private struct Slot {
    var generation: UInt32
    var isCancelled = false
    /// Whom to wake; `nil` on the way to bed.
    var continuation: Continuation?
  }

  private var slots: [Slot] = []
  private var freeSlots: [Int32] = []
  /// In bed; also those that were called off there, whose ids no longer fit their slots.
  // They are passed over when their time comes: to look for them at once would make each of the
  // heap's moves write to a slot.
  private var heap = DeadlineHeap()
  private var calledOff = 0
  private var arrivals: UInt64 = 0

  /// How many are asleep.
  var count: Int { heap.count - calledOff }

  /// Takes in a newcomer, who must lie down next.
  mutating func arrive() -> SleepID {
    if let slot = freeSlots.popLast() {
      return SleepID(slot: slot, generation: slots[Int(slot)].generation)
    }
    slots.append(Slot(generation: 0))
    return SleepID(slot: Int32(slots.count - 1), generation: 0)
  }

  /// Puts a newcomer to sleep; `false` if it was called off on the way, and is forgotten.
  ///
  /// - Complexity: O(log *n*)
  mutating func lieDown(
    _ id: SleepID, until deadlineNs: Int64, _ continuation: Continuation
  ) -> Bool {
    if slots[Int(id.slot)].isCancelled {
      free(id.slot)
      return false
    }
    slots[Int(id.slot)].continuation = continuation
    arrivals &+= 1
    heap.insert(DeadlineHeap.Entry(deadlineNs: deadlineNs, arrival: arrivals, id: id))
    return true
  }

  /// Calls off a sleep; whose continuation comes back must be woken.
  ///
  /// - Complexity: O(1), amortised.
  mutating func cancel(_ id: SleepID) -> Continuation? {
    let slot = Int(id.slot)
    // Woken in time.
    guard slots[slot].generation == id.generation else { return nil }
    guard let continuation = slots[slot].continuation else {
      slots[slot].isCancelled = true
      return nil
    }
    free(id.slot)
    calledOff += 1
    // Timeouts that are always called off would fill the memory.
    if calledOff > 64, calledOff * 2 > heap.count {
      heap.keep { slots[Int($0.id.slot)].generation == $0.id.generation }
      calledOff = 0
    }
    return continuation
  }

  /// The first deadline; `nil` if nobody sleeps.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func firstDeadline() -> Int64? {
    while let entry = heap.first {
      if slots[Int(entry.id.slot)].generation == entry.id.generation {
        return entry.deadlineNs
      }
      heap.removeFirst()
      calledOff -= 1
    }
    return nil
  }

  /// Takes out the first of those whose deadline has come; `nil` if nobody's has.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func popFirst(dueAt nowNs: Int64) -> Continuation? {
    guard let deadlineNs = firstDeadline(), deadlineNs <= nowNs, let entry = heap.first else {
      return nil
    }
    heap.removeFirst()
    let continuation = slots[Int(entry.id.slot)].continuation
    free(entry.id.slot)
    return continuation
  }

  private mutating func free(_ slot: Int32) {
    slots[Int(slot)] = Slot(generation: slots[Int(slot)].generation &+ 1)
    freeSlots.append(slot)
  }
}

/// Sleepers by their deadlines, the earliest first; of those with the same one, the first to come.
///
/// A heap with four children to a node: half as deep as one with two, and four neighbours of 24
/// bytes are two cache lines at most.
struct DeadlineHeap {
  struct Entry {
    let deadlineNs: Int64
    /// How many came before.
    let arrival: UInt64
    let id: VirtualSleepers.SleepID

    func isBefore(_ other: Entry) -> Bool {
      deadlineNs != other.deadlineNs
        ? deadlineNs < other.deadlineNs : arrival < other.arrival
    }
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }
  var first: Entry? { entries.first }

  /// - Complexity: O(log *n*)
  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0 {
      let parent = (index - 1) >> 2
      guard entry.isBefore(entries[parent]) else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  /// - Precondition: It is not empty.
  /// - Complexity: O(log *n*)
  mutating func removeFirst() {
    let last = entries.removeLast()
    if !entries.isEmpty { sink(last, from: 0) }
  }

  /// Keeps only those of which something is true.
  ///
  /// - Complexity: O(*n*)
  mutating func keep(where isKept: (Entry) -> Bool) {
    entries.removeAll { !isKept($0) }
    guard entries.count > 1 else { return }
    for index in (0...(entries.count - 2) >> 2).reversed() { sink(entries[index], from: index) }
  }

  /// Puts an entry where it belongs at or below a place that is free.
  private mutating func sink(_ entry: Entry, from place: Int) {
    entries.withUnsafeMutableBufferPointer { entries in
      var index = place
      while true {
        let child = index << 2 + 1
        guard child < entries.count else { break }
        var least = child
        for other in child + 1..<max(child + 1, min(child + 4, entries.count))
        where entries[other].isBefore(entries[least]) { least = other }
        guard entries[least].isBefore(entry) else { break }
        entries[index] = entries[least]
        index = least
      }
      entries[index] = entry
    }
  }
}
