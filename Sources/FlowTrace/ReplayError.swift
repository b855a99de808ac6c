/// Why a replay stopped.
public enum ReplayError: Error, Equatable, CustomStringConvertible {
  /// The state is not the recorded one.
  ///
  /// - `position`: How many actions were replayed.
  /// - `action`: The last of them; `nil` before the first.
  /// - `matched`: After how many actions a state was last as recorded; the cause lies behind it.
  /// - `expected`, `found`: The recorded state and the one that is there, from shortly before
  ///   where they differ.
  case diverged(position: Int, action: String?, matched: Int?, expected: String, found: String)
  /// The state was replaced from outside, and what is replayed into cannot be given another one, or
  /// the trace does not say which.
  case cannotRestore(position: Int)

  /// One line: where, the rule, what was found.
  public var description: String {
    switch self {
    case .diverged(let position, let action, let matched, let expected, let found):
      "after \(Self.name(position, action)) the state must be \(expected), got \(found)"
        + (matched.map { "; it was as recorded after \($0) actions" } ?? "")
    case .cannotRestore(let position):
      "after \(position) actions the trace puts another state into the store, "
        + "which must be a `Store`, and the trace must hold that state"
    }
  }

  private static func name(_ position: Int, _ action: String?) -> String {
    action.map { "action \(position), \($0)," } ?? "no action"
  }

  static func divergence<State>(
    position: Int, action: (some Any)?, matched: Int?, expected: State, found: State
  ) -> ReplayError {
    let (expected, found) = (Array("\(expected)"), Array("\(found)"))
    let same = zip(expected, found).prefix { $0 == $1 }.count
    // Enough before it to tell which part of the state it is.
    let start = max(same - 40, 0)
    func excerpt(_ text: [Character]) -> String {
      (start > 0 ? "…" : "") + String(text.dropFirst(start)).shortened()
    }
    return .diverged(
      position: position, action: action.map { "\($0)".shortened() }, matched: matched,
      expected: excerpt(expected), found: excerpt(found))
  }
}
