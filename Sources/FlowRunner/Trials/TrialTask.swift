import FlowHarness
import FlowResults
import Platform
import Workloads

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
    let workload = catalogue.workload(request.scenario.workload)
    var request = request
    request.settings.limit(toWeight: workload?.weight ?? 1)
    switch request.pass {
    case .counting:
      let countsComparisons = workload?.countsComparisons ?? false
      return try await CountingTrial(
        request: request, catalogue: catalogue, countsComparisons: countsComparisons
      ).run()
    case .instructions:
      var driver = TrialDriver(request, try catalogue.parts(of: TrialContext(request)))
      return await driver.countInstructions()
    case .cold:
      var driver = TrialDriver(request, try catalogue.parts(of: TrialContext(request)))
      return await driver.timeCold()
    case .timing:
      var driver = TrialDriver(request, try catalogue.parts(of: TrialContext(request)))
      var outcome = await driver.time()
      let hops = catalogue.designs.contains { $0.id == request.scenario.design && $0.hops }
      if !hops, request.scenario.completion == .immediate { outcome.warnOfOtherThreads() }
      return outcome
    }
  }
}

extension TrialOutcome {
  /// The ratio of the process's time to that of the sending thread that has a warning. Designs that
  /// do not switch threads had at most 1.4.
  private static let maxRatio = 2.0

  /// Warns if most of the processor time was used by other threads than the one that sends.
  mutating func warnOfOtherThreads() {
    let ratios = samples.compactMap { sample in
      sample.cpuNs.flatMap { all in sample.threadCPUNs.map { all / $0 } }
    }
    guard isValid, let least = ratios.min(), least > Self.maxRatio else { return }
    warn(
      SummaryRow.workPrefix + "other-threads: most processor time is used by threads that do not "
        + "send; if that is the store's work, describe the design with hops: true")
  }
}
