/// The users of a crowd and their arrival.
public enum UserEntry: Sendable {
  /// A number of users who come again after each pause, or once without one.
  case population(users: Int, arrival: UserArrival, pause: Delay?)
  /// Sessions that begin on a schedule, each of a new user, with a maximum of `most`.
  case sessions(ArrivalSchedule, most: Int)

  /// The maximum number of users.
  var capacity: Int {
    switch self {
    case .population(let users, _, _): users
    case .sessions(_, let most): most
    }
  }
}

/// The first arrival of the users of a crowd.
public enum UserArrival: String, CaseIterable, Codable, Sendable {
  /// All users arrive at the start: the worst case.
  case together
  /// Users arrive at independent instants over the whole duration.
  case poisson
}

/// The slots in which the users of a crowd act.
@frozen public enum UserPlaces: String, Codable, Sendable {
  /// All users share the slots, as on a server.
  case shared
  /// Each user has a copy of the app, as on a phone.
  case own
}

/// Simulated users who act in sessions.
///
/// A user comes, picks a slot by Zipf's law, acts immediately, thinks, acts again, and leaves when
/// the feature's session ends. With a pause the user comes back after it, at a newly picked slot.
///
/// Users act by their own clock (`next()`), or wait for the end of each action and think from then on
/// (`nextWaiting()`): the open and the partly open model of B. Schroeder, A. Wierman and
/// M. Harchol-Balter, *Open versus closed: a cautionary tale*, NSDI 2006.
///
/// Users at the same slot move one cursor, as one person with several devices, because a slot is one
/// screen with one state. Cursors of their own would lead the state out of its range, and take 56 bytes
/// and more for each user. If one of them leaves, the next action of the others begins a new
/// session. If many users share a slot, sessions may therefore end before their first action.
///
/// Each user draws from a stream of its own, so the same seed gives the same actions everywhere.
///
/// Memory: 24 to 48 bytes for each user, 8 bytes for each slot, up to 1.4 MB for the order of users, and
/// one `F.Cursor`. See `heldBytes`.
public struct UserSimulation<F: Feature>: ~Copyable {
  @usableFromInline let feature: F
  @usableFromInline let durationNs: UInt64
  @usableFromInline let think: DelaySampler
  @usableFromInline let pause: DelaySampler?
  @usableFromInline let popularity: ZipfSampler
  @usableFromInline let places: UserPlaces
  @usableFromInline var cursor: F.Cursor
  @usableFromInline var queue: VisitorQueue
  /// The users of sessions; `nil` for a population.
  @usableFromInline var newcomers: Newcomers?
  /// The time of the last action that was handed out.
  @usableFromInline var lastNs: UInt64 = 0

  /// The accepted numbers of users.
  public static var counts: ClosedRange<Int> { 1...100_000_000 }

  /// Creates a crowd before its first arrival.
  ///
  /// - Parameters:
  ///   - feature: The source of the actions. Its reducer and its dependencies are not used.
  ///   - think: The think time between two actions.
  ///   - exponent: The skew of the popularity of slots, in `Distribution.exponents`.
  ///   - durationNs: The end of all actions, above 0 and at most `TimeText.longestNs`.
  /// - Throws: `DelayError` if a value is out of range or measured delays cannot be read.
  /// - Complexity: O(users + slots).
  public init(
    feature: F, entry: UserEntry, think: Delay, skew exponent: Double,
    places: UserPlaces = .shared, durationNs: UInt64, seed: UInt64
  ) throws {
    try Self.check(users: entry.capacity, exponent: exponent, durationNs: durationNs)
    let thinkSampler = try DelaySampler(think)
    var pauseSampler: DelaySampler?
    if case .population(_, _, let pause?) = entry { pauseSampler = try DelaySampler(pause) }
    // A noncopyable value cannot throw once its properties are being set.
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

  private mutating func add(_ users: Int, _ arrival: UserArrival, _ seeds: SplitMix64) {
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

  private static func check(users: Int, exponent: Double, durationNs: UInt64) throws(DelayError) {
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

  /// Returns the next action of any user.
  ///
  /// - Returns: The time in nanoseconds from the start, ascending and below the duration; the user,
  ///   from 0 and ascending within a nanosecond; and the action. `nil` after the last.
  /// - Complexity: O(1), amortised.
  @inlinable public mutating func next() -> (atNs: UInt64, user: Int, action: F.Action)? {
    while var visitor = removeFirst() {
      let atNs = visitor.atNs
      let action = act(&visitor)
      if visitor.atNs < durationNs { queue.insert(visitor) }
      if let action { return (atNs, Int(visitor.user), action) }
    }
    return nil
  }

  /// Lets a user act and think, or leave, and sets the time of the user's next event.
  ///
  /// - Returns: `nil` at the end of the session.
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

  /// Inserts the users who come before the next event.
  @usableFromInline @inline(never) mutating func admit() {
    while let atNs = newcomers?.nextNs, atNs <= queue.firstNs ?? .max {
      guard let visitor = newcomers?.next() else { return }
      if atNs < durationNs { queue.insert(visitor) }
    }
  }

  // MARK: - Users who wait

  /// Returns the time of the next event of the users who do not wait; `nil` if there is none.
  @inlinable public mutating func upcoming() -> UInt64? {
    if newcomers != nil { admit() }
    return queue.firstNs
  }

  /// Returns the next action of any user, who then waits for its end.
  ///
  /// - Parameter ns: The latest time of the action.
  /// - Returns: As `next()`, and the user to pass to `ended` or `reneged`.
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

  /// Ends a user's action: the user thinks from then on.
  ///
  /// - Parameter atNs: The end in nanoseconds from the start. The user's next action is not earlier
  ///   than the last action that was returned.
  @inlinable public mutating func ended(_ user: WaitingUser, atNs: UInt64) {
    var visitor = user.visitor
    visitor.atNs = max(lastNs, atNs + user.thinkNs)
    if visitor.atNs < durationNs { queue.insert(visitor) }
  }

  /// Ends the session of a user who lost patience: the pause begins.
  @inlinable public mutating func reneged(_ user: WaitingUser, atNs: UInt64) {
    guard let pause else { return }
    var visitor = user.visitor
    var random = SplitMix64(seed: visitor.randomState)
    visitor.slot = Visitor.nowhere
    visitor.atNs = max(lastNs, atNs + pause.nextNs(using: &random))
    visitor.randomState = random.state
    if visitor.atNs < durationNs { queue.insert(visitor) }
  }

  /// The memory of the users in bytes, without that of the slots.
  public var heldBytes: Int { queue.heldBytes }
}

// Unchecked because the queue owns its memory.
extension UserSimulation: @unchecked Sendable {}

/// A user of a crowd between an action and its end.
@frozen public struct WaitingUser: Sendable, BitwiseCopyable {
  @usableFromInline let visitor: Visitor
  /// The think time after the end.
  @usableFromInline let thinkNs: UInt64

  @inlinable init(_ visitor: Visitor, thinkNs: UInt64) {
    self.visitor = visitor
    self.thinkNs = thinkNs
  }
}

/// Users who come on a schedule, each with a stream of random numbers of its own.
@usableFromInline struct Newcomers: Sendable {
  private var schedule: ArrivalSchedule
  private var seeds: SplitMix64
  private var count: UInt32 = 0
  /// The next arrival; `nil` after the last.
  private(set) var nextNs: UInt64?

  init(_ schedule: ArrivalSchedule, seeds: SplitMix64) {
    self.schedule = schedule
    self.seeds = seeds
    nextNs = self.schedule.next()
  }

  mutating func next() -> Visitor? {
    guard let atNs = nextNs else { return nil }
    nextNs = schedule.next()
    defer { count += 1 }
    return Visitor(
      atNs: atNs, randomState: SplitMix64(seed: seeds.next()).state, user: count,
      slot: Visitor.nowhere)
  }
}
