/// The effects that have begun and not ended, each in a slot; slots are used again.
@usableFromInline
struct FlightTable {
  /// One effect in flight.
  private struct Flight {
    /// Tells this use of the slot from earlier ones; 0: free.
    var number = 0
    var path = EffectPath()
    var part: Errand?
    /// Known only when the effect did not end before its start returned.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  /// A use of a slot.
  @usableFromInline
  struct Ticket {
    fileprivate let slot: Int
    fileprivate let number: Int
  }

  private var flights: [Flight] = []
  private var free: [Int] = []
  private var lastNumber = 0
  private var slotsByPath: [EffectPath: Set<Int>] = [:]

  @usableFromInline init() {}

  /// How many there are.
  @usableFromInline var count: Int { flights.count - free.count }

  /// Takes a slot.
  ///
  /// - Parameter part: Who waits for the effect to end; told when it does.
  @usableFromInline
  mutating func open(path: EffectPath, part: Errand?) -> Ticket {
    lastNumber += 1
    part?.begin()
    let flight = Flight(number: lastNumber, path: path, part: part)
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      flights[slot] = flight
    } else {
      slot = flights.count
      flights.append(flight)
    }
    if !path.steps.isEmpty {
      for prefix in path.prefixes { slotsByPath[prefix, default: []].insert(slot) }
    }
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Remembers the task of an effect that did not end at once, to cancel it by.
  @usableFromInline
  mutating func keep(_ task: Task<Void, Never>, of ticket: Ticket) {
    guard flights[ticket.slot].number == ticket.number else { return }
    flights[ticket.slot].task = task
    flights[ticket.slot].part?.add(task, number: ticket.number)
    if flights[ticket.slot].isCancelled { task.cancel() }
  }

  /// Whether it was cancelled by its path, or with all others.
  @usableFromInline
  func isCancelled(_ ticket: Ticket) -> Bool { flights[ticket.slot].isCancelled }

  /// Gives the slot back.
  @usableFromInline
  mutating func close(_ ticket: Ticket) {
    let flight = flights[ticket.slot]
    precondition(flight.number == ticket.number, "an effect ends once")
    flights[ticket.slot] = Flight()
    free.append(ticket.slot)
    if !flight.path.steps.isEmpty {
      for prefix in flight.path.prefixes {
        slotsByPath[prefix]?.remove(ticket.slot)
        if slotsByPath[prefix]?.isEmpty == true { slotsByPath[prefix] = nil }
      }
    }
    if flight.task != nil { flight.part?.forget(number: ticket.number) }
    flight.part?.end()
  }

  /// Cancels what runs under a path.
  @usableFromInline
  mutating func cancel(_ path: EffectPath) {
    for slot in slotsByPath[path] ?? [] { cancel(slot: slot) }
  }

  /// Cancels what runs in scopes directly inside `path` of which something is true.
  ///
  /// - Complexity: O(*n*) for *n* effects in flight.
  @usableFromInline
  mutating func cancelScopes(in path: EffectPath, where hasEnded: (AnyHashable) -> Bool) {
    for slot in flights.indices where flights[slot].number != 0 {
      let steps = flights[slot].path.steps
      guard steps.count > path.steps.count, steps.starts(with: path.steps),
        hasEnded(steps[path.steps.count])
      else { continue }
      cancel(slot: slot)
    }
  }

  /// Cancels everything.
  @usableFromInline
  mutating func cancelAll() {
    for slot in flights.indices where flights[slot].number != 0 { cancel(slot: slot) }
  }

  private mutating func cancel(slot: Int) {
    flights[slot].isCancelled = true
    flights[slot].task?.cancel()
  }
}
