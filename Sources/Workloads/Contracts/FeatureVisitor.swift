/// A visitor of the structure of a feature, with its types known.
///
/// A store design that composes the modules of an app in its own way implements a method for each
/// kind of structure. By default they visit the feature as one without parts.
public protocol FeatureVisitor {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action
  /// The requests of the feature.
  associatedtype Request
  /// The result of the visit.
  associatedtype Result

  /// Visits a feature without parts.
  func visit<F: Feature>(plain feature: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// Visits a module that is made of smaller reducers.
  func visit<F: ComposedFeature>(composed module: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// Visits copies of one module.
  func visit<F: CopiesOfModule>(copies: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// Visits an app of several kinds of modules.
  func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request
}

extension FeatureVisitor {
  /// Visits the module as one without parts.
  @inlinable public func visit<F: ComposedFeature>(composed module: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request {
    visit(plain: module)
  }

  /// Visits the copies as a feature without parts.
  @inlinable public func visit<F: CopiesOfModule>(copies: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request {
    visit(plain: copies)
  }

  /// Visits the app as a feature without parts.
  @inlinable public func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    visit(plain: app)
  }
}

/// A visitor of a part of the state, as a function with a known type.
///
/// The slots of an app have parts of different types. If these were erased, comparisons could not use
/// `Array`'s fast path for equal buffers.
public protocol SliceVisitor<State> {
  /// The state.
  associatedtype State
  /// The result of the visit.
  associatedtype Result

  /// Visits the part of a slot; called once.
  func visit<Slice: Equatable>(_ slice: @escaping (State) -> Slice) -> Result
}

/// The interface of `Copies` for visitors, whose methods cannot require that generic type.
public protocol CopiesOfModule: Feature {
  /// The module.
  associatedtype Base: LeafFeature

  /// The module.
  var base: Base { get }
  /// The number of copies.
  var count: Int { get }

  /// The path to the states of all copies, for designs that compose with paths.
  ///
  /// Reading along a path costs more than `value(of:copy:)`.
  static var states: any WritableKeyPath<State, [Base.State]> & Sendable { get }
  /// Returns the path to one copy's state.
  static func state(of copy: Int) -> any WritableKeyPath<State, Base.State> & Sendable
  /// Returns one copy's state.
  static func value(of state: State, copy: Int) -> Base.State
  /// Replaces one copy's state.
  static func set(_ value: Base.State, copy: Int, in state: inout State)
  /// Returns an action of the module, aimed at one copy.
  static func embed(_ action: Base.Action, copy: Int) -> Action
  /// Returns the copy of an action, and the module's action.
  static func extract(_ action: Action) -> (copy: Int, action: Base.Action)
}

/// An app of several kinds of modules, with the same number of copies of each.
///
/// There is one such app, `AppFeature`. This protocol describes it to a `FeatureVisitor`, whose
/// methods can relate an app's types to its own only through a type parameter.
public protocol AppOfModules: Feature {
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

  /// Visits each part, in the order of the kinds.
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
  /// The path to the states of the copies, for designs that compose with paths.
  static var state: any WritableKeyPath<App.State, Copies<Module>.State> & Sendable { get }
  /// Returns an action of a copy as one of the app.
  static func embed(_ action: Copies<Module>.Action) -> App.Action
  /// Returns the action of a copy; `nil` if the app's action is for another kind.
  static func extract(_ action: App.Action) -> Copies<Module>.Action?
}

// If the part's type is known, the compiler replaces these paths by accesses to the properties.
extension AppPart {
  /// Returns the states of the copies.
  @inlinable @inline(__always)
  public static func value(of state: App.State) -> Copies<Module>.State {
    state[keyPath: Self.state]
  }

  /// Replaces the states of the copies.
  @inlinable @inline(__always)
  public static func set(_ value: Copies<Module>.State, in state: inout App.State) {
    state[keyPath: Self.state] = value
  }
}

/// A visitor of the parts of an app, each with its type.
public protocol AppPartVisitor {
  /// The app.
  associatedtype App: Feature

  /// Visits one part.
  mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App
}
