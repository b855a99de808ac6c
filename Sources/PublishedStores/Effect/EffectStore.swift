public import FlowCore

/// Work that answers with any number of actions, now or later, through `send`.
///
/// `send` must be called on the thread of the store.
public typealias FeedbackEffect<Action> =
  @Sendable (_ send: @escaping @Sendable (Action) -> Void) -> Void

/// Work that answers nothing: the first form of effect, before one could feed an action back.
public typealias PlainEffect = @Sendable () -> Void

/// Changes the state in place and returns the work to be done, in order.
public typealias EffectReducer<State, Action> =
  @Sendable (inout State, Action) -> [FeedbackEffect<Action>]

/// The in-place store whose reducer returns its effects instead of doing them.
///
/// What must be true of it: effects run after the mutation, in order, exactly once; the reducer
/// stays pure; a view sends through its parent, so the parent alone runs effects.
///
/// What it costs: as `InoutStore` for an action without effects (an empty array allocates nothing);
/// an array and a closure for one with effects. Views cost what they cost there. Confined to one
/// thread, which an effect that works elsewhere must return to before it sends.
public final class EffectStore<State, Action> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: EffectReducer<State, Action>
  /// What a view does with an action, instead of reducing it: hands it to its parent.
  @usableFromInline let forward: ((Action) -> Void)?
  @usableFromInline let subscribers = Subscribers<State>()
  /// A view's ear at its parent; ends with the view.
  @usableFromInline var upstream: ObservationToken?

  /// Carries the store through a `@Sendable` closure.
  ///
  /// Unchecked: the store is confined to one thread, and an effect promises (see `FeedbackEffect`)
  /// to come back to it before it sends. Without the box no effect could feed an action back to a
  /// plain class.
  @usableFromInline
  struct Feedback: @unchecked Sendable {
    @usableFromInline let store: EffectStore

    @usableFromInline init(store: EffectStore) { self.store = store }

    @inlinable
    @inline(never)
    func send(_ action: Action) { store.send(action) }
  }

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: State, reducer: @escaping EffectReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
    self.forward = nil
  }

  // A view is not simply a store whose reducer sends to the parent: the parent's answer writes the
  // view's state while that reducer still holds it `inout`, which exclusivity forbids.
  @usableFromInline
  init(initialState: State, forward: @escaping (Action) -> Void) {
    self.storedState = initialState
    self.reducer = { _, _ in [] }
    self.forward = forward
  }

  /// What the actions so far have made of the initial state.
  @inlinable public var state: State { storedState }

  /// Reduces `action` in place, notifies the subscribers, then runs the effects it asked for.
  @inlinable
  @inline(__always)
  public func send(_ action: Action) {
    // Inlined in every loop or in none: else what a loop takes depends on what is compiled with it.
    if let forward {
      forward(action)
      return
    }
    let effects = reducer(&storedState, action)
    tellSubscribers()
    // Asked first: the closure handed to the effects is only made when there are any.
    if !effects.isEmpty { run(effects) }
  }

  @inlinable
  func run(_ effects: [FeedbackEffect<Action>]) {
    let feedback = Feedback(store: self)
    let send: @Sendable (Action) -> Void = { feedback.send($0) }
    for effect in effects {
      effect(send)
    }
  }

  @inlinable
  func tellSubscribers() {
    guard !subscribers.isEmpty else { return }
    subscribers.notify(storedState)
  }

  /// Calls `changed` with the state after every send, whether or not the state differs, and before
  /// the effects of that send.
  @inlinable
  public func subscribe(_ changed: @escaping (State) -> Void) -> ObservationToken {
    subscribers.add(changed)
  }

  /// A store focused on a part of this one, for a screen that should not know the rest.
  ///
  /// The view keeps its parent alive; the parent does not keep the view. Effects run in the parent.
  @inlinable
  public func view<LocalState, LocalAction>(
    value: @escaping (State) -> LocalState,
    action: @escaping (LocalAction) -> Action
  ) -> EffectStore<LocalState, LocalAction> {
    let child = EffectStore<LocalState, LocalAction>(
      initialState: value(storedState), forward: { self.send(action($0)) })
    child.upstream = subscribe { [weak child] state in
      guard let child else { return }
      child.storedState = value(state)
      child.tellSubscribers()
    }
    return child
  }
}
