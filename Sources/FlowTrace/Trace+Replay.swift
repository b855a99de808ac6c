public import FlowCore

extension Trace {
  /// Hands every action to a closure, in order; recorded states are not looked at.
  ///
  /// What takes them must not run effects: their answers are among the actions
  /// (`Reducer.ignoringEffects()`).
  ///
  /// - Throws: `ReplayError.cannotRestore`, or what `send` throws.
  public func replay(_ send: (Action) throws -> Void) throws {
    for entry in entries {
      if let action = try entry.toSend() { try send(action) }
    }
  }

  /// Hands every action to a closure that may suspend, in order; recorded states are not looked at.
  ///
  /// - Throws: `ReplayError.cannotRestore`, or what `send` throws.
  public nonisolated(nonsending) func replay(
    _ send: nonisolated(nonsending) (Action) async throws -> Void
  ) async throws {
    for entry in entries {
      if let action = try entry.toSend() { try await send(action) }
    }
  }

  /// Hands every action to a closure, in order, and compares the state with each recorded one.
  ///
  /// States are the same if they are equal, or if they differ only in that both contain NaN in the
  /// same places.
  ///
  /// - Parameters:
  ///   - state: The state as it is.
  ///   - send: Reduces an action, and runs no effects.
  /// - Throws: `ReplayError.diverged` at the first recorded state that differs, `cannotRestore`;
  ///   `TraceError` of kind `unknownState`; or what `send` throws.
  public func replay<State: Decodable & Equatable>(
    checking state: () -> State, _ send: (Action) throws -> Void
  ) throws {
    try replay(checking: state, restore: nil, send)
  }

  private func replay<State: Decodable & Equatable>(
    checking state: () -> State, restore: ((State) -> Void)?, _ send: (Action) throws -> Void
  ) throws {
    var last: (position: Int, action: Action)?
    var matched: Int?
    for entry in entries {
      switch entry {
      case .action(let traced):
        try send(traced.action)
        last = ((last?.position ?? 0) + 1, traced.action)
      case .state(let recorded):
        let (expected, found) = (try recorded.value(as: State.self), state())
        guard isSame(expected, found) else {
          throw ReplayError.divergence(
            position: recorded.after, action: last?.action, matched: matched, expected: expected,
            found: found)
        }
        matched = recorded.after
      case .restored(let recorded):
        guard let restore, recorded.isKnown else {
          throw ReplayError.cannotRestore(position: recorded.after)
        }
        restore(try recorded.value())
      }
    }
  }
}

// MARK: - Stores

extension Trace {
  /// Sends every action to a store, in order.
  ///
  /// The store should be as the traced one was at the start, and run no effects
  /// (`Reducer.ignoringEffects()`): their answers are among the actions.
  ///
  /// - Throws: `ReplayError.cannotRestore`.
  public func replay<View: StoreView>(into store: View) throws where View.Action == Action {
    try replay { store.send($0) }
  }

  /// Sends every action to a store, in order, and compares its state with each recorded one.
  ///
  /// States are the same if they are equal, or if they differ only in that both contain NaN in the
  /// same places.
  ///
  /// The store should be as the traced one was at the start (`initialState(as:)`), and run no
  /// effects (`Reducer.ignoringEffects()`): their answers are among the actions.
  ///
  /// - Throws: `ReplayError.diverged` at the first recorded state that differs, `cannotRestore`;
  ///   `TraceError` of kind `unknownState`.
  public func replay<View: StoreView>(into store: View) throws
  where View.Action == Action, View.State: Decodable & Equatable {
    try replay(checking: { store.current }, restore: nil) { store.send($0) }
  }

  /// Sends every action to a store, in order, restores what the traced one had restored, and compares
  /// its state with each recorded one.
  ///
  /// States are the same if they are equal, or if they differ only in that both contain NaN in the
  /// same places.
  ///
  /// The store should be as the traced one was at the start (`initialState(as:)`), and run no
  /// effects (`Reducer.ignoringEffects()`): their answers are among the actions.
  ///
  /// - Throws: `ReplayError.diverged` at the first recorded state that differs; `cannotRestore` for
  ///   a restored state that the trace does not hold; `TraceError` of kind `unknownState`.
  public func replay<R: Reducer>(into store: Store<R>) throws
  where R.Action == Action, R.State: Decodable & Equatable {
    try replay(
      checking: { store.current }, restore: { store.restore($0) }
    ) { store.send($0) }
  }
}

extension Trace.Entry {
  /// The action to be sent; `nil` for a state.
  fileprivate func toSend() throws(ReplayError) -> Action? {
    switch self {
    case .action(let traced): return traced.action
    case .state: return nil
    case .restored(let recorded): throw .cannotRestore(position: recorded.after)
    }
  }
}

/// Whether two values are the same: equal, or different only in that both are NaN in some places.
///
/// NaN is not equal to itself, and neither is a state that contains it. Parts that cannot be reflected,
/// such as the properties of a class, are the same only if they are equal.
func isSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right || areSameParts(left, right)
}

private func areSameParts(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable, isEqual(left, to: right) { return true }
  if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
    return left.isNaN && right.isNaN
  }
  // Two equal dictionaries may list their elements in different orders.
  if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
    return left.count == right.count
      && left.allSatisfy { key, value in right[key].map { areSameParts(value, $0) } ?? false }
  }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard left.displayStyle != .class, !left.children.isEmpty,
    left.children.count == right.children.count
  else { return false }
  return zip(left.children, right.children).allSatisfy { left, right in
    left.label == right.label && areSameParts(left.value, right.value)
  }
}

private func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
  left == right as? Value
}
