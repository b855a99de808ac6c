public import FlowCore

/// The contents of a store: one module of an app, or an app made of many.
///
/// A feature declares its state, the changes by actions and the work that actions request, as plain
/// functions. Every store design wraps these functions in its own shape, so that two designs differ
/// in the store only and must end in the same state. A shape that depends on the structure of a
/// feature visits it with `accept(_:)`.
///
/// A feature has *slots*: the places that a view can read and an action can be aimed at. A single
/// module (`LeafFeature`) has one; an app of *n* modules has *n*.
public protocol Feature: Sendable {
  /// The state.
  associatedtype State: Equatable, Sendable
  /// The inputs; traces record them as JSON.
  associatedtype Action: Codable & Sendable
  /// Work for the environment, as a value.
  associatedtype Request: Sendable = Never
  /// The state of the generator of actions.
  associatedtype Cursor: Sendable = NoCursor

  /// A Boolean value that indicates whether actions can request work.
  static var hasEffects: Bool { get }
  /// The state at launch.
  var initialState: State { get }
  /// Applies an action in place.
  func reduce(into state: inout State, action: Action)
  /// Returns whether `action` can be reduced; an action of a file can be for a missing copy.
  func accepts(_ action: Action) -> Bool
  /// Returns whether `action` can request work, in any state.
  func mayRequest(_ action: Action) -> Bool
  /// Returns the part of the state that `action` may change.
  func region(of action: Action) -> StateRegion
  /// Returns the part of the state that the screen of a slot shows.
  func region(slot: Int) -> StateRegion
  /// Returns the work that `action` requests, given the state *after* its reduction.
  func request(for action: Action, after state: State) -> Request?
  /// Does the work without suspending, and returns the answer.
  func perform(_ request: Request) -> Action?
  /// Does the work in a store that can await it, and returns the answer.
  ///
  /// By default it suspends once if ``completion`` is `suspending`.
  nonisolated(nonsending) func answer(_ request: Request) async -> Action?
  /// The way in which effects complete in designs that can await them.
  var completion: Completion { get }
  /// Returns the key of the older work that an action cancels; `nil`: none.
  func cancellationKey(of action: Action) -> Int?

  /// The number of slots.
  var slotCount: Int { get }
  /// Returns the slot of a rank in popularity, from 0; a permutation of the slots.
  ///
  /// An app of several kinds of modules spreads the first ranks over its kinds.
  func slot(rank: Int) -> Int
  /// Feeds the state of one slot into a digest; equal states feed equal words.
  func digest(_ state: State, slot: Int, into digest: inout Digest)
  /// Visits the part of the state that the screen of a slot shows.
  func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result where V.State == State
  /// Returns a fingerprint of the screen of a slot.
  func drawn(_ state: State, slot: Int) -> UInt64
  /// Returns a fingerprint of a value that is computed from the slot's part of the state.
  func derived(_ state: State, slot: Int) -> UInt64

  /// The number of actions after which a measurement can stop, because later actions undo the
  /// effects of earlier ones.
  var period: Int { get }

  /// The cursor at the beginning.
  var initialCursor: Cursor { get }
  /// Returns the next action for a slot; `nil` if a session ends.
  func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action?

  /// Calls the visitor's method for the structure of this feature, and returns its result.
  func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request
}

extension Feature {
  /// `true` unless requests cannot exist.
  @inlinable public static var hasEffects: Bool { Request.self != Never.self }

  /// Returns the value of ``hasEffects``.
  @inlinable public func mayRequest(_ action: Action) -> Bool { Self.hasEffects }

  /// Returns the slot whose number is the rank.
  @inlinable public func slot(rank: Int) -> Int { rank }

  /// Returns `true` for every action.
  public func accepts(_ action: Action) -> Bool { true }

  /// Returns `nil`, because no action cancels work.
  @inlinable public func cancellationKey(of action: Action) -> Int? { nil }

  /// A measurement can stop after any action.
  @inlinable public var period: Int { 1 }

  /// Visits a feature without parts.
  @inlinable @inline(__always)
  public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(plain: self)
  }

  /// Does the work that `action` requests and returns its answer, for designs without effects.
  ///
  /// - Parameter state: The state after the reduction; it is read only if the action may request
  ///   work.
  @inlinable public func answer(
    to action: Action, after state: @autoclosure () -> State
  ) -> Action? {
    guard Self.hasEffects, mayRequest(action), let request = request(for: action, after: state())
    else { return nil }
    return perform(request)
  }
}

extension Feature where Request == Never {
  /// Returns `nil`, because requests cannot exist.
  @inlinable public func request(for action: Action, after state: State) -> Never? { nil }

  /// Cannot be called, because requests cannot exist.
  @inlinable public func perform(_ request: Never) -> Action? {}
}

/// The dependence of an action on those before it.
public enum ActionStyle: Sendable {
  /// Actions are drawn from a table of weights that keeps the size of the state stationary.
  case independent
  /// Actions are the steps of a Markov session, which opens, continues and ends.
  case session
}

/// A cursor that begins without a value.
public protocol DefaultCursor: Sendable {
  /// Creates the cursor at the beginning.
  init()
}

/// The cursor of a generator without state.
public struct NoCursor: DefaultCursor {
  /// Creates a cursor.
  @inlinable public init() {}
}

/// The cursor of a module whose generator depends only on whether a session is open.
@frozen public struct SessionCursor: BitwiseCopyable, DefaultCursor {
  @usableFromInline private(set) var isOpen = false

  /// Creates a cursor without a session.
  @inlinable public init() {}

  /// Opens, continues or ends a session of `mean` actions on average.
  ///
  /// - Returns: A Boolean value that indicates whether there is an action.
  @inlinable
  public mutating func stays(afterMean mean: Int, using random: inout SplitMix64) -> Bool {
    isOpen = !isOpen || !random.leaves(afterMean: mean)
    return isOpen
  }

  /// Returns whether there is an action: always if actions are independent.
  @inlinable
  mutating func acts(
    _ style: ActionStyle, afterMean mean: Int, using random: inout SplitMix64
  ) -> Bool {
    switch style {
    case .independent: true
    case .session: stays(afterMean: mean, using: &random)
    }
  }
}

extension Feature where Cursor: DefaultCursor {
  // One extension for all of them, because two would make the inference of `Cursor` ambiguous.
  /// The cursor at the beginning.
  @inlinable public var initialCursor: Cursor { Cursor() }
}
