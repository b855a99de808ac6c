/// An ordered collection of memos, one of which may be selected.
public struct NotesFeature: LeafFeature {
  /// A text with an identity.
  public struct Memo: Codable, Equatable, Identifiable, Sendable {
    /// The identifier of the memo.
    public var id: Int
    /// The text; an edit replaces all of it.
    public var text: String

    /// Creates a memo.
    @inlinable public init(id: Int, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The memos and the selection.
  public struct State: Equatable, Sendable {
    /// The memos, in ascending order of their unique ids.
    public var memos: [Memo]
    /// The id of the selected memo, which `memos` has; `nil` without a selection.
    public var selection: Int?

    /// Creates a collection; by default an empty one. The memos' ids must ascend.
    @inlinable public init(memos: [Memo] = [], selection: Int? = nil) {
      self.memos = memos
      self.selection = selection
    }

    /// Returns the position at which the memo with this id is, or would be.
    ///
    /// - Complexity: O(log *n*), by binary search.
    @inlinable func position(of id: Int) -> Int {
      var low = 0
      var high = memos.count
      while low < high {
        let middle = (low + high) / 2
        if memos[middle].id < id { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// Returns the position of the memo with this id, if there is one.
    @inlinable func existingPosition(of id: Int) -> Int? {
      let position = position(of: id)
      return position < memos.count && memos[position].id == id ? position : nil
    }
  }

  /// A change of the memos. Ids without a memo are ignored.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Replaces the text of a memo, and saves all memos.
    case editMemo(id: Int, text: String)
    /// Selects a memo, or none.
    case setSelection(Int?)
    /// Adds a memo, unless its id is taken.
    case add(id: Int, text: String)
    /// Removes a memo, and the selection if it was selected.
    case remove(id: Int)
  }

  /// The memos to save.
  public struct Request: Equatable, Sendable {
    /// All memos in ascending order of their ids.
    public var memos: [Memo]

    /// Creates a request.
    @inlinable public init(memos: [Memo]) { self.memos = memos }
  }

  /// The services of the collection.
  public struct Dependencies: Sendable {
    /// The storage of the memos.
    public var memos: ValueStorage<[Memo]>

    /// Creates dependencies.
    public init(memos: ValueStorage<[Memo]>) { self.memos = memos }

    /// Keeps memos in memory.
    public static func simulated() -> Dependencies { Dependencies(memos: .memory()) }
  }

  @usableFromInline let dependencies: Dependencies

  /// Creates a collection.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// No memos and no selection.
  @inlinable public var initialState: State { State() }

  /// Applies an action, in place.
  ///
  /// - Complexity: O(log *n*) to find a memo, O(*n*) to add or remove one.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .editMemo(let id, let text):
      if let position = state.existingPosition(of: id) { state.memos[position].text = text }
    case .setSelection(let id):
      guard let id else {
        state.selection = nil
        return
      }
      if state.existingPosition(of: id) != nil { state.selection = id }
    case .add(let id, let text):
      let position = state.position(of: id)
      if position == state.memos.count || state.memos[position].id != id {
        state.memos.insert(Memo(id: id, text: text), at: position)
      }
    case .remove(let id):
      guard let position = state.existingPosition(of: id) else { return }
      state.memos.remove(at: position)
      if state.selection == id { state.selection = nil }
    }
  }

  /// Returns `true` for an edit.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .editMemo = action { true } else { false }
  }

  /// Returns the memos to save after an edit of an existing memo.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .editMemo(let id, _) = action, state.existingPosition(of: id) != nil else {
      return nil
    }
    return Request(memos: state.memos)
  }

  /// Saves the memos, without an answer.
  @inlinable public func perform(_ request: Request) -> Action? {
    try? dependencies.memos.save(request.memos)
    return nil
  }

  /// Feeds every memo and the selection.
  ///
  /// - Complexity: O(*n*) in the bytes of the memos.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.memos.count)
    for memo in state.memos {
      digest.combine(memo.id)
      digest.combine(memo.text)
    }
    digest.combine(state.selection)
  }

  /// Returns a fingerprint of the ids, the sizes of the texts, and the selected memo.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of {
      for memo in state.memos {
        $0.combine(memo.id)
        $0.combine(memo.text.utf8.count)
      }
      $0.combine(state.selection)
      if let id = state.selection, let position = state.existingPosition(of: id) {
        $0.combine(state.memos[position].text)
      }
    }
  }

  /// Returns a fingerprint of the memos of more than 64 bytes, filtered each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of {
      for memo in state.memos where memo.text.utf8.count > 64 { $0.combine(memo.id) }
    }
  }
}

// MARK: - Generated actions

extension NotesFeature {
  /// The state of a session, and the memo that the user looks at.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var session = SessionCursor()
    @usableFromInline var id: UInt8 = 0

    /// Creates a cursor without a session.
    @inlinable public init() {}
  }

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 12 }

  /// The number of ids in generated actions, from 0, which bounds the number of memos.
  @inlinable public static var idCount: Int { 16 }

  // 64 texts of 27 to 226 bytes, each allocated once and shared by all actions and memos.
  @usableFromInline static let texts: [String] = (0..<64).map { index in
    let words = SearchFeature.catalogue
    let count = 3 + index * 5 % 31
    let chosen = (0..<count).map { words[(index * 37 + $0 * 11) % words.count] }
    return "Note \(index + 10): " + chosen.joined(separator: " ")
  }

  /// No session; one opens by adding a memo.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Returns the next action.
  ///
  /// | action | independent | session (12 actions on average) |
  /// |---|---|---|
  /// | setSelection, none once in 8 | 35/64 | 4/16, and the next edits are for that memo |
  /// | add, one of 16 ids | 14/64 | opens; 2/16 |
  /// | remove, one of 16 ids | 13/64 | 1/16, the memo of the cursor |
  /// | editMemo (effect if there is such a memo) | 2/64 | 9/16, the memo of the cursor |
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
    let isNew = !cursor.session.isOpen
    guard cursor.session.stays(afterMean: Self.meanSessionLength, using: &random) else {
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

extension Workload where F == NotesFeature {
  /// The module as a workload.
  public static var notes: Self {
    Self(summary: "memos in order, a selection; edits are persisted") { services in
      guard let directory = services.directory else { return NotesFeature() }
      return NotesFeature(
        dependencies: .init(memos: .disk(directory: directory, name: "memos")))
    }
  }
}
