import DequeModule
public import FlowTrace
public import Workloads

/// Where the actions of a load come from, each with the instant at which it is meant to come.
///
/// With a schedule, or with clients, a line says when and a generator says what: who is turned
/// away takes no action with him. Users do what follows from what they did before, and may wait for its
/// end. A trace says both.
@usableFromInline
struct LoadSource<F: Feature>: ~Copyable {
  @usableFromInline var line: WaitingLine?
  @usableFromInline var generator: ActionGenerator<F>
  @usableFromInline var crowd: Crowd<F>?
  @usableFromInline var replay: ReplaySource<F>?
  /// Whoever acts and waits for the end, and since when; `nil` where nobody waits.
  @usableFromInline var waiting: (user: WaitingUser, sinceNs: UInt64)?
  /// Where the ends of users' actions are written down; `nil`: nowhere.
  @usableFromInline let ends: EndLog?
  /// Whether users wait for the ends of their actions.
  @usableFromInline let waits: Bool
  /// Whether an action of theirs ends when the store is done with it, and not when a service answers.
  @usableFromInline let endsWithStore: Bool
  /// What the person does who is next.
  @usableFromInline var upcoming: F.Action?

  /// The source of a load; compiled once and for no feature again, since it comes before the load.
  ///
  /// - Parameters:
  ///   - generator: Draws the actions of a schedule; after those of the warm-up.
  ///   - ends: Takes down the ends of the actions of users who wait for them.
  /// - Throws: What reading measured times throws.
  @_semantics("optimize.sil.specialize.generic.never")
  init(
    _ request: LoadRequest, feature: F, generator: ActionGenerator<F>, ends: EndLog? = nil
  ) throws {
    self.generator = generator
    self.ends = ends
    waits = request.traffic.hasWaitingUsers
    endsWithStore = waits && request.service == nil
    switch request.traffic {
    case .users(let users): crowd = try users.crowd(of: feature, request)
    case .trace(let trace): replay = try ReplaySource(trace, for: feature)
    case .open, .closed:
      // Where effects take time the line is that of their service.
      line = try WaitingLine(
        request.traffic, seed: request.seed,
        limit: request.service == nil ? request.maxQueue : nil)
    }
  }

  /// When the next to be sent was meant to come; `nil` when nobody comes any more. Not for users who
  /// wait for the store: see `nextAction`.
  ///
  /// - Parameter freeNs: When the last one ended.
  @inlinable
  @inline(__always)
  mutating func next(freeNs: UInt64) -> UInt64? {
    line != nil ? line!.next(freeNs: freeNs) : nextOfOthers(freeNs: freeNs)
  }

  // A function of its own, so that the loops of schedules have no copy of what users and traces
  // need.
  @inlinable
  @inline(never)
  mutating func nextOfOthers(freeNs: UInt64) -> UInt64? {
    guard replay == nil else { return replay!.next(freeNs: freeNs) }
    guard let (atNs, _, action) = crowd!.next() else { return nil }
    upcoming = action
    return atNs
  }

  /// The next action, and when it was meant to come; `nil` when nobody comes any more.
  ///
  /// - Parameter freeNs: When the last one ended; users who wait for that think from then on.
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
    guard let (atNs, user, action) = crowd!.nextWaiting() else { return nil }
    waiting = (user, atNs)
    return (atNs, action)
  }

  /// Says that the action of whoever waits has ended.
  @inlinable
  mutating func end(atNs ns: UInt64) {
    guard let (user, sinceNs) = waiting.take() else { return }
    ends?.append(ns - sinceNs)
    crowd?.ended(user, atNs: ns)
  }

  /// What the one does whom `next` has named; once for each.
  @inlinable
  @inline(__always)
  mutating func action() -> F.Action {
    line != nil ? generator.next() : replay != nil ? replay!.action() : upcoming.take()!
  }

  /// How many were turned away so far.
  @inlinable var dropped: Int { line?.dropped ?? 0 }

  /// How many wait or would still come; nobody is handed out after that.
  @inlinable
  mutating func close() -> Int {
    if let replay { return replay.count }
    guard crowd != nil else { return line!.close() }
    var count = 0
    // Who waits for no end comes again and again until the load is over.
    if waits {
      while crowd!.nextWaiting() != nil { count += 1 }
    } else {
      while crowd!.next() != nil { count += 1 }
    }
    return count
  }
}

/// Who has come and waits to be sent, with or without a bound.
///
/// Without one nothing is kept: whoever is next in the schedule is next in the line.
@usableFromInline
struct WaitingLine {
  private var schedule: ArrivalSchedule?
  private var clients: ThinkingClients?
  /// The maximum number of waiting actions; `nil` without a maximum.
  private let limit: Int?
  private var waiting: Deque<UInt64> = []
  /// The first that had not come yet when last asked.
  private var upcoming: UInt64?
  /// How many came to a full line, and were turned away.
  @usableFromInline private(set) var dropped = 0

  /// An empty line.
  ///
  /// - Throws: What reading measured think times throws.
  init(_ traffic: LoadTraffic, seed: UInt64, limit: Int?) throws {
    schedule = traffic.schedule(seed: seed)
    clients = try traffic.clients(seed: seed)
    self.limit = limit
    if let limit { waiting.reserveCapacity(min(limit, 1 << 20)) }
  }

  /// When the next to be sent was meant to come: whoever waits longest, or else who comes first.
  ///
  /// - Parameter freeNs: When the last one ended. Who came until then found the line as it was: the
  ///   one at its head was in service.
  /// - Returns: `nil` when nobody waits and nobody comes any more.
  @usableFromInline
  mutating func next(freeNs: UInt64) -> UInt64? {
    limit == nil ? nextArrival() : admitted(freeNs: freeNs)
  }

  // Both loops are stored in place, so that neither is copied or boxed.
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

  /// Says that the one handed out last is done.
  @inline(__always)
  mutating func ended(atNs ns: UInt64) { clients?.ended(atNs: ns) }

  /// How many wait or would still come; nobody is handed out after that.
  @usableFromInline
  mutating func close() -> Int {
    var count = waiting.count + (upcoming == nil ? 0 : 1)
    while nextArrival() != nil { count += 1 }
    waiting.removeAll()
    upcoming = nil
    return count
  }
}

/// The actions of a trace in memory, each with the instant at which it is meant to come.
@usableFromInline
struct ReplaySource<F: Feature> {
  // Their times are those of the replay.
  @usableFromInline var actions: [TracedAction<F.Action>] = []
  @usableFromInline var position = 0
  /// Whether each is sent when it was recorded; if not, when the last one is done.
  @usableFromInline let isTimed: Bool

  /// Reads the actions of a trace, which was scanned before.
  ///
  /// - Throws: `TraceFault` when it is no longer as it was then.
  /// - Complexity: O(*n*), in memory too.
  init(_ trace: LoadTrace, for feature: F) throws(TraceFault) {
    isTimed = trace.speed != nil
    actions.reserveCapacity(trace.sentCount)
    var sent = try SentActions(reading: trace.path, for: feature)
    while actions.count < trace.sentCount, var action = try sent.next() {
      action.atNs = trace.speed.map { LoadTrace.scaled(action.atNs ?? 0, by: $0) }
      actions.append(action)
    }
    guard actions.count == trace.sentCount else {
      throw .changed(file: trace.path, actionCount: actions.count)
    }
  }

  /// When the next one comes; `nil` after the last.
  ///
  /// - Parameter freeNs: When the last one ended.
  @inlinable
  func next(freeNs: UInt64) -> UInt64? {
    guard position < actions.count else { return nil }
    return isTimed ? actions[position].atNs : freeNs
  }

  /// Takes the next one.
  @inlinable
  mutating func action() -> F.Action {
    defer { position += 1 }
    return actions[position].action
  }

  /// How many are left.
  @inlinable var count: Int { actions.count - position }
}

extension LoadSchedule {
  /// What each worker sends of the schedule; `nil` where there are no workers.
  ///
  /// - Throws: `RateError` when there are fewer arrivals than workers.
  package func shares(seed: UInt64) throws(RateError) -> [ArrivalShare]? {
    guard let workers else { return nil }
    var shares: [ArrivalShare] = []
    for worker in 0..<workers {
      shares.append(
        try ArrivalShare(
          of: worker, among: workers, profile: profile, process: process,
          seed: LoadTraffic.arrivalSeed(seed)))
    }
    return shares
  }
}

/// The arrivals of all workers in the order of time: what comes to their stores.
package struct SharedArrivals: Sendable {
  private var shares: [ArrivalShare]
  private var upcoming: [UInt64?]

  /// Those of some shares, none of which has begun.
  package init(_ shares: [ArrivalShare]) {
    var shares = shares
    upcoming = shares.indices.map { shares[$0].next() }
    self.shares = shares
  }

  /// The next arrival of any worker; `nil` when there are no more.
  ///
  /// - Complexity: O(*n*) in the number of workers.
  package mutating func next() -> UInt64? {
    var first: (worker: Int, atNs: UInt64)?
    for (worker, atNs) in upcoming.enumerated() {
      guard let atNs, first.map({ atNs < $0.atNs }) != false else { continue }
      first = (worker, atNs)
    }
    guard let first else { return nil }
    upcoming[first.worker] = shares[first.worker].next()
    return first.atNs
  }
}
