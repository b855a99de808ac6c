import Synchronization

/// How the effect that a feature asks for completes.
public enum Completion: String, CaseIterable, Sendable, Codable {
  /// Before its caller has suspended even once.
  case immediate
  /// After one suspension, as anything that really waits does; only in designs whose effects are
  /// asynchronous by their shape.
  case suspending
  /// After as long as a service takes; only where a load brings one.
  case service
  /// As `suspending`, with each suspension counted; only while a store is verified.
  case counted

  /// Those that `--completion` can name: a load brings a service, and a verification counts.
  public static let allCases: [Completion] = [.immediate, .suspending]

  /// One line for a reader.
  public var summary: String {
    switch self {
    case .immediate: "effects complete without suspending"
    case .suspending: "effects suspend once before they complete"
    case .service: "effects complete after as long as a service takes"
    case .counted: "effects suspend once before they complete, and are counted"
    }
  }
}

/// The suspensions of features whose completion is `counted`.
public enum CountedSuspensions {
  private static let suspensions = Atomic(0)

  /// The number of suspensions in this process so far.
  public static var count: Int { suspensions.load(ordering: .sequentiallyConsistent) }

  @usableFromInline
  static func record() { suspensions.add(1, ordering: .sequentiallyConsistent) }
}

extension Feature {
  /// Immediate, unless the feature says otherwise.
  @inlinable public var completion: Completion { .immediate }

  // Inlined, so that a design that awaits this costs what one with a suspension of its own does.
  /// Suspends as ``completion`` says, then does the work.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    switch completion {
    case .immediate, .service: return perform(request)
    case .suspending, .counted: await Task.yield()
    }
    if case .counted = completion { CountedSuspensions.record() }
    return perform(request)
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
