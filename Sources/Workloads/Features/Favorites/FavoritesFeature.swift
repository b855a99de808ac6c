/// A number and an array that never changes its length: what in-place reduction is about.
///
/// A store that holds a second copy of the state while it reduces pays for all favourites when one
/// is written; a store that reduces in place writes one word.
///
/// | action | independent | session (16 actions on average) |
/// |---|---|---|
/// | increment, by 1 to 4 | 1/3 | 1/3 |
/// | decrement, by 1 to 4 | 1/3 | 1/3 |
/// | replace, one of 32 positions | 1/3 | 1/3 |
public struct FavoritesFeature: LeafFeature {
  /// A number and the favourites.
  public struct State: Equatable, Sendable {
    /// The sum of all steps so far.
    public var count: Int
    /// The favourite numbers by position; there are always `favoriteCount` of them.
    public var favorites: [Int]

    /// A state; by default at launch: the favourites are 0, 1, 2 and so on.
    ///
    /// - Precondition: There are `favoriteCount` favourites.
    @inlinable public init(
      count: Int = 0, favorites: [Int] = Array(0..<FavoritesFeature.favoriteCount)
    ) {
      precondition(
        favorites.count == FavoritesFeature.favoriteCount,
        "there must be \(FavoritesFeature.favoriteCount) favourites, got \(favorites.count)")
      self.count = count
      self.favorites = favorites
    }
  }

  /// What can happen to them.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds to the count.
    case increment(by: Int)
    /// Subtracts from the count.
    case decrement(by: Int)
    /// Writes another number to a position, from 0 to below `favoriteCount`.
    case replace(at: Int, with: Int)
  }

  /// Favourites ask for no work.
  public typealias Request = Never

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many favourites there always are.
  @inlinable public static var favoriteCount: Int { 32 }

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// Favourites are below this when generated.
  @usableFromInline static var valueLimit: Int { 1_000_000 }

  /// A number with favourites.
  @inlinable public init() {}

  /// Zero, and an array of its own each time it is asked for: a shared one would be copied by
  /// whoever writes to it first, and those copies would be counted as the store's.
  @inlinable public var initialState: State { State() }

  /// Applies an action in place; steps wrap around at the ends of `Int`.
  ///
  /// - Complexity: O(1) if nobody else holds the favourites.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .increment(let step): state.count &+= step
    case .decrement(let step): state.count &-= step
    case .replace(let position, let value): state.favorites[position] = value
    }
  }

  /// A replacement must be for a position that there is.
  public func accepts(_ action: Action) -> Bool {
    guard case .replace(let position, _) = action else { return true }
    return (0..<Self.favoriteCount).contains(position)
  }

  /// Feeds the count and every favourite.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.count)
    for favorite in state.favorites { digest.combine(favorite) }
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// The favourites in ascending order: sorted again each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { digest in
      for favorite in state.favorites.sorted() { digest.combine(favorite) }
    }
  }

  /// No session is open; which action opens one is drawn by the table above.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action, by the table above.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if case .session = style,
      !cursor.stays(afterMean: Self.meanSessionLength, using: &random)
    {
      return nil
    }
    switch random.below(3) {
    case 0: return .increment(by: 1 + random.below(4))
    case 1: return .decrement(by: 1 + random.below(4))
    default:
      return .replace(at: random.below(Self.favoriteCount), with: random.below(Self.valueLimit))
    }
  }
}

extension FavoritesFeature: ObservingFeature {
  /// Answers a step of zero and a negative favourite, which are never generated.
  @inlinable public func observe(_ action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    case .replace(_, let value): value < 0 ? .increment(by: 1) : nil
    }
  }
}

extension Workload where F == FavoritesFeature {
  /// The module, as a workload.
  public static var favorites: Self {
    Self(summary: "a number and 32 favourites, one replaced in place; no effects") { _ in
      FavoritesFeature()
    }
  }
}
