extension ProfileFeature {
  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 6 }

  /// The names that generated actions use, in ascending order: short enough to be held in place.
  @usableFromInline static let names = [
    "Ada", "Alan", "Alonzo", "Barbara", "Bertrand", "Carl", "David", "Donald", "Dorothy",
    "Edsger", "Emmy", "Ernst", "Euclid", "Evelyn", "Frances", "Fred", "Georg", "Grace", "Hedy",
    "Hypatia", "Joan", "Katherine", "Kurt", "Leonhard", "Leslie", "Margaret", "Mary", "Niklaus",
    "Peter", "Radia", "Sophie", "Tony",
  ]

  /// No user is at the profile; a session opens by setting a name.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action.
  ///
  /// | action | independent | session (6 actions on average) |
  /// |---|---|---|
  /// | setAge, from 18 to 81 | 63/64 | 1/2 |
  /// | setName (effect), one of 32 | 1/64 | opens; 1/2 |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let setsName: Bool
    switch style {
    case .independent:
      setsName = random.below(64) == 0
    case .session:
      let isNew = !cursor.isOpen
      guard cursor.stays(afterMean: Self.meanSessionLength, using: &random) else { return nil }
      setsName = isNew || random.below(2) == 0
    }
    return setsName ? .setName(random.pick(Self.names)) : .setAge(18 + random.below(64))
  }
}
