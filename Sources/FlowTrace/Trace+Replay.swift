public import FlowCore

extension Trace {
  /// Passes the actions to a closure in order. Recorded states are ignored.
  ///
  /// The receiver must not run effects, because the trace contains their actions; see
  /// `Reducer.ignoringEffects()`.
  ///
  /// - Throws: `ReplayError.cannotRestore`, or the errors of `send`.
  public func replay(_ send: (Action) throws -> Void) throws {
    for entry in entries {
      if let action = try entry.action() { try send(action) }
    }
  }

  /// Passes the actions to an asynchronous closure in order. Recorded states are ignored.
  ///
  /// - Throws: `ReplayError.cannotRestore`, or the errors of `send`.
  public nonisolated(nonsending) func replay(
    _ send: nonisolated(nonsending) (Action) async throws -> Void
  ) async throws {
    for entry in entries {
      if let action = try entry.action() { try await send(action) }
    }
  }

  /// Passes the actions to a closure in order, and compares the state with each recorded one.
  ///
  /// Two states match if they are equal, or if they differ only in places where both contain NaN.
  ///
  /// - Parameters:
  ///   - state: A closure that returns the current state.
  ///   - send: A closure that reduces an action without running effects.
  /// - Throws: `ReplayError.diverged` at the first recorded state that does not match;
  ///   `ReplayError.cannotRestore`; `TraceError` of kind `unknownState`; or the errors of `send`.
  public func replay<State: Decodable & Equatable>(
    checking state: () -> State, _ send: (Action) throws -> Void
  ) throws {
    try replay(checking: state, restore: nil, send)
  }

  /// Sends the actions to a store in order, restores the states that were restored, and compares
  /// the store's state with each recorded one.
  ///
  /// Two states match if they are equal, or if they differ only in places where both contain NaN.
  /// The store should have the initial state of the trace (`initialState(as:)`) and run no effects
  /// (`Reducer.ignoringEffects()`), because the trace contains their actions.
  ///
  /// - Throws: `ReplayError.diverged` at the first recorded state that does not match;
  ///   `ReplayError.cannotRestore` if the trace does not contain a restored state; `TraceError` of
  ///   kind `unknownState`.
  public func replay<R: Reducer>(into store: Store<R>) throws
  where R.Action == Action, R.State: Decodable & Equatable {
    try replay(checking: { store.current }, restore: { store.restore($0) }) { store.send($0) }
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
        guard matches(expected, found) else {
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

extension Trace.Entry {
  /// Returns the action; `nil` for a state.
  fileprivate func action() throws(ReplayError) -> Action? {
    switch self {
    case .action(let traced): return traced.action
    case .state: return nil
    case .restored(let recorded): throw .cannotRestore(position: recorded.after)
    }
  }
}

/// Returns whether two values are equal, or differ only in places where both contain NaN.
///
/// Values without parts in their mirrors, such as instances of classes, are compared by `==` only.
private func matches<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right || partsMatch(left, right)
}

private func partsMatch(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable, isEqual(left, to: right) { return true }
  if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
    return left.isNaN && right.isNaN
  }
  // Equal dictionaries may have different orders.
  if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
    return left.count == right.count
      && left.allSatisfy { key, value in right[key].map { partsMatch(value, $0) } ?? false }
  }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard left.displayStyle != .class, !left.children.isEmpty,
    left.children.count == right.children.count
  else { return false }
  return zip(left.children, right.children).allSatisfy { left, right in
    left.label == right.label && partsMatch(left.value, right.value)
  }
}

private func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
  left == right as? Value
}

/// An error of a replay.
public enum ReplayError: Error, Equatable, CustomStringConvertible {
  /// The state does not match the recorded one.
  ///
  /// - `position`: The number of replayed actions.
  /// - `action`: The last of them; `nil` before the first.
  /// - `matched`: The number of actions before the last state that matched.
  /// - `expected`, `found`: Excerpts of the recorded state and the current one, from shortly before
  ///   the first difference.
  case diverged(position: Int, action: String?, matched: Int?, expected: String, found: String)
  /// The trace contains a restored state that is unknown, or that the receiver cannot restore.
  case cannotRestore(position: Int)

  /// A description in one line.
  public var description: String {
    switch self {
    case .diverged(let position, let action, let matched, let expected, let found):
      "after \(action.map { "action \(position), \($0)," } ?? "no action") the state must be "
        + "\(expected), got \(found)"
        + (matched.map { "; the last match was after \($0) actions" } ?? "")
    case .cannotRestore(let position):
      "after \(position) actions the trace restores a state; replay it into a `Store`, "
        + "from a trace that contains the state"
    }
  }

  fileprivate static func divergence<State>(
    position: Int, action: (some Any)?, matched: Int?, expected: State, found: State
  ) -> ReplayError {
    let (expected, found) = (Array("\(expected)"), Array("\(found)"))
    let same = zip(expected, found).prefix { $0 == $1 }.count
    // Enough characters before the difference to identify the part.
    let start = max(same - 40, 0)
    func excerpt(_ text: [Character]) -> String {
      (start > 0 ? "…" : "") + String(text.dropFirst(start)).shortened()
    }
    return .diverged(
      position: position, action: action.map { "\($0)".shortened() }, matched: matched,
      expected: excerpt(expected), found: excerpt(found))
  }
}
