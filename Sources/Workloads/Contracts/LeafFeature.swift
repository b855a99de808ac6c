public import FlowCore

/// One module of an app: a single slot.
public protocol LeafFeature: Feature {
  /// The module's name in words joined by hyphens, which is the default id of its workload.
  static var name: String { get }
  /// The part of the state that the screen shows.
  associatedtype Slice: Equatable = State
  /// Returns the part of the state that the screen shows.
  static func slice(of state: State) -> Slice
  /// Feeds all of `state` into a digest.
  func digest(_ state: State, into digest: inout Digest)
  /// Returns a fingerprint of the screen.
  func drawn(_ state: State) -> UInt64
  /// Returns a fingerprint of a value that is computed from the state.
  func derived(_ state: State) -> UInt64
  /// Returns the next action; `nil` if a session ends.
  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action?
}

extension LeafFeature {
  /// The type's name without `Feature`: `BigShopFeature` is `big-shop`.
  public static var name: String {
    let type = String(describing: Self.self).prefix { $0 != "<" }
    return hyphenated(type.hasSuffix("Feature") && type != "Feature" ? type.dropLast(7) : type)
  }

  /// Returns a fingerprint of the whole state.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// Returns the whole state.
  @inlinable public func region(of action: Action) -> StateRegion { .all }

  /// Returns the whole state.
  @inlinable public func region(slot: Int) -> StateRegion { .all }

  /// A single slot of the module.
  @inlinable public var slotCount: Int { 1 }

  /// Feeds the whole state.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    self.digest(state, into: &digest)
  }

  /// Returns the fingerprint of the only screen.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 { drawn(state) }

  /// Returns the fingerprint of the computed value.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 { derived(state) }

  /// Returns the next action of the only slot.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    nextAction(cursor: &cursor, style: style, using: &random)
  }

  /// Visits the part of the state that the screen shows.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { Self.slice(of: $0) }
  }
}

extension LeafFeature where Slice == State {
  /// Returns the whole state.
  @inlinable @inline(__always)
  public static func slice(of state: State) -> State { state }
}

/// Returns the name of a type, without its generic arguments, in words joined by hyphens.
package func hyphenated(_ type: some StringProtocol) -> String {
  var name = ""
  var previous: Character = "A"
  for letter in type.prefix(while: { $0 != "<" }) {
    if letter.isUppercase && !previous.isUppercase { name += "-" }
    name += letter.lowercased()
    previous = letter
  }
  return name
}

/// A module whose work takes time in designs that can await effects.
public protocol LatentFeature: LeafFeature {
  /// A Boolean value that indicates whether `cancelsOlder(_:)` is ever true.
  static var hasCancellation: Bool { get }
  /// Returns whether an action cancels older work of the module.
  func cancelsOlder(_ action: Action) -> Bool
}

extension LatentFeature {
  /// No action cancels older work.
  public static var hasCancellation: Bool { false }

  /// Returns `false` for every action.
  public func cancelsOlder(_ action: Action) -> Bool { false }
}

/// A module with middlewares that look at actions and let them pass.
///
/// They cost as much as a hook with nothing to do: logging that is off, or a rule that does not
/// apply.
public protocol ObservingFeature: LeafFeature {
  /// Returns the answer of a middleware to an action.
  ///
  /// It is `nil` for all generated actions. Another action has an answer, so that the optimiser
  /// cannot remove the call.
  func observe(_ action: Action) -> Action?
}

/// A module made of smaller reducers, each for a part of its state, with a reducer around them.
///
/// `reduce(into:action:)` has the same effect without the cost of composition.
public protocol ComposedFeature: LeafFeature {
  /// Visits the reducers, in the order in which they run.
  func visitReducers<V: LocalReducerVisitor>(_ visitor: inout V)
  where V.State == State, V.Action == Action

  /// Returns the reducer of the module, made of one that runs all of them.
  func wrapped(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void
}

/// A visitor of the reducers that a module is made of.
public protocol LocalReducerVisitor {
  /// The state of the module.
  associatedtype State
  /// The actions of the module.
  associatedtype Action

  /// Visits a reducer.
  ///
  /// - Parameters:
  ///   - reducer: Changes its part of the state in place.
  ///   - state: The path to that part.
  ///   - action: Returns the reducer's own action, if it is one.
  mutating func visit<LocalState, LocalAction>(
    _ reducer: @escaping @Sendable (inout LocalState, LocalAction) -> Void,
    state: any WritableKeyPath<State, LocalState> & Sendable,
    action: @escaping @Sendable (Action) -> LocalAction?)
}
