/// A list of rows, which every action changes in the same way: the cost of a large collection.
///
/// A store that keeps the old state while it makes the new one copies the list each time, and retains the
/// label of each row. The screen shows the first 20 rows and the number of all rows. The operations are
/// those of js-framework-benchmark, except that the number of rows does not change.
///
/// | operation | independent, and session (16 actions on average) |
/// |---|---|
/// | update | writes another label to a row |
/// | insert | in turns inserts a row at the front and removes any one |
/// | move | moves a row to any position |
/// | replace | replaces all rows by others |
/// | refresh | replaces all rows by equal ones in a new array |
/// | sort | sorts all rows, in turns by label and by identifier |
/// | select | selects a row; the rows stay the same |
public struct RowsFeature: LeafFeature {
  /// A row of the list. Its comparisons are counted; see ``Comparisons``.
  public struct Row: Equatable, Identifiable, Sendable {
    /// The identifier, which no other row has.
    public var id: Int
    /// The text, one of the feature's labels.
    public var label: String

    /// Creates a row.
    @inlinable public init(id: Int, label: String) {
      self.id = id
      self.label = label
    }

    /// Compares the identifiers and then the labels.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
      Comparisons.add()
      return left.id == right.id && left.label == right.label
    }
  }

  /// The part of the state that the screen shows.
  public struct Screen: Equatable, Sendable {
    /// At most 20 rows. Not a slice, which would share the list's memory, so that the next change
    /// would copy the list.
    public var rows: [Row]
    /// The number of all rows.
    public var count: Int

    /// Creates the screen of a state.
    @inlinable public init(_ state: State) {
      rows = Array(state.rows.prefix(RowsFeature.shownCount))
      count = state.rows.count
    }
  }

  /// The rows, the selection, and a fingerprint of what has happened.
  public struct State: Equatable, Sendable {
    /// The rows in their order.
    public var rows: [Row]
    /// The identifier of the selected row.
    public var selected: Int?
    /// A fingerprint of all actions, because a digest of all rows would take too long.
    public var journal: UInt64

    /// Creates a state without a selection.
    @inlinable public init(rows: [Row]) {
      self.rows = rows
      selected = nil
      journal = 0
    }
  }

  /// A change of the list. Positions count from 0; labels are numbers of the feature's labels.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Writes a label to the row at a position.
    case update(at: Int, label: Int)
    /// Inserts a row at the front.
    case insert(id: Int, label: Int)
    /// Removes the row at a position.
    case remove(at: Int)
    /// Moves the row at a position to another.
    case move(from: Int, to: Int)
    /// Replaces all rows by as many whose labels begin with this one.
    case replace(first: Int)
    /// Replaces all rows by equal ones in a new array.
    case refresh
    /// Sorts all rows by label, or by identifier.
    case sort(byLabel: Bool)
    /// Selects the row at a position.
    case select(at: Int)
  }

  /// The change that all actions make.
  public enum Operation: String, CaseIterable, Sendable {
    /// Another label of a row.
    case update
    /// A row inserted at the front, then any row removed.
    case insert
    /// Another position of a row.
    case move
    /// Other rows.
    case replace
    /// Equal rows in a new array.
    case refresh
    /// Another order of all rows.
    case sort
    /// Another selected row.
    case select
  }

  /// The module requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = RowsCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// The number of rows on the screen.
  @inlinable public static var shownCount: Int { 20 }

  /// The change that all actions make.
  public let operation: Operation
  /// The number of rows at the beginning, and after each period.
  public let count: Int
  /// The labels, each longer than the 15 bytes that a string stores without an allocation.
  public let labels: [String]

  /// Creates a module of at least one row.
  public init(_ operation: Operation, count: Int) {
    precondition(count > 0, "count: must be at least 1, got \(count)")
    self.operation = operation
    self.count = count
    labels = (0..<64).map { "the label with number \($0)" }
  }

  /// Rows with ascending identifiers and labels in turns, in a new array each time.
  @inlinable public var initialState: State { State(rows: rows(first: 0)) }

  /// Two actions if the second undoes the first.
  @inlinable public var period: Int { operation == .insert || operation == .sort ? 2 : 1 }

  /// Applies an action in place. Positions without a row change nothing but the journal.
  ///
  /// - Complexity: O(1) to update and to select, O(*n* log *n*) to sort, else O(*n*), if the rows are not
  ///   shared.
  @inlinable public func reduce(into state: inout State, action: Action) {
    state.journal = (state.journal &+ code(of: action)) &* 0x9e37_79b9_7f4a_7c15
    switch action {
    case .update(let position, let label):
      guard position < state.rows.count else { return }
      state.rows[position].label = labels[label]
    case .insert(let id, let label):
      state.rows.insert(Row(id: id, label: labels[label]), at: 0)
    case .remove(let position):
      guard position < state.rows.count else { return }
      state.rows.remove(at: position)
    case .move(let source, let target):
      guard source < state.rows.count, target < state.rows.count else { return }
      state.rows.insert(state.rows.remove(at: source), at: target)
    case .replace(let first): state.rows = rows(first: first)
    case .refresh: state.rows = state.rows.map { Row(id: $0.id, label: $0.label) }
    case .sort(byLabel: true):
      state.rows.sort { ($0.label, $0.id) < ($1.label, $1.id) }
    case .sort(byLabel: false): state.rows.sort { $0.id < $1.id }
    case .select(let position):
      guard position < state.rows.count else { return }
      state.selected = state.rows[position].id
    }
  }

  /// Accepts positions and labels that exist.
  public func accepts(_ action: Action) -> Bool {
    let (positions, labels) = (0..<count, labels.indices)
    return switch action {
    case .update(let position, let label):
      positions.contains(position) && labels.contains(label)
    case .insert(_, let label), .replace(let label): labels.contains(label)
    case .remove(let position), .select(let position): positions.contains(position)
    case .move(let source, let target): positions.contains(source) && positions.contains(target)
    case .refresh, .sort: true
    }
  }

  /// Feeds the journal, the selection, the number of rows and about 32 of the rows.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.journal)
    digest.combine(state.selected)
    digest.combine(state.rows.count)
    for position in stride(from: 0, to: state.rows.count, by: max(1, count / 32)) {
      feed(state.rows[position], into: &digest)
    }
  }

  /// Returns a fingerprint of the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest in
      for row in state.rows.prefix(Self.shownCount) { feed(row, into: &digest) }
      digest.combine(state.rows.count)
    }
  }

  /// Returns the number of rows.
  @inlinable public func derived(_ state: State) -> UInt64 { UInt64(state.rows.count) }

  /// Returns the part of the state that the screen shows.
  @inlinable public static func slice(of state: State) -> Screen { Screen(state) }

  /// Returns `count` rows with ascending identifiers and labels in turns.
  ///
  /// - Parameter first: The label of the first row.
  @inlinable func rows(first: Int) -> [Row] {
    (0..<count).map { Row(id: $0, label: labels[(first &+ $0) & (labels.count - 1)]) }
  }

  @inlinable func feed(_ row: Row, into digest: inout Digest) {
    digest.combine(row.id)
    digest.combine(row.label)
  }
}
