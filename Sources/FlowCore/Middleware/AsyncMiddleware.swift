/// A middleware as the articles write it: an asynchronous closure that is called for every action, or
/// for those that a function names.
///
/// It costs a task for each action that it is called for, shared by all such middlewares that follow
/// each other and do not suspend: most of the time, that is spent on finding out that the action does
/// not concern it. `where` finds out at once, for the price of a call; so does a type that conforms to
/// `Middleware`.
public struct AsyncMiddleware<State, Action, Dependencies>: AsyncMiddlewareList {
  @usableFromInline typealias Body =
    nonisolated(nonsending) (State, Action, Dependencies) async -> Action?
  @usableFromInline let dependencies: Dependencies
  @usableFromInline let isConcerned: ((State, Action) -> Bool)?
  @usableFromInline let body: Body

  /// Calls `body` for every action, or for those that concern it.
  ///
  /// - Parameters:
  ///   - dependencies: What `body` reaches the world by.
  ///   - isConcerned: Whether `body` is called, given the state after the action.
  ///   - body: Answers with an action, or `nil`. A closure that is written here starts on the
  ///     store's executor; a function that insists on running elsewhere hops there.
  @inlinable
  public init(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) {
    self.dependencies = dependencies
    self.isConcerned = isConcerned
    self.body = body
  }

  /// A task that calls the closure, if the action concerns it.
  @inlinable
  public func effect(of action: Action, in state: State) -> Effect<Action> {
    if let isConcerned, !isConcerned(state, action) { return .none }
    let (body, dependencies) = (body, dependencies)
    return .task { await body(state, action, dependencies) }
  }

  /// The one call that it is.
  @inlinable public var calls: [AsyncCall<State, Action>] {
    let (body, dependencies) = (body, dependencies)
    return [AsyncCall(isConcerned) { await body($0, $1, dependencies) }]
  }
}

/// One or more of the articles' closures, in their order.
public protocol AsyncMiddlewareList<State, Action>: Middleware {
  /// Each of them, with what it reaches the world by.
  var calls: [AsyncCall<State, Action>] { get }
}

/// A call of one of the articles' closures.
public struct AsyncCall<State, Action> {
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
  @usableFromInline let calls: [AsyncCall<State, Action>]
  @usableFromInline let state: State
  @usableFromInline let action: Action

  @inlinable
  init(_ calls: [AsyncCall<State, Action>], _ state: State, _ action: Action) {
    self.calls = calls
    self.state = state
    self.action = action
    super.init(count: calls.count) { queue, first in
      let all = unsafeDowncast(queue, to: AsyncCalls.self)
      // Each is held once, not at every call.
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
  override func work(_ index: Int) -> EffectWork<Action> {
    EffectWork { await self.calls[index].body(self.state, self.action) }
  }

  @usableFromInline
  override func restarted() -> WorkQueue<Action> { AsyncCalls(calls, state, action) }
}

/// Several of the articles' closures, for which the state and the action are kept once.
///
/// They start in their order, in one task as long as none suspends; made by `middleware`.
public struct AsyncMiddlewares<State, Action>: AsyncMiddlewareList {
  /// Each of them, in their order.
  public let calls: [AsyncCall<State, Action>]

  @inlinable init(_ calls: [AsyncCall<State, Action>]) { self.calls = calls }

  /// The tasks of those that the action concerns: one, and another each time that one suspends while
  /// others have not begun.
  @inlinable
  public func effect(of action: Action, in state: State) -> Effect<Action> {
    let first = firstConcerned(by: action, state)
    if first == calls.count { return .none }
    let concerned = concerned(from: first, action, state)
    return .later(EffectPlan(.works(AsyncCalls(concerned, state, action))))
  }

  /// The index of the first that the action concerns; the number of calls if there is none.
  @inlinable
  func firstConcerned(by action: Action, _ state: State) -> Int {
    // In place: a copy of a call would count references to both of its closures.
    calls.withUnsafeBufferPointer { calls in
      var index = 0
      while index < calls.count, !calls[index].concerns(action, state) { index += 1 }
      return index
    }
  }

  @inlinable
  func concerned(from first: Int, _ action: Action, _ state: State) -> [AsyncCall<State, Action>] {
    if calls.allSatisfy({ $0.isConcerned == nil }) { return calls }
    return [calls[first]] + calls[(first + 1)...].filter { $0.concerns(action, state) }
  }
}

extension MiddlewareReducer where M: AsyncMiddlewareList {
  /// The base, with one more of the articles' closures behind those it has.
  @inlinable
  public func middleware(
    _ next: some AsyncMiddlewareList<State, Action>
  ) -> MiddlewareReducer<Base, AsyncMiddlewares<State, Action>> {
    MiddlewareReducer<Base, AsyncMiddlewares<State, Action>>(
      base, AsyncMiddlewares(middleware.calls + next.calls))
  }

  /// The same, of a closure that is written here.
  @inlinable
  public func middleware<Dependencies>(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) -> MiddlewareReducer<Base, AsyncMiddlewares<State, Action>> {
    middleware(AsyncMiddleware(dependencies: dependencies, where: isConcerned, body))
  }
}
