/// Who sleeps until when: what a virtual clock decides, without locks and without waking anybody.
struct VirtualSleepers {
  typealias Continuation = UnsafeContinuation<Void, any Error>

  /// One call of `sleep`: a slot, and how often that was used before.
  struct Ticket: Sendable, Equatable {
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
  /// In bed; also those that were called off there, whose tickets no longer fit their slots.
  // They are passed over when their time comes: to look for them at once would make each of the
  // heap's moves write to a slot.
  private var heap = DeadlineHeap()
  private var calledOff = 0
  private var arrivals: UInt64 = 0

  /// How many are asleep.
  var count: Int { heap.count - calledOff }

  /// Takes in a newcomer, who must lie down next.
  mutating func arrive() -> Ticket {
    if let slot = freeSlots.popLast() {
      return Ticket(slot: slot, generation: slots[Int(slot)].generation)
    }
    slots.append(Slot(generation: 0))
    return Ticket(slot: Int32(slots.count - 1), generation: 0)
  }

  /// Puts a newcomer to sleep; `false` if it was called off on the way, and is forgotten.
  ///
  /// - Complexity: O(log *n*)
  mutating func lieDown(
    _ ticket: Ticket, until deadlineNs: Int64, _ continuation: Continuation
  ) -> Bool {
    if slots[Int(ticket.slot)].isCancelled {
      free(ticket.slot)
      return false
    }
    slots[Int(ticket.slot)].continuation = continuation
    arrivals &+= 1
    heap.insert(DeadlineHeap.Entry(deadlineNs: deadlineNs, arrival: arrivals, ticket: ticket))
    return true
  }

  /// Calls off a sleep; whose continuation comes back must be woken.
  ///
  /// - Complexity: O(1), amortised.
  mutating func cancel(_ ticket: Ticket) -> Continuation? {
    let slot = Int(ticket.slot)
    // Woken in time.
    guard slots[slot].generation == ticket.generation else { return nil }
    guard let continuation = slots[slot].continuation else {
      slots[slot].isCancelled = true
      return nil
    }
    free(ticket.slot)
    calledOff += 1
    // Timeouts that are always called off would fill the memory.
    if calledOff > 64, calledOff * 2 > heap.count {
      heap.keep { slots[Int($0.ticket.slot)].generation == $0.ticket.generation }
      calledOff = 0
    }
    return continuation
  }

  /// The first deadline; `nil` if nobody sleeps.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func firstDeadline() -> Int64? {
    while let entry = heap.first {
      if slots[Int(entry.ticket.slot)].generation == entry.ticket.generation {
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
    let continuation = slots[Int(entry.ticket.slot)].continuation
    free(entry.ticket.slot)
    return continuation
  }

  private mutating func free(_ slot: Int32) {
    slots[Int(slot)] = Slot(generation: slots[Int(slot)].generation &+ 1)
    freeSlots.append(slot)
  }
}
