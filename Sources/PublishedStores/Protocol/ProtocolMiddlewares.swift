public import FlowCore

/// A middleware made of a closure.
public struct ClosureMiddleware<State, Action>: ActionMiddleware {
  private let body: @Sendable (State, Action) async -> Action?

  /// Processes by calling `body`.
  public init(_ body: @escaping @Sendable (State, Action) async -> Action?) {
    self.body = body
  }

  /// Awaits the closure, and answers with the action it returns, if any.
  public func process(state: State, with action: Action) async -> Action? {
    await body(state, action)
  }
}

extension ActionMiddleware {
  /// Sees the part of a larger state that `state` leads to, for the actions `prism` finds; its
  /// answers come out as actions of the larger app.
  public func lifted<Root, RootAction>(
    state: any KeyPath<Root, State> & Sendable,
    action prism: Prism<RootAction, Action>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard let action = prism.extract(rootAction) else { return nil }
      return await process(state: root[keyPath: state], with: action).map(prism.embed)
    }
  }

  /// Sees the value under the action's key; its answers carry the same key. An action for a key
  /// that is gone is not processed.
  public func keyed<Root, RootAction, Key: Hashable & SendableMetatype>(
    state: any KeyPath<Root, [Key: State]> & Sendable,
    action prism: Prism<RootAction, (Key, Action)>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard
        let (key, action) = prism.extract(rootAction),
        let value = root[keyPath: state][key]
      else { return nil }
      return await process(state: value, with: action).map { prism.embed((key, $0)) }
    }
  }

  /// Sees the element at the action's offset; its answers carry the same offset. An action for an
  /// offset that is gone is not processed.
  public func offset<Root, RootAction>(
    state: any KeyPath<Root, [State]> & Sendable,
    action prism: Prism<RootAction, (Int, Action)>
  ) -> ClosureMiddleware<Root, RootAction> {
    ClosureMiddleware { root, rootAction in
      guard
        let (offset, action) = prism.extract(rootAction),
        root[keyPath: state].indices.contains(offset)
      else { return nil }
      let next = await process(state: root[keyPath: state][offset], with: action)
      return next.map { prism.embed((offset, $0)) }
    }
  }

  /// Sees a state that may be absent; while it is, nothing is processed.
  public func optional() -> ClosureMiddleware<State?, Action> {
    ClosureMiddleware { state, action in
      guard let state else { return nil }
      return await process(state: state, with: action)
    }
  }
}
