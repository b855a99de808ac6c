import FlowHarness
import FlowResults
import Platform

/// A trial, in the child process.
enum TrialTask: ChildTask {
  static let name = "trial"

  static func perform(
    _ request: TrialRequest, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> TrialOutcome {
    // First, so that every thread is pinned.
    let isPinned =
      request.scenario.affinity == .pinned
      ? CoreAffinity.current?.pinToLast(slot: request.slot ?? 0) != nil : nil
    var outcome: TrialOutcome
    do { outcome = try await Self.outcome(of: request, catalogue) } catch {
      if case .unsupported = error { throw MissingDesignError(request.scenario) }
      throw error
    }
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    return outcome
  }

  @MainActor
  private static func outcome(
    of request: TrialRequest, _ catalogue: Catalogue
  ) async throws(PlanError) -> TrialOutcome {
    CurrentThread.requestPerformanceCores()
    switch request.pass {
    case .counting: return try await CountingTrial(request: request, catalogue: catalogue).run()
    case .timing, .instructions:
      var driver = TrialDriver(request, try catalogue.parts(of: TrialContext(request)))
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
