public import HeapModule

/// The first arrival of simulated users.
public enum UserArrival: String, CaseIterable, Codable, Sendable {
  /// All users arrive at the start: the worst case.
  case together
  /// Users arrive at independent instants over the whole duration.
  case poisson
}

/// Simulated users who act in sessions.
///
/// A user comes, picks a slot by Zipf's law, acts immediately, waits for the end of the action, thinks,
/// acts again, and leaves when the feature's session ends. With a pause the user comes back after it, at
/// a newly picked slot.
///
/// Users at the same slot move one cursor, as one person with several devices, because a slot is one
/// screen with one state. Cursors of their own would lead the state out of its range. If one of them
/// leaves, the next action of the others begins a new session. If many users share a slot, sessions
/// may therefore end before their first action.
///
/// Each user draws from a stream of its own, so the same seed gives the same actions everywhere.
public struct UserSimulation<F: Feature>: ~Copyable {
  @usableFromInline let feature: F
  @usableFromInline let durationNs: UInt64
  @usableFromInline let think: DelaySampler
  @usableFromInline let pause: DelaySampler?
  @usableFromInline let popularity: ZipfSampler
  @usableFromInline var cursor: F.Cursor
  /// The users who do not wait for the end of an action, by their next event.
  @usableFromInline var visitors: Heap<Visitor>
  /// The time of the last action that was handed out.
  @usableFromInline var lastNs: UInt64 = 0

  /// The accepted numbers of users.
  public static var counts: ClosedRange<Int> { 1...1_000_000 }

  /// Creates users before their first arrival.
  ///
  /// - Parameters:
  ///   - feature: The source of the actions. Its reducer and its dependencies are not used.
  ///   - think: The think time between the end of an action and the next one.
  ///   - pause: The time between two sessions of a user; `nil` if users do not come back.
  ///   - exponent: The skew of the popularity of slots, in `Distribution.exponents`.
  ///   - durationNs: The end of all actions, above 0 and at most `TimeText.longestNs`.
  /// - Throws: `DelayError` if a value is out of range or measured delays cannot be read.
  /// - Complexity: O(users + slots).
  public init(
    feature: F, users: Int, arrival: UserArrival, think: Delay, pause: Delay?,
    skew exponent: Double, durationNs: UInt64, seed: UInt64
  ) throws {
    try Self.check(users: users, exponent: exponent, durationNs: durationNs)
    let thinkSampler = try DelaySampler(think)
    let pauseSampler = try pause.map { try DelaySampler($0) }
    // A noncopyable value cannot throw once its properties are being set.
    self.feature = feature
    self.durationNs = durationNs
    self.think = thinkSampler
    self.pause = pauseSampler
    popularity = ZipfSampler(count: feature.slotCount, exponent: exponent)
    cursor = feature.initialCursor
    var seeds = SplitMix64(seed: splitSeed(seed, "users"))
    visitors = Heap(
      (0..<users).map { user in
        var random = SplitMix64(seed: seeds.next())
        let atNs: UInt64 =
          switch arrival {
          case .together: 0
          case .poisson: random.next().multipliedFullWidth(by: durationNs).high
          }
        return Visitor(atNs: atNs, user: UInt32(user), slot: nil, random: random)
      })
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

  /// Returns the time of the next event of the users who do not wait; `nil` if there is none.
  ///
  /// Mutating, because a noncopyable value in an optional cannot be read without consuming it.
  @inlinable public mutating func upcoming() -> UInt64? { visitors.min?.atNs }

  /// Returns the next action of any user, who then waits for its end.
  ///
  /// - Parameter ns: The latest time of the action.
  /// - Returns: The time in nanoseconds from the start, ascending and below the duration; the user, to
  ///   pass to `ended`; and the action. `nil` after the last.
  /// - Complexity: O(log *n*) in the number of users.
  @inlinable public mutating func next(notAfter ns: UInt64 = .max) -> (
    atNs: UInt64, user: WaitingUser, action: F.Action
  )? {
    while let first = visitors.min, first.atNs <= ns {
      var visitor = visitors.removeMin()
      let atNs = visitor.atNs
      lastNs = atNs
      if let action = act(&visitor) {
        return (atNs, WaitingUser(visitor: visitor, thinkNs: visitor.atNs - atNs), action)
      }
      insert(visitor)
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
    insert(visitor)
  }

  @inlinable mutating func insert(_ visitor: Visitor) {
    if visitor.atNs < durationNs { visitors.insert(visitor) }
  }

  /// Lets a user act and think, or leave, and sets the time of the user's next event.
  ///
  /// - Returns: `nil` at the end of the session.
  @inlinable mutating func act(_ visitor: inout Visitor) -> F.Action? {
    let slot =
      visitor.slot
      ?? UInt32(feature.slot(rank: popularity.next(using: &visitor.random)))
    let action = feature.nextAction(
      slot: Int(slot), cursor: &cursor, style: .session, using: &visitor.random)
    guard action != nil else {
      visitor.slot = nil
      visitor.atNs = pause.map { visitor.atNs + $0.nextNs(using: &visitor.random) } ?? .max
      return nil
    }
    visitor.slot = slot
    visitor.atNs += think.nextNs(using: &visitor.random)
    return action
  }
}

/// A simulated user and the time of the user's next event.
@usableFromInline struct Visitor: Comparable, Sendable {
  @usableFromInline var atNs: UInt64
  @usableFromInline let user: UInt32
  /// The user's slot; `nil` between two sessions.
  @usableFromInline var slot: UInt32?
  @usableFromInline var random: SplitMix64

  @usableFromInline init(atNs: UInt64, user: UInt32, slot: UInt32?, random: SplitMix64) {
    self.atNs = atNs
    self.user = user
    self.slot = slot
    self.random = random
  }

  /// The order by time, then by user.
  @inlinable static func < (left: Visitor, right: Visitor) -> Bool {
    left.atNs != right.atNs ? left.atNs < right.atNs : left.user < right.user
  }

  @inlinable static func == (left: Visitor, right: Visitor) -> Bool {
    left.atNs == right.atNs && left.user == right.user
  }
}

/// A user between an action and its end.
public struct WaitingUser: Sendable {
  @usableFromInline let visitor: Visitor
  /// The think time after the end.
  @usableFromInline let thinkNs: UInt64

  @usableFromInline init(visitor: Visitor, thinkNs: UInt64) {
    self.visitor = visitor
    self.thinkNs = thinkNs
  }
}
