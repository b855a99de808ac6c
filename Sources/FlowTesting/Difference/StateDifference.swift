/// The parts in which two values of one type differ, one line for each.
///
/// It says why a test failed. A path leads from the root to the part: names of properties and enum
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
/// - `==` decides for values that have one: equal values have no difference, unequal values always
///   have one. A NaN therefore differs from itself.
/// - Values without `==` are compared by their parts, and values without parts by their description.
///   Two closures count as equal.
/// - Instances of classes are compared as a whole, by `==` or else by identity.
/// - Elements of arrays correspond by their `id` if they are `Identifiable`, otherwise by their place
///   from the beginning and, where the counts differ, from the end. The index of a removed element
///   counts in the old array, every other index in the new one.
public struct StateDifference: Hashable, Sendable {
  /// The maximum number of lines in the description.
  static let lineLimit = 20

  /// The descriptions of the first 20 changes, in the order of the parts.
  public let changes: [String]
  /// The number of all changes.
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
  /// A line for each change, at most 20 in all; the last one then says how many more there are.
  public var description: String {
    if isEmpty { return "no difference" }
    if count <= Self.lineLimit { return changes.joined(separator: "\n") }
    let shown = changes.prefix(Self.lineLimit - 1)
    return (shown + ["… and \(count - shown.count) more"]).joined(separator: "\n")
  }
}
