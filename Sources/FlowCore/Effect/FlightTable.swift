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

  /// Whether it has ended, or was cancelled by its path or with all others.
  @usableFromInline
  func isOver(_ ticket: Ticket) -> Bool {
    flights[ticket.slot].number != ticket.number || flights[ticket.slot].isCancelled
  }

  /// Gives the slot back.
  ///
  /// - Returns: Who waits for the effect to end. The caller tells them: an executor may go on with
  ///   whoever waits at once, and come back to this table.
  @usableFromInline
  mutating func close(_ ticket: Ticket) -> Errand? {
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
    return flight.part
  }

  // Cancelling runs the handlers of whoever is cancelled, which may come back to this table. The
  // following therefore only mark, and return the tasks for the caller to cancel.

  /// Marks what runs under a path.
  @usableFromInline
  mutating func cancel(_ path: EffectPath) -> [Task<Void, Never>] {
    (slotsByPath[path] ?? []).compactMap { mark($0) }
  }

  /// Marks what runs in scopes directly inside `path` of which something is true.
  ///
  /// - Complexity: O(*n*) for *n* effects in flight.
  @usableFromInline
  mutating func cancelScopes(
    in path: EffectPath, where hasEnded: (AnyHashable) -> Bool
  ) -> [Task<Void, Never>] {
    flights.indices.filter { flights[$0].path.isIn(scopeOf: path, where: hasEnded) }
      .compactMap { mark($0) }
  }

  /// Marks everything.
  @usableFromInline
  mutating func cancelAll() -> [Task<Void, Never>] { flights.indices.compactMap { mark($0) } }

  private mutating func mark(_ slot: Int) -> Task<Void, Never>? {
    guard flights[slot].number != 0 else { return nil }
    flights[slot].isCancelled = true
    return flights[slot].task
  }
}
