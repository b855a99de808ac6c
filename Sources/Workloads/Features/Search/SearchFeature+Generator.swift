extension SearchFeature {
  /// Whether somebody is there, and what they searched for last.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var presence = Presence()
    @usableFromInline var query: UInt8 = 0

    /// Nobody is there.
    @inlinable public init() {}
  }

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 6 }

  /// No user is at the field; until somebody searches, the first query counts as the last.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action.
  ///
  /// | action | independent | session (6 actions on average) |
  /// |---|---|---|
  /// | search (effect), one of 32 queries | 1/64 | always: another query each time |
  /// | setResults for the last query, 2 to 8 words | 47/64 | only as an answer |
  /// | setResults for any query, mostly a stale one | 16/64 | only as an answer |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent:
      switch random.below(64) {
      case ..<47: return results(for: Int(cursor.query), using: &random)
      case ..<63: return results(for: random.below(Self.queries.count), using: &random)
      default: return search(cursor: &cursor, using: &random)
      }
    case .session:
      guard cursor.presence.stays(afterMean: Self.meanSessionLength, using: &random) else {
        return nil
      }
      return search(cursor: &cursor, using: &random)
    }
  }

  @inlinable func search(cursor: inout Cursor, using random: inout SplitMix64) -> Action {
    let query = random.below(Self.queries.count)
    cursor.query = UInt8(truncatingIfNeeded: query)
    return .search(Self.queries[query])
  }

  @inlinable func results(for query: Int, using random: inout SplitMix64) -> Action {
    .setResults(for: Self.queries[query], Self.pages[query][random.below(Self.pageCount)])
  }
}
