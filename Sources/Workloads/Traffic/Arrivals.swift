/// When the actions of a load come: in an open loop, or in a closed one.
///
/// Both are stored in place, so that neither is boxed or copied when it moves on.
public struct Arrivals: Sendable {
  @frozen @usableFromInline enum Loop: Sendable {
    case open, closed
  }

  @usableFromInline let loop: Loop
  @usableFromInline var schedule: ArrivalSchedule?
  @usableFromInline var clients: ThinkingClients?

  /// Actions arrive at their own rate.
  public static func open(_ schedule: ArrivalSchedule) -> Arrivals {
    Arrivals(loop: .open, schedule: schedule, clients: nil)
  }

  /// Each client waits for the end of its action.
  public static func closed(_ clients: ThinkingClients) -> Arrivals {
    Arrivals(loop: .closed, schedule: nil, clients: clients)
  }

  private init(loop: Loop, schedule: ArrivalSchedule?, clients: ThinkingClients?) {
    self.loop = loop
    self.schedule = schedule
    self.clients = clients
  }

  /// The next action's instant.
  ///
  /// - Returns: Nanoseconds from the start, never less than the last time; `nil` when there are no
  ///   more before the end.
  @inlinable public mutating func next() -> UInt64? {
    switch loop {
    case .open: schedule!.next()
    case .closed: clients!.next()
    }
  }

  /// The action handed out last is done; nothing in an open loop.
  ///
  /// - Parameter atNs: When it ended, in nanoseconds from the start.
  @inlinable public mutating func ended(atNs: UInt64) {
    switch loop {
    case .open: break
    case .closed: clients!.ended(atNs: atNs)
    }
  }
}
