public import FlowCore

/// What a store holds: one module of an app, or an app made of many.
///
/// A feature says what its state is, how actions change it and which work they ask for, once, as
/// plain functions. Every store design wraps these same functions in its own shape, so that two
/// designs differ in the store alone and must end in the same state. A shape that depends on how a
/// feature is made up learns it from `accept(_:)`.
///
/// A feature has *slots*: the places a view could look at and an action can be aimed at. A module
/// on its own (`LeafFeature`) has one; an app of *n* modules has *n*.
public protocol Feature: Sendable {
  /// What is kept.
  associatedtype State: Equatable, Sendable
  /// What can happen; as JSON it can be recorded.
  associatedtype Action: Codable & Sendable
  /// Work asked of the world, as a value.
  associatedtype Request: Sendable = Never
  /// What a generator remembers of the users of this feature; never seen by a store.
  associatedtype Cursor: Sendable = NoCursor

  /// Whether this feature can ask for work at all.
  static var hasEffects: Bool { get }
  /// The state at launch.
  var initialState: State { get }
  /// Applies an action in place.
  func reduce(into state: inout State, action: Action)
  /// Whether `action` may be reduced at all: one that comes from outside, such as out of a file, may
  /// be for a copy that there is not.
  func accepts(_ action: Action) -> Bool
  /// Whether `action` could ask for work, whatever the state.
  func mayRequest(_ action: Action) -> Bool
  /// The part of the state that `action` may change.
  func region(of action: Action) -> StateRegion
  /// The part of the state that one slot's screen is made from.
  func region(slot: Int) -> StateRegion
  /// The work that `action` asks for, given the state *after* it was reduced.
  func request(for action: Action, after state: State) -> Request?
  /// Does the work without a suspension and returns the action that carries its answer.
  func perform(_ request: Request) -> Action?
  /// Does the work where a store can await it, and returns the action that carries its answer.
  ///
  /// By default it suspends once where ``completion`` is `suspending`, alike for every store. A store
  /// that can await work calls this and not `perform(_:)`, which never suspends.
  nonisolated(nonsending) func answer(_ request: Request) async -> Action?
  /// Whether answers come at once or after a suspension, where a design can await them.
  var completion: Completion { get }
  /// Which older work an action makes superfluous: what was asked for under the same key. `nil`:
  /// none.
  func cancellationKey(of action: Action) -> Int?

  /// How many modules this is made of.
  var slotCount: Int { get }
  /// The slot that is `rank`-th in popularity, from 0: a permutation of the slots.
  ///
  /// Distributions that prefer some slots prefer the low ranks. An app of several kinds of modules
  /// spreads these over its kinds; otherwise the ranks are the slots.
  func slot(rank: Int) -> Int
  /// How many slots one copy of the app has.
  var slotsOfCopy: Int { get }
  /// The slot of one copy that is `rank`-th in popularity among those of this copy, from 0.
  func slot(rank: Int, ofCopy copy: Int) -> Int
  /// Feeds all that one slot keeps into a digest; equal states feed equal words.
  func digest(_ state: State, slot: Int, into digest: inout Digest)
  /// Hands the visitor the slice of the state that one slot's screen is made from.
  func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result where V.State == State
  /// A fingerprint of what one slot's screen shows.
  func drawn(_ state: State, slot: Int) -> UInt64
  /// A fingerprint of something computed from that slice: filtered, sorted or counted.
  func derived(_ state: State, slot: Int) -> UInt64

  /// After how many actions the stream is where it began, if whoever measures must not stop in
  /// between: what one action leaves behind another takes away.
  var period: Int { get }

  /// The cursor before anybody has done anything.
  var initialCursor: Cursor { get }
  /// The next action aimed at a slot, or `nil` when the person there leaves (only in a session).
  func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action?

  /// Tells the visitor how this feature is made up.
  ///
  /// - Returns: What the visitor's method for that returns.
  func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request
}

extension Feature {
  /// A feature asks for work unless its requests cannot exist.
  @inlinable public static var hasEffects: Bool { Request.self != Never.self }

  /// The first slot is the most popular one.
  @inlinable public func slot(rank: Int) -> Int { rank }

  /// All of them: there is one copy.
  @inlinable public var slotsOfCopy: Int { slotCount }

  /// There is one copy.
  @inlinable public func slot(rank: Int, ofCopy copy: Int) -> Int { slot(rank: rank) }

  /// Accepts every action: one without copies has none that an action could miss.
  public func accepts(_ action: Action) -> Bool { true }

  /// `nil`: no action makes older work superfluous, unless a feature says otherwise.
  @inlinable public func cancellationKey(of action: Action) -> Int? { nil }

  /// It can be stopped after any action.
  @inlinable public var period: Int { 1 }

  /// A feature has no parts unless it says otherwise.
  @inlinable @inline(__always)
  public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(plain: self)
  }
}

/// How the next action depends on the ones before it.
public enum ActionStyle: Sendable {
  /// Drawn from a fixed table of weights; keeps the state's size stationary.
  case independent
  /// The next step of a Markov session: opens, does plausible things, leaves.
  case session
}

/// One module of an app: a single slot.
public protocol LeafFeature: Feature {
  /// The module's name in words joined by hyphens, which is the default id of its workload.
  static var name: String { get }
  /// Feeds all of `state` into a digest.
  func digest(_ state: State, into digest: inout Digest)
  /// A fingerprint of what its screen shows.
  func drawn(_ state: State) -> UInt64
  /// A fingerprint of something computed from what its screen shows.
  func derived(_ state: State) -> UInt64
  /// The next action of the person at `cursor`, or `nil` when a session ends.
  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action?
}

extension LeafFeature {
  /// The type's name without `Feature`: `BigShopFeature` is `big-shop`.
  public static var name: String {
    let type = String(describing: Self.self).prefix { $0 != "<" }
    let words = type.hasSuffix("Feature") && type != "Feature" ? type.dropLast(7) : type
    var name = ""
    var previous: Character = "A"
    for letter in words {
      if letter.isUppercase && !previous.isUppercase { name += "-" }
      name += letter.lowercased()
      previous = letter
    }
    return name
  }

  /// Everything: there is one slot.
  @inlinable public func region(of action: Action) -> StateRegion { .all }

  /// Everything: there is one slot.
  @inlinable public func region(slot: Int) -> StateRegion { .all }

  /// A module on its own has one slot.
  @inlinable public var slotCount: Int { 1 }

  /// Feeds the only slot.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    self.digest(state, into: &digest)
  }

  /// What the only slot shows.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 { drawn(state) }

  /// What is computed from the only slot.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 { derived(state) }

  /// The next action of the only slot.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    nextAction(cursor: &cursor, style: style, using: &random)
  }
}

// Whether an action can ask for work at all: decided by the action alone, so that a caller who
// does a store's effects for it need not read the store's state after every action.

extension Feature {
  /// Whether `request(for:after:)` could be anything but `nil`, whatever the state.
  @inlinable public func mayRequest(_ action: Action) -> Bool { Self.hasEffects }
}

extension Feature {
  /// The answer to the work that `action` asked for, done at once: the imperative shell around a
  /// functional core, for designs whose shape has no place for effects.
  ///
  /// - Parameter state: The state after the reduction; read only when the action may ask.
  @inlinable public func answer(
    to action: Action, after state: @autoclosure () -> State
  ) -> Action? {
    guard Self.hasEffects, mayRequest(action), let request = request(for: action, after: state())
    else { return nil }
    return perform(request)
  }
}

extension Feature where Request == Never {
  /// Nothing is ever asked of the world.
  @inlinable public func request(for action: Action, after state: State) -> Never? { nil }

  /// Cannot be called: there is no request.
  @inlinable public func perform(_ request: Never) -> Action? {}
}

/// The cursor of a feature whose generator remembers nothing.
public struct NoCursor: Sendable {
  /// Nothing.
  @inlinable public init() {}
}

extension Feature where Cursor == NoCursor {
  /// There is nothing to remember.
  @inlinable public var initialCursor: NoCursor { NoCursor() }
}

/// A module whose work can take time, in designs whose effects can be waited for: it answers as its
/// services say (`Services.answers`).
public protocol LatentFeature: LeafFeature {
  /// A Boolean value that indicates whether `cancelsOlder(_:)` is ever true.
  static var hasCancellation: Bool { get }
  /// Whether an action makes superfluous what the module asked for before it.
  func cancelsOlder(_ action: Action) -> Bool
}

extension LatentFeature {
  /// No action cancels older work.
  public static var hasCancellation: Bool { false }

  /// Everything that was asked for is answered.
  public func cancelsOlder(_ action: Action) -> Bool { false }
}

/// A module whose actions middlewares can look at and let pass.
///
/// What such a middleware costs is what a hook costs that has nothing to do: logging that is off,
/// a rule that does not apply.
public protocol ObservingFeature: LeafFeature {
  /// What a middleware that looks at every action says to this one: nothing to any that the
  /// generator makes, and something to another, so that no optimiser can leave the look out.
  func observe(_ action: Action) -> Action?
}
