public import FlowCore

/// Work that sends any number of actions, now or later, on the thread of the store.
public typealias FeedbackEffect<Action> =
  @Sendable (_ send: @escaping @Sendable (Action) -> Void) -> Void

/// Work without an answer.
public typealias PlainEffect = @Sendable () -> Void

/// A reducer that changes the state in place and returns effects in order.
public typealias EffectReducer<State, Action> =
  @Sendable (inout State, Action) -> [FeedbackEffect<Action>]

/// An in-place store whose reducer returns its effects.
///
/// Requirements: effects run after the mutation, in order, exactly once. A view sends through its
/// parent, so that only the parent runs effects.
///
/// Cost: that of `InoutStore` for an action without effects (an empty array allocates nothing); an
/// array and a closure for one with effects. It is confined to one thread, to which effects must return
/// before they send.
public final class EffectStore<State, Action> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: EffectReducer<State, Action>
  // A view sends actions to its parent.
  @usableFromInline let forward: ((Action) -> Void)?
  @usableFromInline let subscribers = Subscribers<State>()
  // A view's subscription to its parent.
  @usableFromInline var upstream: ObservationToken?

  // Unchecked: effects send on the thread of the store (see `FeedbackEffect`).
  @usableFromInline
  struct Feedback: @unchecked Sendable {
    @usableFromInline let store: EffectStore

    @usableFromInline init(store: EffectStore) { self.store = store }

    @inlinable
    @inline(never)
    func send(_ action: Action) { store.send(action) }
  }

  /// Creates a store.
  @inlinable
  public init(initialState: State, reducer: @escaping EffectReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
    self.forward = nil
  }

  // Not a reducer that sends to the parent: the parent's notification would write the view's state
  // during the reducer's exclusive access.
  @usableFromInline
  init(initialState: State, forward: @escaping (Action) -> Void) {
    self.storedState = initialState
    self.reducer = { _, _ in [] }
    self.forward = forward
  }

  /// The current state of the store.
  @inlinable public var state: State { storedState }

  /// Reduces `action` in place, notifies the subscribers, then runs the effects.
  @inlinable
  @inline(__always)
  public func send(_ action: Action) {
    // Always inlined, so that the cost does not depend on other code of the loop.
    if let forward {
      forward(action)
      return
    }
    let effects = reducer(&storedState, action)
    notifySubscribers()
    // Without effects, no closure is created.
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
  func notifySubscribers() {
    guard !subscribers.isEmpty else { return }
    subscribers.notify(storedState)
  }

  /// Calls `changed` with the state after every send, before its effects, whether or not the state
  /// differs.
  @inlinable
  public func subscribe(_ changed: @escaping (State) -> Void) -> ObservationToken {
    subscribers.add(changed)
  }

  /// Returns a store of a part of this one.
  ///
  /// The view retains its parent, which runs the effects.
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
      child.notifySubscribers()
    }
    return child
  }
}
