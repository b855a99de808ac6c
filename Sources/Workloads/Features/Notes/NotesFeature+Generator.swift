extension NotesFeature {
  /// Whether somebody is there, and which memo they look at.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var presence = Presence()
    @usableFromInline var id: UInt8 = 0

    /// Nobody is there.
    @inlinable public init() {}
  }

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 12 }

  /// How many ids generated actions use, from 0: there are never more memos than that.
  @inlinable public static var idCount: Int { 16 }

  /// The texts that generated actions use: 64 of them, of 27 to 226 bytes, each allocated once
  /// and shared by every action and memo that holds it.
  @usableFromInline static let texts: [String] = (0..<64).map { index in
    let words = SearchFeature.catalogue
    let count = 3 + index * 5 % 31
    let chosen = (0..<count).map { words[(index * 37 + $0 * 11) % words.count] }
    return "Note \(index + 10): " + chosen.joined(separator: " ")
  }

  /// No user is at the memos; a session opens by adding one.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action.
  ///
  /// | action | independent | session (12 actions on average) |
  /// |---|---|---|
  /// | setSelection, none once in 8 | 35/64 | 4/16, and the next edits aim at it |
  /// | add, one of 16 ids | 14/64 | opens; 2/16 |
  /// | remove, one of 16 ids | 13/64 | 1/16, the memo looked at |
  /// | editMemo (effect if there is such a memo) | 2/64 | 9/16, the memo looked at |
  ///
  /// A removal hits a memo as often as an addition finds a free id, so about half of the ids are
  /// in use.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent: independentAction(using: &random)
    case .session: sessionAction(cursor: &cursor, using: &random)
    }
  }

  @inlinable func independentAction(using random: inout SplitMix64) -> Action {
    let roll = random.below(64)
    let id = random.below(Self.idCount)
    return switch roll {
    case ..<35: .setSelection(random.below(8) == 0 ? nil : id)
    case ..<49: .add(id: id, text: random.pick(Self.texts))
    case ..<62: .remove(id: id)
    default: .editMemo(id: id, text: random.pick(Self.texts))
    }
  }

  @inlinable func sessionAction(cursor: inout Cursor, using random: inout SplitMix64) -> Action? {
    let isNew = !cursor.presence.isOpen
    guard cursor.presence.stays(afterMean: Self.meanSessionLength, using: &random) else {
      return nil
    }
    let roll = isNew ? 4 : random.below(16)
    switch roll {
    case ..<4:
      cursor.id = UInt8(random.below(Self.idCount))
      return .setSelection(random.below(8) == 0 ? nil : Int(cursor.id))
    case ..<6:
      cursor.id = UInt8(random.below(Self.idCount))
      return .add(id: Int(cursor.id), text: random.pick(Self.texts))
    case 6:
      return .remove(id: Int(cursor.id))
    default:
      return .editMemo(id: Int(cursor.id), text: random.pick(Self.texts))
    }
  }
}
