/// An app of several kinds of modules, with the same number of copies of each.
///
/// There is one such app, `AppFeature`. This protocol describes it to a `FeatureVisitor`, whose
/// methods can relate an app's types to its own only through a type parameter.
public protocol AppOfModules: Splittable {
  /// The timers.
  associatedtype TimerPart: AppPart where TimerPart.App == Self
  /// The prime counters.
  associatedtype PrimesPart: AppPart where PrimesPart.App == Self
  /// The profiles.
  associatedtype ProfilePart: AppPart where ProfilePart.App == Self
  /// The logins.
  associatedtype LoginPart: AppPart where LoginPart.App == Self
  /// The notes.
  associatedtype NotesPart: AppPart where NotesPart.App == Self
  /// The shops.
  associatedtype ShopPart: AppPart where ShopPart.App == Self
  /// The searches.
  associatedtype SearchPart: AppPart where SearchPart.App == Self

  /// Calls the visitor with each part, in the order of the kinds.
  static func visitParts<V: AppPartVisitor>(_ visitor: inout V) where V.App == Self
}

/// The part of an app that consists of the copies of one kind of module.
public protocol AppPart: SendableMetatype {
  /// The app.
  associatedtype App: Feature
  /// The kind of module.
  associatedtype Module: LeafFeature

  /// Returns the copies of the module.
  static func modules(of app: App) -> Copies<Module>
  /// The path to the states of the copies.
  ///
  /// Reading along a path costs more than `value(of:)`: the path is for designs that compose
  /// reducers with paths.
  static var state: any WritableKeyPath<App.State, Copies<Module>.State> & Sendable { get }
  /// Returns the states of the copies.
  static func value(of state: App.State) -> Copies<Module>.State
  /// Replaces the states of the copies.
  static func set(_ value: Copies<Module>.State, in state: inout App.State)
  /// Returns an action of a copy as one of the app.
  static func embed(_ action: Copies<Module>.Action) -> App.Action
  /// Returns the action of a copy, or `nil` if the app's action is for another kind.
  static func extract(_ action: App.Action) -> Copies<Module>.Action?
}

/// Receives the parts of an app, each with its type.
public protocol AppPartVisitor {
  /// The app.
  associatedtype App: Feature

  /// Visits one part.
  mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App
}

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
