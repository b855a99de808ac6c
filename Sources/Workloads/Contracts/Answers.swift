/// How the work that a feature asks for answers.
public enum Answers: String, CaseIterable, Sendable, Codable {
  /// Before whoever awaits it has suspended even once.
  case atOnce = "at-once"
  /// After one suspension, as anything that really waits does; only in designs whose effects are
  /// asynchronous by their shape.
  case suspending
  /// After as long as a service takes; only where a load brings one.
  case served

  /// The ways that a person can ask for.
  public static let allCases: [Answers] = [.atOnce, .suspending]

  /// One line for people.
  public var summary: String {
    switch self {
    case .atOnce: "effects answer without suspending"
    case .suspending: "effects suspend once before they answer"
    case .served: "effects answer after as long as a service takes"
    }
  }
}

extension Feature {
  /// A feature answers at once unless it says otherwise.
  @inlinable public var answers: Answers { .atOnce }

  /// At once.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    perform(request)
  }
}

extension Copies {
  /// As the module does.
  @inlinable public var answers: Answers { base.answers }

  /// As the module does; the answer goes to the copy that asked.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard let action = await base.answer(request.request) else { return nil }
    return Action(index: request.index, action: action)
  }
}
