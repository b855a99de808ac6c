/// A place in the list of an app's modules, as a type: where the app keeps one kind of module, and
/// how that kind's actions are distinguished from the others'.
public protocol AppPart: SendableMetatype {
  /// The app.
  associatedtype App: Feature
  /// The kind of module, or none.
  associatedtype Module: AppModule

  /// Its place in the list, from 0.
  static var kind: Int { get }
  /// The copies of the module.
  static func modules(of app: App) -> Module.Several
  /// The path to what they keep.
  ///
  /// Reading along a path costs more than `value(of:)`: it is for designs that compose with paths.
  static var state: any WritableKeyPath<App.State, Module.Several.State> & Sendable { get }
  /// What they keep.
  static func value(of state: App.State) -> Module.Several.State
  /// Replaces what they keep.
  static func set(_ value: Module.Several.State, in state: inout App.State)
  /// An action of the module as one of the app.
  static func embed(_ action: Module.Several.Action) -> App.Action
  /// Whether the app's action is for this kind; asked before it is taken apart, which copies it.
  static func isOwn(_ action: App.Action) -> Bool
  /// The module's action; `nil` when the app's action is for another kind.
  static func extract(_ action: App.Action) -> Module.Several.Action?
}

/// Receives the parts of an app, each with its type known.
public protocol AppPartVisitor {
  /// The app.
  associatedtype App: Feature

  /// Called with a part in which there is a module.
  mutating func visit<Part: AppPart>(_ part: Part.Type)
  where
    Part.App == App, Part.Module: LeafFeature, Part.Module.Several == Copies<Part.Module>
}
