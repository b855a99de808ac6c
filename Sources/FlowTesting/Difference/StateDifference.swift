/// The differences between two values of one type, one line for each.
///
/// Test failures use it. A path leads from the value to the part: names of properties and enum
/// cases, indices and keys.
///
/// ```
/// profile.age: 30 → 31
/// status: .loading → .loaded(3)
/// user: nil → User(name: "Blob")
/// rows[4]: + Row(id: 4, title: "new")
/// favorites["x"]: - 3
/// … and 7 more
/// ```
///
/// - `Equatable` values are compared by `==`: equal values have no difference, and unequal values
///   have at least one. A NaN therefore differs from itself.
/// - Other values are compared by their parts, or by their descriptions if they have none. Closures
///   are considered equal.
/// - Instances of classes are compared as a whole, by `==` or by identity.
/// - Elements of arrays correspond by their `id` if they are `Identifiable`. Otherwise, they
///   correspond by their position from the start and, if the counts differ, from the end. The index
///   of a removed element refers to the old array, and all others to the new one.
public struct StateDifference: Hashable, Sendable {
  /// The maximum number of lines in the description.
  static let lineLimit = 20

  /// The descriptions of the first 20 changes, in the order of the parts.
  public let changes: [String]
  /// The number of changes.
  public let count: Int

  /// Compares two values on the caller's executor.
  ///
  /// - Complexity: O(*n*) comparisons for *n* parts at each level, by reflection.
  public init<Value>(between old: Value, and new: Value) {
    self.init(between: old, and: new, comparingBytes: false)
  }

  /// Compares two values.
  ///
  /// - Parameter comparingBytes: A Boolean value that indicates whether parts with the same bytes are
  ///   equal, such as a NaN.
  package init<Value>(between old: Value, and new: Value, comparingBytes: Bool) {
    var walk = DifferenceWalk(comparesBytes: comparingBytes)
    walk.compare(old, new, at: "")
    changes = walk.changes
    count = walk.count
  }

  /// A Boolean value that indicates whether the values are equal.
  public var isEmpty: Bool { count == 0 }
}

extension StateDifference: CustomStringConvertible {
  /// A line for each change, at most 20 in all. The last line may state the number of further
  /// changes.
  public var description: String {
    if isEmpty { return "no difference" }
    if count <= Self.lineLimit { return changes.joined(separator: "\n") }
    let shown = changes.prefix(Self.lineLimit - 1)
    return (shown + ["… and \(count - shown.count) more"]).joined(separator: "\n")
  }
}
