import FlowHarness
import FlowResults
import Measurement

/// One trial of a run.
enum TrialTask: ChildTask {
  static let name = "trial"

  static func perform(
    _ request: TrialRequest, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> TrialOutcome {
    // Before anything is made, so that every thread to come is pinned too.
    let isPinned = request.scenario.affinity == .pinned ? pin() : nil
    var outcome: TrialOutcome
    do throws(PlanError) {
      outcome = try await Self.outcome(of: request, catalogue)
    } catch {
      guard case .unsupported = error else { throw error }
      throw CatalogueGap(request.scenario)
    }
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    return outcome
  }

  private static func pin() -> Bool { CoreAffinity.current?.pinToLast() != nil }

  @MainActor
  private static func outcome(
    of request: TrialRequest, _ catalogue: Catalogue
  ) async throws(PlanError) -> TrialOutcome {
    switch request.pass {
    case .counting: return try await CountingTrial(request: request, catalogue: catalogue).run()
    case .timing, .instructions:
      let parts = try catalogue.parts(of: TrialContext(request))
      var driver = TrialDriver(
        request, subject: parts.subject, expectedDigests: parts.expectedDigests,
        expectedViews: parts.expectedViews)
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
