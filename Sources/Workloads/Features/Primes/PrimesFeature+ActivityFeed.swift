public import Foundation

extension PrimesFeature {
  /// A change of the favourites.
  public struct Activity: Equatable, Sendable {
    /// The kind of change, with its prime.
    @frozen public enum Change: Equatable, Sendable {
      /// The prime became a favourite.
      case added(Int)
      /// The prime was removed from the favourites.
      case removed(Int)
    }

    /// The time at which the action was reduced.
    public var timestamp: Date
    /// The change of the favourites.
    public var change: Change

    /// Creates an activity.
    @inlinable public init(timestamp: Date, change: Change) {
      self.timestamp = timestamp
      self.change = change
    }

    @inlinable func feed(into digest: inout Digest) {
      digest.combine(timestamp.timeIntervalSinceReferenceDate)
      switch change {
      case .added(let prime): digest.combine(prime)
      case .removed(let prime): digest.combine(~prime)
      }
    }
  }

  /// The maximum number of activities in the feed.
  ///
  /// A full feed drops its older half. Without a bound every action would cost more than the one
  /// before it.
  @inlinable public static var activityFeedCapacity: Int { 128 }

  /// Runs a reducer and records the action's changes of the favourites.
  ///
  /// It compares the favourites before and after a save or a removal, and looks up the primes that a
  /// deletion removes. A loaded list is not recorded. The clock is read once for each action that
  /// changes something.
  ///
  /// - Complexity: O(1) on top of the reducer, amortised.
  @inlinable public func withActivityFeed(
    into state: inout State, action: Action, reducer: (inout State, Action) -> Void
  ) {
    switch action {
    case .primeModal(let modalAction):
      let before = state.favoritePrimes.count
      reducer(&state, action)
      guard state.favoritePrimes.count != before else { return }
      switch modalAction {
      case .saveFavorite: record(.added(state.count), at: dependencies.now(), into: &state)
      case .removeFavorite: record(.removed(state.count), at: dependencies.now(), into: &state)
      }
    case .favoritePrimes(.delete(let indices)):
      let rows = indices.clamped(to: state.favoritePrimes.count)
      if rows.bits != 0 {
        let now = dependencies.now()
        rows.forEachDescending { row in
          record(.removed(state.favoritePrimes[row]), at: now, into: &state)
        }
      }
      reducer(&state, action)
    case .counter, .favoritePrimes:
      reducer(&state, action)
    }
  }

  /// Returns a reducer that does the same as another one and maintains the feed.
  public func activityFeed(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void {
    { state, action in withActivityFeed(into: &state, action: action, reducer: reducer) }
  }

  @inlinable func record(_ change: Activity.Change, at now: Date, into state: inout State) {
    if state.activityFeed.count >= Self.activityFeedCapacity {
      state.activityFeed.removeFirst(Self.activityFeedCapacity / 2)
    }
    state.activityFeed.append(Activity(timestamp: now, change: change))
  }
}

// MARK: - Services

extension PrimesFeature {
  /// The services of the app.
  public struct Dependencies: Sendable {
    /// Returns the time; the activity feed reads it inside the reducer.
    public var now: @Sendable () -> Date
    /// Returns the *n*-th prime, from 1; `nil` if it is unknown.
    public var nthPrime: @Sendable (Int) -> Int?
    /// The storage of the favourites.
    public var favorites: ValueStorage<[Int]>

    /// Creates dependencies.
    public init(
      now: @escaping @Sendable () -> Date, nthPrime: @escaping @Sendable (Int) -> Int?,
      favorites: ValueStorage<[Int]>
    ) {
      self.now = now
      self.nthPrime = nthPrime
      self.favorites = favorites
    }

    /// A simulated clock, and a storage that always loads 2, 3, 5 and 7, whichever copy has saved
    /// before.
    public static func simulated(clock: SimulatedClock = SimulatedClock()) -> Dependencies {
      Dependencies(
        now: clock.now, nthPrime: PrimesFeature.nthPrime, favorites: .canned([2, 3, 5, 7]))
    }
  }

  /// Returns the *n*-th prime, from 1, by trial division; `nil` below 1.
  ///
  /// It stands for the work of a web service.
  ///
  /// - Complexity: O(p^1.5 / log p) at most for the answer p, and no allocation.
  @Sendable public static func nthPrime(_ n: Int) -> Int? {
    guard n >= 1 else { return nil }
    var candidate = 2
    var left = n - 1
    while left > 0 {
      candidate += candidate == 2 ? 1 : 2
      if isPrime(candidate) { left -= 1 }
    }
    return candidate
  }

  /// Returns whether a number is prime, by trial division.
  ///
  /// - Complexity: O(√`number`).
  public static func isPrime(_ number: Int) -> Bool {
    if number < 4 { return number >= 2 }
    if number.isMultiple(of: 2) { return false }
    var divisor = 3
    while divisor <= number / divisor {
      if number.isMultiple(of: divisor) { return false }
      divisor += 2
    }
    return true
  }
}
