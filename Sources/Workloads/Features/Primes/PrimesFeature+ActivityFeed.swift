public import Foundation

extension PrimesFeature {
  /// Something that happened to the favourites.
  public struct Activity: Equatable, Sendable {
    /// What happened to which prime.
    @frozen public enum Change: Equatable, Sendable {
      /// It became a favourite.
      case added(Int)
      /// It ceased to be one.
      case removed(Int)
    }

    /// When the action was reduced.
    public var timestamp: Date
    /// Which prime the action made a favourite, or no longer one.
    public var change: Change

    /// An activity.
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

  /// The most activities that the feed keeps. When one more comes, the older half is dropped at
  /// once, so a long-used feed has between half of this and this many. A feed without a bound
  /// would make every action more expensive than the one before it, and no measurement stationary.
  @inlinable public static var activityFeedCapacity: Int { 128 }

  /// Runs a reducer and records what the action did to the favourites.
  ///
  /// Compares the favourites before and after a save or a removal; looks up what a deletion will
  /// remove. A list that was loaded is not recorded. Reads the clock once for each action that
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

  /// The higher-order form of `withActivityFeed(into:action:reducer:)`: a reducer that does what
  /// `reducer` does and keeps the feed.
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
