/// How the work that a feature asks for answers.
public enum Answers: String, CaseIterable, Sendable, Codable {
  /// Before whoever awaits it has suspended even once.
  case atOnce = "at-once"
  /// After one suspension, as anything that really waits does; only in designs whose effects are
  /// asynchronous by their shape.
  case suspending

  /// One line for people.
  public var summary: String {
    switch self {
    case .atOnce: "effects answer without suspending"
    case .suspending: "effects suspend once before they answer"
    }
  }
}

extension Feature {
  /// A feature answers at once unless it says otherwise.
  @inlinable public var answers: Answers { .atOnce }
}

extension Copies {
  /// As the module does.
  @inlinable public var answers: Answers { base.answers }
}
