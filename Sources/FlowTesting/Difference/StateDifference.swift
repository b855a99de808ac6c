/// What tells two values of one type apart, one line for each part that changed.
///
/// For a reader who asks why a test failed or what an action did: it says where to look, not how to
/// turn one value into the other. A path leads from the root to the part: property names, enum
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
/// - What has `==` is judged by it alone: equal values make an empty difference, unequal ones never
///   do, whatever their parts look like. A NaN therefore differs from itself.
/// - What lacks `==` is judged by its parts; without parts, by its description. Two closures are
///   taken as equal.
/// - Instances of classes without `==` are the same or they are not; what is inside is not looked
///   at, since both sides of a difference usually hold the same instance.
/// - Elements of arrays correspond by `id` if they are `Identifiable`, otherwise by being equal. The
///   index of a removed element counts in the old array, every other one in the new.
///
/// Not for a hot path: it reflects, at microseconds for each part.
public struct StateDifference: Hashable, Sendable {
  /// How much of a difference is kept.
  public struct Limits: Hashable, Sendable {
    /// Most lines in the description, the one that counts the rest included. At least 1.
    public var lines: Int
    /// Most characters of one value or one path; what is longer is cut. At least 1.
    public var characters: Int
    /// How many levels below the root are looked into; deeper parts are reported as a whole, and
    /// those without `==` only if their first 1,000 characters differ. At least 1.
    public var depth: Int

    /// Limits for a difference that is read in a terminal.
    public init(lines: Int = 20, characters: Int = 100, depth: Int = 32) {
      self.lines = lines
      self.characters = characters
      self.depth = depth
    }
  }

  /// One part that changed: inserted without `old`, removed without `new`.
  public struct Change: Hashable, Sendable {
    /// Where the part is, such as `rows[4].title`; empty for the value as a whole.
    public let path: String
    /// The part before, in one line; `nil` if there was none.
    public let old: String?
    /// The part after, in one line; `nil` if there is none.
    public let new: String?
    /// What the texts do not show, such as why two that look alike are different.
    public let note: String?
  }

  /// Nobody reads further than this, and an end must be somewhere: no more changes are counted.
  static let mostCounted = 10_000

  /// The first changes, in the order of the parts; no more of them than lines.
  public let changes: [Change]
  /// How many changes there are, `changes` included; 10,000 also stands for more than that.
  public let count: Int
  private let lines: Int

  /// Looks for what tells `new` from `old`.
  ///
  /// Runs where it is called: `==` of a type bound to an actor is used only on that actor.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value after.
  ///   - limits: How much to keep.
  /// - Precondition: All limits are at least 1.
  /// - Complexity: O(*n* · *d*) comparisons for *n* parts at depth *d*, as long as arrays change in
  ///   few places; where they change throughout, at most 5,000 more for each array.
  public init<Value>(between old: Value, and new: Value, limits: Limits = Limits()) {
    self.init(between: old, and: new, limits: limits, comparingBytes: false)
  }

  /// The same, for a caller that says whether parts with the same bytes are the same, such as a NaN.
  package init<Value>(
    between old: Value, and new: Value, limits: Limits = Limits(), comparingBytes: Bool
  ) {
    precondition(
      limits.lines > 0 && limits.characters > 0 && limits.depth > 0,
      "all limits of a difference must be at least 1, got \(limits)")
    var walk = DifferenceWalk(
      limits: limits, mostFound: Self.mostCounted, comparesBytes: comparingBytes)
    walk.compare(old, new)
    changes = walk.changes
    count = walk.found
    lines = limits.lines
  }

  /// Whether there is nothing to tell: the values are equal.
  public var isEmpty: Bool { count == 0 }
}

extension StateDifference: CustomStringConvertible {
  /// A line for each change, at most as many as the limits allow; then the last says how many more
  /// there are.
  public var description: String {
    if isEmpty { return "no difference" }
    if count <= lines { return changes.map(\.description).joined(separator: "\n") }
    let shown = changes.prefix(lines - 1)
    let bound = count == Self.mostCounted ? "at least " : ""
    let rest = "… and \(bound)\(count - shown.count) more"
    return (shown.map(\.description) + [rest]).joined(separator: "\n")
  }
}

extension StateDifference.Change: CustomStringConvertible {
  /// `path: old → new`, `path: + new` or `path: - old`, and the note in parentheses.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    let remark = note.map { " (\($0))" } ?? ""
    return switch (old, new) {
    case (let old?, let new?): "\(place)\(old) → \(new)\(remark)"
    case (nil, let new?): "\(place)+ \(new)\(remark)"
    case (let old?, nil): "\(place)- \(old)\(remark)"
    case (nil, nil): "\(place)\(note ?? "")"
    }
  }
}
