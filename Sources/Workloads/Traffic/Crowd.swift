/// Many simulated users, each in sessions of its own: what an app's own users do, by the clock.
///
/// A user comes, picks a slot by Zipf's law, of all or of a copy of the app that nobody else has, acts at once, thinks, acts again, and leaves when the
/// feature's session ends. With a pause the user comes back after it, at a freshly picked slot,
/// which may be the same; without one the user stays away.
///
/// Users either act on by their own clock alone (`next()`), or wait for the end of each action and
/// think from then on (`nextWaiting()`): the open and the partly open model of B. Schroeder, A. Wierman
/// and M. Harchol-Balter, *Open versus closed: a cautionary tale*, NSDI 2006, which give different
/// answers. What one does and how long one thinks is the same in both.
///
/// What users do at a slot is decided as in `ActionGenerator`: who is at the same slot acts as one
/// person with several devices, since a slot is one screen with one state. What any of them does
/// moves the slot's one cursor, and when one leaves the next action of the others is an opening one.
/// Sessions have the mean length that the feature says, however many share a slot; where many do,
/// one in that many ends before its first action. A cursor for each user would part them, but a
/// cursor follows the slot's state, and many of them would lead the state out of its range; and the
/// one of an app of seven kinds is 56 bytes and seven arrays with an entry for each slot.
///
/// Every user draws from a stream of its own, so what one does, thinks and likes depends on the
/// others through the slots' cursors only. The same seed gives the same actions everywhere.
///
/// Memory: 24 bytes for each user, and 24 more for each of the most that ever act in one nanosecond
/// (all of them, if they come together); up to 1.4 MB for keeping any number in order. That is 24
/// to 48 bytes for each of 10 million, which an allocator may round up by a quarter. Beside it
/// 8 bytes for each slot, and one `F.Cursor`. See `heldBytes`.
public struct Crowd<F: Feature>: ~Copyable {
  @usableFromInline let feature: F
  @usableFromInline let durationNs: UInt64
  @usableFromInline let think: DelaySampler
  @usableFromInline let pause: DelaySampler?
  @usableFromInline let popularity: ZipfSampler
  @usableFromInline let places: CrowdPlaces
  @usableFromInline var cursor: F.Cursor
  @usableFromInline var queue: VisitorQueue
  /// When users come who come once; `nil` where all are known from the start.
  @usableFromInline var newcomers: Newcomers?
  /// When whoever was handed out last acted.
  @usableFromInline var lastNs: UInt64 = 0

  /// The numbers of users that are accepted.
  public static var counts: ClosedRange<Int> { 1...100_000_000 }

  /// A crowd of which nobody has come yet.
  ///
  /// - Parameters:
  ///   - feature: What the actions are for. Its reducer and its dependencies are not used.
  ///   - entry: Who comes, and when.
  ///   - think: How long a user thinks between two actions.
  ///   - exponent: The skew: how steeply the chance of a slot falls with its rank, in
  ///     `Distribution.exponents`; 1 is Zipf's own.
  ///   - places: Which slots a user picks from. Where each has a copy, there are as many as users.
  ///   - durationNs: Nanoseconds after which nobody acts, above 0 and at most `TimeText.longestNs`.
  ///   - seed: Decides everything.
  /// - Throws: `CrowdError` or `DelayError` when a value is out of its range, or measured delays
  ///   cannot be read.
  /// - Complexity: O(users + slots).
  public init(
    feature: F, entry: CrowdEntry, think: Delay, skew exponent: Double,
    places: CrowdPlaces = .shared, durationNs: UInt64, seed: UInt64
  ) throws {
    try Self.check(users: entry.capacity, exponent: exponent, durationNs: durationNs)
    let thinkSampler = try DelaySampler(think)
    var pauseSampler: DelaySampler?
    if case .population(_, _, let pause?) = entry { pauseSampler = try DelaySampler(pause) }
    // Nothing may throw from here on.
    self.feature = feature
    self.durationNs = durationNs
    self.think = thinkSampler
    self.pause = pauseSampler
    self.places = places
    popularity = ZipfSampler(
      count: places == .own ? feature.slotsOfCopy : feature.slotCount, exponent: exponent)
    cursor = feature.initialCursor
    let seeds = SplitMix64(seed: splitSeed(seed, "users"))
    if case .sessions(let schedule, _) = entry {
      newcomers = Newcomers(schedule, seeds: seeds)
    }
    queue = VisitorQueue(capacity: entry.capacity)
    if case .population(let users, let arrival, _) = entry { add(users, arrival, seeds) }
  }

  private mutating func add(_ users: Int, _ arrival: CrowdArrival, _ seeds: SplitMix64) {
    var seeds = seeds
    for user in 0..<users {
      var random = SplitMix64(seed: seeds.next())
      let atNs: UInt64
      switch arrival {
      case .together: atNs = 0
      case .poisson: atNs = random.next().multipliedFullWidth(by: durationNs).high
      }
      queue.insert(
        Visitor(
          atNs: atNs, randomState: random.state, user: UInt32(user), slot: Visitor.nowhere))
    }
  }

  private static func check(users: Int, exponent: Double, durationNs: UInt64) throws(CrowdError) {
    guard counts.contains(users) else {
      throw .outOfRange(
        value: "\(users)", what: "number of users",
        allowed: "\(counts.lowerBound) to \(counts.upperBound)")
    }
    guard Distribution.exponents.contains(exponent) else {
      let range = Distribution.exponents
      throw .outOfRange(
        value: "\(exponent)", what: "exponent",
        allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
    guard durationNs > 0, durationNs <= TimeText.longestNs else {
      throw .outOfRange(
        value: TimeText.text(ns: durationNs), what: "duration",
        allowed: "above 0 and at most \(TimeText.text(ns: TimeText.longestNs))")
    }
  }

  /// The next action of anybody.
  ///
  /// - Returns: When it is, in nanoseconds from the start, never less than the last time and below
  ///   the duration; which user acts, from 0; and what the user does. In the order of users where
  ///   several act in one nanosecond. `nil` when nobody does anything before the end.
  /// - Complexity: O(1), amortised.
  @inlinable public mutating func next() -> (atNs: UInt64, user: Int, action: F.Action)? {
    while var visitor = removeFirst() {
      let atNs = visitor.atNs
      let action = act(&visitor)
      // Who would act after the end is forgotten.
      if visitor.atNs < durationNs { queue.insert(visitor) }
      if let action { return (atNs, Int(visitor.user), action) }
    }
    return nil
  }

  /// Has a user act, and think, or leave and stay away.
  ///
  /// - Parameter visitor: Then says when the next thing happens; after the end, when nothing does.
  /// - Returns: `nil` when the session is over.
  @inlinable @inline(__always) mutating func act(_ visitor: inout Visitor) -> F.Action? {
    var random = SplitMix64(seed: visitor.randomState)
    if visitor.slot == Visitor.nowhere {
      let rank = popularity.next(using: &random)
      visitor.slot = UInt32(
        truncatingIfNeeded: places == .shared
          ? feature.slot(rank: rank) : feature.slot(rank: rank, ofCopy: Int(visitor.user)))
    }
    let action = feature.nextAction(
      slot: Int(visitor.slot), cursor: &cursor, style: .session, using: &random)
    if action != nil {
      visitor.atNs += think.nextNs(using: &random)
    } else {
      visitor.slot = Visitor.nowhere
      if let pause {
        visitor.atNs += pause.nextNs(using: &random)
      } else {
        visitor.atNs = .max
      }
    }
    visitor.randomState = random.state
    return action
  }

  @inlinable @inline(__always) mutating func removeFirst() -> Visitor? {
    if newcomers != nil { admit() }
    return queue.removeFirst()
  }

  /// Lets in who comes before anybody else acts.
  @usableFromInline @inline(never) mutating func admit() {
    while let atNs = newcomers?.nextNs, atNs <= queue.firstNs ?? .max {
      guard let visitor = newcomers?.next() else { return }
      if atNs < durationNs { queue.insert(visitor) }
    }
  }

  // MARK: - Users who wait

  /// When the next of those who do not wait acts, or leaves.
  ///
  /// - Returns: Nanoseconds from the start; `nil` when nobody does before the end.
  @inlinable public mutating func upcoming() -> UInt64? {
    if newcomers != nil { admit() }
    return queue.firstNs
  }

  /// The next action of anybody, who then waits for its end.
  ///
  /// - Parameter ns: Nobody is handed out who acts after that.
  /// - Returns: As `next()`, and who waits, for `ended` or `reneged`; without one of these this user
  ///   does nothing any more.
  /// - Complexity: O(1), amortised.
  @inlinable public mutating func nextWaiting(notAfter ns: UInt64 = .max) -> (
    atNs: UInt64, user: WaitingUser, action: F.Action
  )? {
    while let firstNs = upcoming(), firstNs <= ns, var visitor = queue.removeFirst() {
      let atNs = visitor.atNs
      lastNs = atNs
      if let action = act(&visitor) {
        return (atNs, WaitingUser(visitor, thinkNs: visitor.atNs - atNs), action)
      }
      if visitor.atNs < durationNs { queue.insert(visitor) }
    }
    return nil
  }

  /// A user's action has ended: the user thinks from now on.
  ///
  /// - Parameter atNs: When it ended, in nanoseconds from the start. Whose time is before that of an
  ///   action that was handed out meanwhile, acts with it.
  @inlinable public mutating func ended(_ user: WaitingUser, atNs: UInt64) {
    var visitor = user.visitor
    visitor.atNs = max(lastNs, atNs + user.thinkNs)
    if visitor.atNs < durationNs { queue.insert(visitor) }
  }

  /// A user has lost patience: the session is over, and the pause begins.
  ///
  /// - Parameter atNs: When the user left, as in `ended`.
  @inlinable public mutating func reneged(_ user: WaitingUser, atNs: UInt64) {
    guard let pause else { return }
    var visitor = user.visitor
    var random = SplitMix64(seed: visitor.randomState)
    visitor.slot = Visitor.nowhere
    visitor.atNs = max(lastNs, atNs + pause.nextNs(using: &random))
    visitor.randomState = random.state
    if visitor.atNs < durationNs { queue.insert(visitor) }
  }

  /// The memory that the users take, in bytes; without what is for each slot.
  public var heldBytes: Int { queue.heldBytes }
}

// Unchecked for the memory of its queue, which nobody else has.
extension Crowd: @unchecked Sendable {}
