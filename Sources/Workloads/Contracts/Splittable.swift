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
