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
    @usableFromInline init() {}
  }
}

@usableFromInline
struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt
  private let column: UInt

  @usableFromInline
  init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file
    self.line = line
    self.column = column
  }

  @usableFromInline var description: String { "\(file):\(line):\(column)" }

  @usableFromInline
  static func == (left: SourceSite, right: SourceSite) -> Bool {
    unsafe left.line == right.line && left.column == right.column
      && (left.file.utf8Start == right.file.utf8Start || "\(left.file)" == "\(right.file)")
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}
