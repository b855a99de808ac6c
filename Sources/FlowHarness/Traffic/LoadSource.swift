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
      line = WaitingLine(
        try request.traffic.arrivals(seed: request.seed),
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
