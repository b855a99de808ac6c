extension LoginFeature {
  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 3 }

  /// The users that generated actions name: short enough to be held in place.
  @usableFromInline static let users = [
    "admin", "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy",
    "mallory", "niaj", "olivia", "peggy", "rupert", "sybil", "trent", "victor", "wendy",
  ]

  /// No user is at the screen; a session opens with a login.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action.
  ///
  /// | action | independent | session (3 actions on average) |
  /// |---|---|---|
  /// | login (effect), one of 20 users | 1/64 | opens; 1/2 |
  /// | loginSucceeded | 23/64 | only as an answer |
  /// | loginFailed | 16/64 | only as an answer |
  /// | dismissError | 12/64 | 1/4 |
  /// | logOut | 12/64 | 1/4 |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent:
      switch random.below(64) {
      case ..<23: return .loginSucceeded(user: random.pick(Self.users))
      case ..<39: return .loginFailed(random.below(2) == 0 ? .unknownUser : .lockedOut)
      case ..<51: return .dismissError
      case ..<63: return .logOut
      default: return .login(user: random.pick(Self.users))
      }
    case .session:
      let isNew = !cursor.isOpen
      guard cursor.stays(afterMean: Self.meanSessionLength, using: &random) else { return nil }
      let roll = isNew ? 0 : random.below(4)
      switch roll {
      case 2: return .dismissError
      case 3: return .logOut
      default: return .login(user: random.pick(Self.users))
      }
    }
  }
}
