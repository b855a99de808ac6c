/// A number and an array of constant length: the cost of reduction that is not in place.
///
/// A store that keeps a second copy of the state while it reduces copies all favourites when one is
/// written. A store that reduces in place writes one word.
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
    /// The `favoriteCount` favourite numbers by position.
    public var favorites: [Int]

    /// Creates a state with `favoriteCount` favourites; by default 0, 1, 2 and so on.
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

  /// A step or a replacement.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds to the count.
    case increment(by: Int)
    /// Subtracts from the count.
    case decrement(by: Int)
    /// Writes another number to a position below `favoriteCount`.
    case replace(at: Int, with: Int)
  }

  /// The module requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The number of favourites.
  @inlinable public static var favoriteCount: Int { 32 }

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// The bound of generated favourites.
  @usableFromInline static var valueLimit: Int { 1_000_000 }

  /// Creates a number with favourites.
  @inlinable public init() {}

  /// A count of 0, and a new array each time: the first write to a shared one would copy it, and the
  /// copy would be counted as the store's.
  @inlinable public var initialState: State { State() }

  /// Applies an action in place; steps wrap around at the ends of `Int`.
  ///
  /// - Complexity: O(1) if the favourites are not shared.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .increment(let step): state.count &+= step
    case .decrement(let step): state.count &-= step
    case .replace(let position, let value): state.favorites[position] = value
    }
  }

  /// Accepts replacements at existing positions.
  public func accepts(_ action: Action) -> Bool {
    guard case .replace(let position, _) = action else { return true }
    return (0..<Self.favoriteCount).contains(position)
  }

  /// Feeds the count and every favourite.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.count)
    for favorite in state.favorites { digest.combine(favorite) }
  }

  /// Returns the favourites in ascending order, sorted each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { digest in
      for favorite in state.favorites.sorted() { digest.combine(favorite) }
    }
  }

  /// Returns an action of the table above; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    switch random.below(3) {
    case 0: return .increment(by: 1 + random.below(4))
    case 1: return .decrement(by: 1 + random.below(4))
    default:
      return .replace(at: random.below(Self.favoriteCount), with: random.below(Self.valueLimit))
    }
  }
}

extension FavoritesFeature: ObservingFeature {
  /// Returns an action for a step of 0 and a negative favourite, which are never generated.
  @inlinable public func observe(_ action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    case .replace(_, let value): value < 0 ? .increment(by: 1) : nil
    }
  }
}

extension Workload where F == FavoritesFeature {
  /// The module as a workload.
  public static var favorites: Self {
    Self(summary: "a number and 32 favourites, one replaced in place; no effects") { _ in
      FavoritesFeature()
    }
  }
}
