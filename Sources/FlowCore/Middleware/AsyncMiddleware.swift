/// A middleware made of an asynchronous closure, which is called for all actions or for those that
/// satisfy a predicate.
///
/// Each action that it is called for costs a task, which adjacent middlewares of this kind share as
/// long as they do not suspend. If most actions do not concern the middleware, pass a predicate,
/// which costs only a call, or write a type that conforms to `Middleware`.
public struct AsyncMiddleware<State, Action, Dependencies>: _AsyncMiddlewareList {
  @usableFromInline typealias Body =
    nonisolated(nonsending) (State, Action, Dependencies) async -> Action?
  @usableFromInline let dependencies: Dependencies
  @usableFromInline let isConcerned: ((State, Action) -> Bool)?
  @usableFromInline let body: Body

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - dependencies: The dependencies that are passed to `body`.
  ///   - isConcerned: A predicate that receives the state after the action. Without a predicate,
  ///     `body` is called for all actions.
  ///   - body: A closure that returns the next action, or `nil`. It starts on the store's executor.
  ///     A function that is isolated elsewhere runs there.
  @inlinable
  public init(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) {
    self.dependencies = dependencies
    self.isConcerned = isConcerned
    self.body = body
  }

  /// Returns an effect that calls the closure if the action satisfies the predicate.
  @inlinable
  public func effect(of action: Action, in state: State) -> Effect<Action> {
    if let isConcerned, !isConcerned(state, action) { return .none }
    let (body, dependencies) = (body, dependencies)
    return .task { await body(state, action, dependencies) }
  }

  /// The single call of this middleware.
  @inlinable public var _calls: [_AsyncCall<State, Action>] {
    let (body, dependencies) = (body, dependencies)
    return [_AsyncCall(isConcerned) { await body($0, $1, dependencies) }]
  }
}

/// One or more asynchronous closures in order.
public protocol _AsyncMiddlewareList<State, Action>: Middleware {
  /// The closures with their dependencies.
  var _calls: [_AsyncCall<State, Action>] { get }
}

/// A closure with its dependencies and predicate.
public struct _AsyncCall<State, Action> {
  @usableFromInline typealias Body = nonisolated(nonsending) (State, Action) async -> Action?
  @usableFromInline let isConcerned: ((State, Action) -> Bool)?
  @usableFromInline let body: Body

  @inlinable
  init(
    _ isConcerned: ((State, Action) -> Bool)?,
    _ body: nonisolated(nonsending) @escaping (State, Action) async -> Action?
  ) {
    self.isConcerned = isConcerned
    self.body = body
  }

  @inlinable
  func concerns(_ action: Action, _ state: State) -> Bool { isConcerned?(state, action) ?? true }
}

@usableFromInline
final class AsyncCalls<State, Action>: WorkQueue<Action> {
  @usableFromInline let calls: [_AsyncCall<State, Action>]
  @usableFromInline let state: State
  @usableFromInline let action: Action

  @inlinable
  init(_ calls: [_AsyncCall<State, Action>], _ state: State, _ action: Action) {
    self.calls = calls
    self.state = state
    self.action = action
    super.init(count: calls.count) { queue, first in
      let all = unsafe unsafeDowncast(queue, to: AsyncCalls.self)
      // Retained once and not at each call.
      let (calls, state, action) = (all.calls, all.state, all.action)
      var next: Int? = first
      while let index = next {
        if let answer = await calls[index].body(state, action) { return answer }
        next = all.takeNext()
      }
      return nil
    }
  }

  @usableFromInline
  override func work(_ index: Int) -> _EffectWork<Action> {
    _EffectWork { await self.calls[index].body(self.state, self.action) }
  }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { AsyncCalls(calls, state, action) }
}

/// Several asynchronous closures that share the state and the action.
///
/// They start in order, in one task as long as none suspends. Created by `middleware`.
public struct AsyncMiddlewares<State, Action>: _AsyncMiddlewareList {
  /// The closures in order.
  public let _calls: [_AsyncCall<State, Action>]

  @inlinable init(_ calls: [_AsyncCall<State, Action>]) { _calls = calls }

  /// Returns an effect that calls the closures whose predicates are satisfied. It uses one task,
  /// and another one whenever a closure suspends before all have started.
  @inlinable
  public func effect(of action: Action, in state: State) -> Effect<Action> {
    let first = firstConcerned(by: action, state)
    if first == _calls.count { return .none }
    let concerned = concerned(from: first, action, state)
    return .later(_EffectPlan(.works(AsyncCalls(concerned, state, action))))
  }

  @inlinable
  func firstConcerned(by action: Action, _ state: State) -> Int {
    // In place, because a copy of a call would retain both of its closures.
    unsafe _calls.withUnsafeBufferPointer { calls in
      var index = 0
      while index < calls.count, unsafe !calls[index].concerns(action, state) { index += 1 }
      return index
    }
  }

  @inlinable
  func concerned(from first: Int, _ action: Action, _ state: State) -> [_AsyncCall<State, Action>] {
    if _calls.allSatisfy({ $0.isConcerned == nil }) { return _calls }
    return [_calls[first]] + _calls[(first + 1)...].filter { $0.concerns(action, state) }
  }
}

extension MiddlewareReducer where M: _AsyncMiddlewareList {
  /// Returns the base with another closure after the existing ones.
  @inlinable
  public func middleware(
    _ next: some _AsyncMiddlewareList<State, Action>
  ) -> MiddlewareReducer<Base, AsyncMiddlewares<State, Action>> {
    MiddlewareReducer<Base, AsyncMiddlewares<State, Action>>(
      base, AsyncMiddlewares(middleware._calls + next._calls))
  }

  /// Returns the base with another closure after the existing ones.
  @inlinable
  public func middleware<Dependencies>(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) -> MiddlewareReducer<Base, AsyncMiddlewares<State, Action>> {
    middleware(AsyncMiddleware(dependencies: dependencies, where: isConcerned, body))
  }
}
