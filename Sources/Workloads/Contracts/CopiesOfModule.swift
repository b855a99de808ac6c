/// `Copies`, for visitors: a protocol's method cannot say that a feature is of that very type.
public protocol CopiesOfModule: Feature {
  /// The module.
  associatedtype Base: LeafFeature

  /// The module that all copies are of.
  var base: Base { get }
  /// How many copies there are.
  var count: Int { get }

  /// The path to the states of all copies.
  ///
  /// Reading along a path costs more than `value(of:copy:)`: it is for designs that compose with
  /// paths, as is the next one.
  static var states: any WritableKeyPath<State, [Base.State]> & Sendable { get }
  /// The path to one copy's state.
  static func state(of copy: Int) -> any WritableKeyPath<State, Base.State> & Sendable
  /// One copy's state.
  static func value(of state: State, copy: Int) -> Base.State
  /// Replaces one copy's state.
  static func set(_ value: Base.State, copy: Int, in state: inout State)
  /// An action of the module, aimed at one copy.
  static func embed(_ action: Base.Action, copy: Int) -> Action
  /// The copy that an action is aimed at, and what happens there.
  static func extract(_ action: Action) -> (copy: Int, action: Base.Action)
}

extension Copies: CopiesOfModule {
  /// The path to the states of all copies.
  @inlinable public static var states: any WritableKeyPath<State, [Base.State]> & Sendable {
    \.features
  }

  /// The path to one copy's state.
  @inlinable public static func state(
    of copy: Int
  ) -> any WritableKeyPath<State, Base.State> & Sendable { \.features[copy] }

  /// One copy's state.
  @inlinable public static func value(of state: State, copy: Int) -> Base.State {
    state.features[copy]
  }

  /// Replaces one copy's state.
  @inlinable public static func set(_ value: Base.State, copy: Int, in state: inout State) {
    state.features[copy] = value
  }

  /// An action of the module, aimed at one copy.
  @inlinable public static func embed(_ action: Base.Action, copy: Int) -> Action {
    Action(index: copy, action: action)
  }

  /// The copy that an action is aimed at, and what happens there.
  @inlinable public static func extract(_ action: Action) -> (copy: Int, action: Base.Action) {
    (action.index, action.action)
  }
}
