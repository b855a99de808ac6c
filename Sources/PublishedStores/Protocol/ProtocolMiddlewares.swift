public import FlowCore

/// A middleware that calls a closure.
public struct ClosureMiddleware<State, Action>: ActionMiddleware {
  private let body: @Sendable (State, Action) async -> Action?

  /// Creates a middleware that calls `body`.
  public init(_ body: @escaping @Sendable (State, Action) async -> Action?) {
    self.body = body
  }

  /// Awaits the closure and returns its action, if any.
  public func process(state: State, with action: Action) async -> Action? {
    await body(state, action)
  }
}

extension ActionMiddleware {
  /// Returns a middleware for a part of a larger state, with actions and answers by `path`.
  public func lifted<Root, RootAction>(
    state: any KeyPath<Root, State> & Sendable,
    action path: CasePath<RootAction, Action>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard let action = path.extract(rootAction) else { return nil }
      return await process(state: root[keyPath: state], with: action).map(path.embed)
    }
  }

  /// Returns a middleware for the value of the action's key, with answers for the same key. Actions
  /// for missing keys are not processed.
  public func keyed<Root, RootAction, Key: Hashable & SendableMetatype>(
    state: any KeyPath<Root, [Key: State]> & Sendable,
    action path: CasePath<RootAction, (Key, Action)>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard
        let (key, action) = path.extract(rootAction),
        let value = root[keyPath: state][key]
      else { return nil }
      return await process(state: value, with: action).map { path.embed((key, $0)) }
    }
  }

  /// Returns a middleware for the element at the action's offset, with answers for the same offset.
  /// Actions for missing offsets are not processed.
  public func offset<Root, RootAction>(
    state: any KeyPath<Root, [State]> & Sendable,
    action path: CasePath<RootAction, (Int, Action)>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard
        let (offset, action) = path.extract(rootAction),
        root[keyPath: state].indices.contains(offset)
      else { return nil }
      let next = await process(state: root[keyPath: state][offset], with: action)
      return next.map { path.embed((offset, $0)) }
    }
  }

  /// Returns a middleware for an optional state, which processes nothing while it is absent.
  public func optional() -> ClosureMiddleware<State?, Action> {
    ClosureMiddleware { state, action in
      guard let state else { return nil }
      return await process(state: state, with: action)
    }
  }
}
