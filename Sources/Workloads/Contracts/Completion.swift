/// How the effect that a feature asks for completes.
public enum Completion: String, CaseIterable, Sendable, Codable {
  /// Before whoever awaits it has suspended even once.
  case immediate
  /// After one suspension, as anything that really waits does; only in designs whose effects are
  /// asynchronous by their shape.
  case suspending
  /// After as long as a service takes; only where a load brings one.
  case service

  /// Those that `--completion` can name: a service comes with a load.
  public static let allCases: [Completion] = [.immediate, .suspending]

  /// One line for a reader.
  public var summary: String {
    switch self {
    case .immediate: "effects complete without suspending"
    case .suspending: "effects suspend once before they complete"
    case .service: "effects complete after as long as a service takes"
    }
  }
}

extension Feature {
  /// Immediate, unless the feature says otherwise.
  @inlinable public var completion: Completion { .immediate }

  /// At once.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    perform(request)
  }
}

extension Copies {
  /// As the module does.
  @inlinable public var completion: Completion { base.completion }

  /// As the module does; the answer goes to the copy that asked.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard let action = await base.answer(request.request) else { return nil }
    return Action(index: request.index, action: action)
  }
}
