extension RowsFeature {
  /// Returns the next action of the operation; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    // A session ends between two actions of which the second undoes the first.
    if !cursor.isSecond {
      let mean = Self.meanSessionLength
      guard cursor.session.acts(style, afterMean: mean, using: &random) else { return nil }
    }
    defer { if period == 2 { cursor.isSecond.toggle() } }
    switch operation {
    case .update: return .update(at: random.below(count), label: random.below(labels.count))
    case .insert where cursor.isSecond: return .remove(at: random.below(count))
    case .insert:
      cursor.inserted += 1
      return .insert(id: count + cursor.inserted, label: random.below(labels.count))
    case .move: return .move(from: random.below(count), to: random.below(count))
    case .replace: return .replace(first: random.below(labels.count))
    case .refresh: return .refresh
    case .sort: return .sort(byLabel: !cursor.isSecond)
    case .select: return .select(at: random.below(count))
    }
  }

  /// Returns a number that differs between the actions of an operation.
  @inlinable func code(of action: Action) -> UInt64 {
    let (kind, first, second) =
      switch action {
      case .update(let position, let label): (1, position, label)
      case .insert(let id, let label): (2, id, label)
      case .remove(let position): (3, position, 0)
      case .move(let source, let target): (4, target, source)
      case .replace(let first): (5, first, 0)
      case .refresh: (6, 0, 0)
      case .sort(let byLabel): (7, byLabel ? 1 : 0, 0)
      case .select(let position): (8, position, 0)
      }
    return UInt64(bitPattern: Int64(((first << 24) ^ second) << 4 ^ kind))
  }
}

/// The cursor of a generator of changes to a list.
@frozen public struct RowsCursor: DefaultCursor {
  @usableFromInline var session = SessionCursor()
  /// A Boolean value that indicates whether the next action undoes the last one.
  @usableFromInline var isSecond = false
  /// The number of inserted rows.
  @usableFromInline var inserted = 0

  /// Creates a cursor without a session.
  @inlinable public init() {}
}

extension Workload where F == RowsFeature {
  /// The numbers of rows of the workloads, ascending.
  public static let sizes = [100, 1_000, 10_000, 100_000]

  /// Returns a workload with this operation and number of rows: `rows-update-100`.
  public static func rows(_ operation: RowsFeature.Operation, _ count: Int) -> Self {
    // About the time of an action in units of 100 ns.
    let weight =
      switch operation {
      case .update, .select: 1
      case .insert, .move: count / 1_000
      case .replace, .refresh: count / 20
      case .sort: count
      }
    return Self(
      id: "\(F.name)-\(operation.rawValue)-\(count)", summary: operation.summary,
      weight: max(1, weight), countsComparisons: true
    ) { _ in RowsFeature(operation, count: count) }
  }
}

extension RowsFeature.Operation {
  /// The summary of the workloads, which differ in the number of rows.
  fileprivate var summary: String {
    switch self {
    case .update: "N rows; each action changes a label"
    case .insert: "N rows; in turns one is inserted at the front, or any removed"
    case .move: "N rows; each action moves one"
    case .replace: "N rows; each action replaces all by others"
    case .refresh: "N rows; each action replaces all by equal ones"
    case .sort: "N rows; in turns sorted by label and by identifier"
    case .select: "N rows; each action selects one"
    }
  }
}
