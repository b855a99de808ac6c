extension PrimesFeature {
  /// The screen of the user, and the count, which outlives a session as the state does.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @frozen @usableFromInline enum Screen: UInt8, BitwiseCopyable, Sendable {
      case away, counter, favorites
    }

    @usableFromInline var screen = Screen.away
    @usableFromInline var count: UInt8 = 0

    /// Creates a cursor without a session and with a count of 0.
    @inlinable public init() {}
  }

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 24 }

  /// The largest count of generated actions; the smallest is 0. Favourites are primes in this range,
  /// so there are at most 12.
  @inlinable public static var largestCount: Int { 40 }

  // Bit *n* is set if *n* is prime, for *n* up to 40.
  @inlinable static var smallPrimes: UInt64 {
    let low: UInt64 = 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 11 | 1 << 13 | 1 << 17 | 1 << 19
    return low | 1 << 23 | 1 << 29 | 1 << 31 | 1 << 37
  }

  /// No session, and the count of the initial state.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Returns the next action.
  ///
  /// | action | independent | session (24 actions on average) |
  /// |---|---|---|
  /// | increment, decrement | 88/256 each | opens; 13/16 on the counter |
  /// | saveFavorite, removeFavorite | 38/256, 30/256 | 1/16 each on the counter |
  /// | nthPrimeRequested (effect) | 2/256 | 1/64 on the counter |
  /// | load (effect) | 1/256 | 3/64 on the counter, opening the list |
  /// | delete(at:), one row of the first 8 | 8/256 | 8/16 on the list |
  /// | save (effect) | 1/256 | 4/16 on the list; the last 4/16 lead back to the counter |
  ///
  /// A step that would leave the range is reversed. If the count is not prime, there is no sheet, and
  /// a save or removal becomes a step.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent: independentAction(cursor: &cursor, using: &random)
    case .session: sessionAction(cursor: &cursor, using: &random)
    }
  }

  @inlinable func independentAction(
    cursor: inout Cursor, using random: inout SplitMix64
  ) -> Action {
    let roll = random.below(256)
    return switch roll {
    case ..<88: step(upwards: true, cursor: &cursor)
    case ..<176: step(upwards: false, cursor: &cursor)
    case ..<214: modal(.saveFavorite, upwards: roll & 1 == 0, cursor: &cursor)
    case ..<244: modal(.removeFavorite, upwards: roll & 1 == 0, cursor: &cursor)
    case ..<252: .favoritePrimes(.delete(at: SmallIndexSet(random.below(8))))
    case ..<254: .counter(.nthPrimeRequested)
    case 254: .favoritePrimes(.load)
    default: .favoritePrimes(.save)
    }
  }

  @inlinable func sessionAction(cursor: inout Cursor, using random: inout SplitMix64) -> Action? {
    if cursor.screen != .away, random.leaves(afterMean: Self.meanSessionLength) {
      cursor.screen = .away
      return nil
    }
    let roll = random.below(64)
    let upwards = roll & 1 == 0
    switch cursor.screen {
    case .away:
      cursor.screen = .counter
      return step(upwards: upwards, cursor: &cursor)
    case .counter:
      switch roll {
      case ..<52: return step(upwards: upwards, cursor: &cursor)
      case ..<56: return modal(.saveFavorite, upwards: upwards, cursor: &cursor)
      case ..<60: return modal(.removeFavorite, upwards: upwards, cursor: &cursor)
      case 60: return .counter(.nthPrimeRequested)
      default:
        cursor.screen = .favorites
        return .favoritePrimes(.load)
      }
    case .favorites:
      switch roll {
      case ..<32: return .favoritePrimes(.delete(at: SmallIndexSet(random.below(8))))
      case ..<48: return .favoritePrimes(.save)
      default:
        cursor.screen = .counter
        return step(upwards: upwards, cursor: &cursor)
      }
    }
  }

  @inlinable func step(upwards: Bool, cursor: inout Cursor) -> Action {
    let goesUp = upwards ? cursor.count < Self.largestCount : cursor.count == 0
    if goesUp {
      cursor.count += 1
      return .counter(.increment)
    }
    cursor.count -= 1
    return .counter(.decrement)
  }

  @inlinable func modal(
    _ action: PrimeModalAction, upwards: Bool, cursor: inout Cursor
  ) -> Action {
    if Self.smallPrimes >> UInt64(cursor.count) & 1 == 1 { return .primeModal(action) }
    return step(upwards: upwards, cursor: &cursor)
  }
}
