/// One step on the way to a part of a state that has no fixed place of its own; what tells the
/// observed slices of one store apart.
@usableFromInline
enum SliceStep: Hashable {
  case path(AnyKeyPath)
  case member(AnyHashable)
  case function(SliceFunction)
}

/// What computes a part of a state, by where it is written: two functions that are written at one
/// place are the same step, until they are found to differ.
///
/// Functions cannot be compared. A view that makes a scope by a closure each time it is drawn makes a
/// new function each time, which computes the same; in a loop it makes several, which do not. An
/// observed slice therefore keeps the readings of those of one place apart, and counts them; see
/// `ObservedSlice`.
@usableFromInline
struct SliceFunction: Hashable, Sendable {
  @usableFromInline let site: SourceSite
  /// Which of the functions that were made there.
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

  /// A function that was made once.
  @usableFromInline
  final class Instance: Sendable {
    @usableFromInline init() {}
  }
}

/// A place in a source file.
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
    left.line == right.line && left.column == right.column
      && (left.file.utf8Start == right.file.utf8Start || "\(left.file)" == "\(right.file)")
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}
