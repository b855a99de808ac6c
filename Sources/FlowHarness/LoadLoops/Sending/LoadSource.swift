import DequeModule
public import Workloads

/// The actions of a load, each with its intended start.
///
/// A schedule and clients have a queue of arrivals and a generator of actions, so a dropped arrival
/// takes no action from the generator. Users wait for the end of each of their actions.
@usableFromInline
struct LoadSource<F: Feature>: ~Copyable {
  @usableFromInline var line: WaitingLine?
  @usableFromInline var generator: ActionGenerator<F>
  @usableFromInline var crowd: UserSimulation<F>?
  @usableFromInline var replay: ReplaySource<F>?
  /// The user who waits for the end of the current action, and its start.
  @usableFromInline var waiting: (user: WaitingUser, sinceNs: UInt64)?
  /// The log of users' response times; `nil` if it is not needed.
  @usableFromInline let ends: ResponseTimeLog?
  /// A Boolean value that indicates whether their actions end with the store's work, without a
  /// service.
  @usableFromInline let endsWithStore: Bool
  /// The next action of users who wait for a service.
  @usableFromInline var upcoming: F.Action?

  /// Creates the source of a load; not specialised, because it runs before the load.
  ///
  /// - Parameter generator: Generates the actions of a schedule, after those of the warm-up.
  /// - Throws: `DelayError` if measured times cannot be read, or `TraceFault`.
  @_semantics("optimize.sil.specialize.generic.never")
  init(
    _ request: LoadRequest, feature: F, generator: ActionGenerator<F>, ends: ResponseTimeLog? = nil
  ) throws {
    self.generator = generator
    self.ends = ends
    endsWithStore = request.load.traffic.hasUsers && request.load.service == nil
    switch request.load.traffic {
    case .users(let users): crowd = try users.crowd(of: feature, request)
    case .trace(let trace): replay = try ReplaySource(trace, for: feature)
    case .open, .closed:
      // With a service, the queue is that of the service.
      line = try WaitingLine(
        request.load.traffic, seed: request.seed,
        limit: request.load.service == nil ? request.load.maxQueue : nil)
    }
  }

  /// Returns the intended start of the next action; `nil` after the last. Users who wait for the
  /// store have `nextAction` instead.
  ///
  /// - Parameter freeNs: The end of the last action.
  @inlinable
  @inline(__always)
  mutating func next(freeNs: UInt64) -> UInt64? {
    line != nil ? line!.next(freeNs: freeNs) : nextOfTrace(freeNs: freeNs)
  }

  // A function of its own, so that the loops of schedules contain no code for traces.
  @inlinable
  @inline(never)
  func nextOfTrace(freeNs: UInt64) -> UInt64? { replay!.next(freeNs: freeNs) }

  /// Returns the next action and its intended start; `nil` after the last.
  ///
  /// - Parameter freeNs: The end of the last action, at which users who wait begin to think.
  @inlinable
  @inline(__always)
  mutating func nextAction(freeNs: UInt64) -> (atNs: UInt64, action: F.Action)? {
    if endsWithStore { return nextWaiting(freeNs: freeNs) }
    guard let atNs = next(freeNs: freeNs) else { return nil }
    return (atNs, action())
  }

  @inlinable
  @inline(never)
  mutating func nextWaiting(freeNs: UInt64) -> (atNs: UInt64, action: F.Action)? {
    end(atNs: freeNs)
    guard let (atNs, user, action) = crowd!.next() else { return nil }
    waiting = (user, atNs)
    return (atNs, action)
  }

  /// Ends the action of the waiting user.
  @inlinable
  mutating func end(atNs ns: UInt64) {
    guard let (user, sinceNs) = waiting.take() else { return }
    ends?.append(ns - sinceNs)
    crowd?.ended(user, atNs: ns)
  }

  /// Returns the action of the last `next()`; to be called once.
  @inlinable
  @inline(__always)
  mutating func action() -> F.Action {
    line != nil ? generator.next() : replay != nil ? replay!.action() : upcoming.take()!
  }

  /// The number of dropped actions.
  @inlinable var dropped: Int { line?.dropped ?? 0 }

  /// Ends the source, and returns the number of actions that were not sent.
  @inlinable
  mutating func close() -> Int {
    if let replay { return replay.count }
    guard crowd != nil else { return line!.close() }
    var count = 0
    while crowd!.next() != nil { count += 1 }
    return count
  }
}

/// The arrivals that wait to be sent, with an optional limit. Without one, no arrival is stored.
@usableFromInline
struct WaitingLine {
  private var schedule: ArrivalSchedule?
  private var clients: ThinkingClients?
  /// The maximum number of waiting actions; `nil` without a maximum.
  private let limit: Int?
  private var waiting: Deque<UInt64> = []
  /// The first arrival after the last end.
  private var upcoming: UInt64?
  /// The number of arrivals that found the queue full.
  @usableFromInline private(set) var dropped = 0

  init(_ traffic: LoadTraffic, seed: UInt64, limit: Int?) throws {
    schedule = traffic.schedule(seed: seed)
    clients = try traffic.clients(seed: seed)
    self.limit = limit
    if let limit { waiting.reserveCapacity(min(limit, 1 << 20)) }
  }

  /// Returns the next arrival to be sent, in order; `nil` after the last.
  ///
  /// - Parameter freeNs: The end of the last action. Arrivals until then find the queue as it was,
  ///   because the action at its head was in service.
  @usableFromInline
  mutating func next(freeNs: UInt64) -> UInt64? {
    limit == nil ? nextArrival() : admitted(freeNs: freeNs)
  }

  // Both are stored in place, so that neither is copied or boxed.
  @inline(__always)
  private mutating func nextArrival() -> UInt64? {
    schedule != nil ? schedule!.next() : clients!.next()
  }

  private mutating func admitted(freeNs: UInt64) -> UInt64? {
    while let next = upcoming ?? nextArrival() {
      guard next <= freeNs else {
        upcoming = next
        break
      }
      upcoming = nil
      if waiting.count < limit ?? .max { waiting.append(next) } else { dropped += 1 }
    }
    if let first = waiting.popFirst() { return first }
    defer { upcoming = nil }
    return upcoming
  }

  /// Ends the last action.
  @inline(__always)
  mutating func ended(atNs ns: UInt64) { clients?.ended(atNs: ns) }

  /// Ends the queue, and returns the number of actions that were not sent.
  @usableFromInline
  mutating func close() -> Int {
    var count = waiting.count + (upcoming == nil ? 0 : 1)
    while nextArrival() != nil { count += 1 }
    waiting.removeAll()
    upcoming = nil
    return count
  }
}
