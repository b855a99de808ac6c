/// A step on the path to a part without a fixed location.
@usableFromInline
enum SliceStep: Hashable {
  case path(AnyKeyPath)
  case member(AnyHashable)
  case function(SliceFunction)
}

/// A function that computes a part, identified by its place in the source.
///
/// Functions cannot be compared. A view that creates a scope with a closure creates a new, equal
/// function each time it is drawn; a loop creates several different ones. An observed slice
/// therefore keeps the readings of functions from one place separate; see `ObservedSlice`.
@usableFromInline
struct SliceFunction: Hashable, Sendable {
  @usableFromInline let site: SourceSite
  /// The identity among the functions from the same place.
  @usableFromInline let instance: Instance

  @usableFromInline
  init(at site: SourceSite, instance: Instance = Instance()) {
    self.site = site
    self.instance = instance
  }

  @usableFromInline
  static func == (left: SliceFunction, right: SliceFunction) -> Bool { left.site == right.site }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(site) }

  @usableFromInline
  final class Instance: Sendable {
    /// The identity of all case paths, which are distinguished by their places alone.
    @usableFromInline static let casePath = Instance()

    @usableFromInline init() {}
  }
}

@usableFromInline
struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let file: StaticString
  // One number, because the optimiser keeps values of more than six words in memory, and a
  // `CasePath` there hides its closures.
  @usableFromInline let lineAndColumn: UInt64

  @inlinable
  init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file
    lineAndColumn = UInt64(line) &<< 24 | UInt64(column) & 0xFF_FFFF
  }

  @usableFromInline var description: String {
    "\(file):\(lineAndColumn >> 24):\(lineAndColumn & 0xFF_FFFF)"
  }

  @usableFromInline
  static func == (left: SourceSite, right: SourceSite) -> Bool {
    unsafe left.lineAndColumn == right.lineAndColumn
      && (left.file.utf8Start == right.file.utf8Start || "\(left.file)" == "\(right.file)")
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(lineAndColumn) }
}
