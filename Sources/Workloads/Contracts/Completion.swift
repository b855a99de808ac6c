import Synchronization

/// The way in which effects complete.
public enum Completion: String, CaseIterable, Sendable, Codable {
  /// Effects complete without suspending.
  case immediate
  /// Effects suspend once, in designs with asynchronous effects.
  case suspending
  /// Effects take the time of a service; only in loads.
  case service
  /// Effects suspend once, and suspensions are counted; only in verifications.
  case counted

  /// The cases of `--completion`.
  public static let allCases: [Completion] = [.immediate, .suspending]

  /// The description in one line.
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
  /// By default, effects complete immediately.
  @inlinable public var completion: Completion { .immediate }

  // Inlined, so that a design that awaits it costs as much as one with its own suspension.
  /// Suspends according to ``completion``, then does the work.
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
