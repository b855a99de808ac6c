/// An ordered collection of memos, one of which may be selected.
public struct NotesFeature: LeafFeature {
  /// A text with an identity.
  public struct Memo: Codable, Equatable, Identifiable, Sendable {
    /// Tells this memo from all others.
    public var id: Int
    /// What the memo says; an edit replaces the whole of it.
    public var text: String

    /// A memo.
    @inlinable public init(id: Int, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The memos and the selection.
  public struct State: Equatable, Sendable {
    /// The memos, in ascending order of their ids, no two of which are equal.
    public var memos: [Memo]
    /// The id of the selected memo; `nil`, or an id that `memos` has.
    public var selection: Int?

    /// A collection; by default an empty one.
    ///
    /// - Precondition: The memos' ids ascend.
    @inlinable public init(memos: [Memo] = [], selection: Int? = nil) {
      self.memos = memos
      self.selection = selection
    }

    /// Where the memo with this id is, or would be.
    ///
    /// - Complexity: O(log *n*), by binary search.
    @inlinable public func position(of id: Int) -> Int {
      var low = 0
      var high = memos.count
      while low < high {
        let middle = (low + high) / 2
        if memos[middle].id < id { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// Where the memo with this id is, if there is one.
    @inlinable public func existingPosition(of id: Int) -> Int? {
      let position = position(of: id)
      return position < memos.count && memos[position].id == id ? position : nil
    }
  }

  /// What can happen to the memos. An id that no memo has is ignored.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Gives a memo another text, and keeps all memos.
    case editMemo(id: Int, text: String)
    /// Selects a memo, or none.
    case setSelection(Int?)
    /// Adds a memo, unless its id is taken.
    case add(id: Int, text: String)
    /// Removes a memo, and the selection if it was selected.
    case remove(id: Int)
  }

  /// The memos to keep.
  public struct Request: Equatable, Sendable {
    /// All memos in ascending order of their ids, not only the edited one.
    public var memos: [Memo]

    /// A request to keep memos.
    @inlinable public init(memos: [Memo]) { self.memos = memos }
  }

  @usableFromInline let dependencies: Dependencies

  /// A collection in the world that `dependencies` make.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// No memos, and so nothing selected.
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

  /// Only an edit asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .editMemo = action { true } else { false }
  }

  /// Editing asks for the memos to be kept, if the edited one exists.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .editMemo(let id, _) = action, state.existingPosition(of: id) != nil else {
      return nil
    }
    return Request(memos: state.memos)
  }

  /// Keeps the memos; there is no answer, even when the storage fails.
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

  /// The list of ids with the sizes of their texts, and the text of the selected memo.
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

  /// The ids of the long memos, those of more than 64 bytes: filtered again each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of {
      for memo in state.memos where memo.text.utf8.count > 64 { $0.combine(memo.id) }
    }
  }
}

extension Workload where F == NotesFeature {
  /// The module, as a workload.
  public static var notes: Self {
    Self(summary: "memos in order, a selection; edits are persisted") { services in
      guard let directory = services.directory else { return NotesFeature() }
      return NotesFeature(dependencies: .live(directory: directory))
    }
  }
}
