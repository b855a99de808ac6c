/// An app whose copies can be dealt out to several stores.
public protocol Splittable: Feature {
  /// How many copies there are of each module.
  var copyCount: Int { get }
  /// The same app with fewer copies.
  func with(copies: Int) -> Self
  /// The copy an action is aimed at.
  func copy(of action: Action) -> Int
  /// The same action aimed at another copy.
  func aim(_ action: Action, at copy: Int) -> Action
  /// The copy and the kind of module that a slot stands for.
  func place(of slot: Int) -> (kind: Int, copy: Int)
  /// The slot of a copy of a kind of module, in an app with `copies` of each.
  func slot(kind: Int, copy: Int, copies: Int) -> Int
}

extension Copies: Splittable {
  /// How many copies there are.
  @inlinable public var copyCount: Int { count }
  /// The same module, fewer times.
  public func with(copies: Int) -> Self { Self(base, count: copies) }
  /// The copy an action is aimed at.
  @inlinable public func copy(of action: Action) -> Int { action.index }
  /// The same action aimed at another copy.
  @inlinable public func aim(_ action: Action, at copy: Int) -> Action {
    Action(index: copy, action: action.action)
  }
  /// One kind; a slot is a copy.
  public func place(of slot: Int) -> (kind: Int, copy: Int) { (0, slot) }
  /// One kind; a copy is a slot.
  public func slot(kind: Int, copy: Int, copies: Int) -> Int { copy }
}

/// Which group a copy belongs to: contiguous runs, as equal as they can be.
public struct Grouping: Sendable {
  /// A copy's group and its place there.
  @usableFromInline let places: [(group: Int, copy: Int)]
  /// How many copies each group has.
  public let sizes: [Int]

  /// Deals `copies` out to `groups`.
  ///
  /// - Precondition: 1 to `copies` groups.
  public init(copies: Int, groups: Int) {
    precondition(groups >= 1 && groups <= copies, "groups must be 1 to \(copies), got \(groups)")
    sizes = (0..<groups).map { copies / groups + ($0 < copies % groups ? 1 : 0) }
    places = sizes.enumerated().flatMap { group, size in (0..<size).map { (group, $0) } }
  }

  /// The group of a copy and its place there. A table, because a division costs more than a send.
  @inlinable public func place(of copy: Int) -> (group: Int, copy: Int) { places[copy] }
}
