import FlowHarness
import FlowResults
import Platform

/// One load; it emits each second when it is over, and none now and then while its end is checked.
enum LoadTask: ChildTask {
  static let name = "load"

  static func perform(
    _ request: LoadRequest, catalogue: Catalogue, step: @escaping @Sendable ([LoadSecond]) -> Void
  ) async throws -> LoadOutcome {
    // Before anything is made, so that every thread to come is pinned too.
    let free = CoreAffinity.current
    // Where time jumps nothing is timed, and processes may run at once.
    let isPinned =
      request.scenario.affinity == .pinned && !request.isVirtual ? free?.pinToLast() != nil : nil
    let batch = ThrottledBatch<LoadSecond>()
    let elsewhere = isPinned == true ? free?.withoutLast : nil
    let heartbeat = Heartbeat { step([]) }
    defer { heartbeat.stop() }
    var outcome: LoadOutcome
    do throws(PlanError) {
      outcome = try await Self.outcome(
        of: request, catalogue, elsewhere,
        report: { second in
          let seconds = batch.add(second)
          if !seconds.isEmpty { step(seconds) }
        }, ended: { heartbeat.start() })
    } catch {
      guard case .unsupported = error else { throw error }
      throw CatalogueGap(request.scenario)
    }
    step(batch.rest())
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    // Workers have a warning of their own.
    if !request.isVirtual, request.traffic.workers == nil, outcome.isValid,
      let warning = CoreShortage.warning(request.scenario.affinity, cores: Machine.cpuCount)
    {
      outcome.warn(warning)
    }
    return outcome
  }

  @MainActor
  private static func outcome(
    of request: LoadRequest, _ catalogue: Catalogue, _ elsewhere: CoreAffinity?,
    report: @escaping @Sendable (LoadSecond) -> Void, ended: @escaping @Sendable () -> Void
  ) async throws(PlanError) -> LoadOutcome {
    let driver = LoadDriver(
      request: request, reporterCores: elsewhere,
      machine: request.isVirtual ? nil : MachineWatch(on: elsewhere), report: report, ended: ended)
    if request.traffic.workers != nil {
      // A design of the catalogue may be one that several workers cannot share.
      guard let design = catalogue.shared[request.scenario.design] else {
        throw .unsupported(request.scenario.id)
      }
      return try await driver.run(
        WorkerSender(request: request, design: design, coreCount: Machine.cpuCount))
    }
    if request.service != nil {
      guard let parts = catalogue.effects(of: request) else {
        throw .unsupported(request.scenario.id)
      }
      return try await driver.run(EffectSender(request: request, parts: parts))
    }
    let time = request.isVirtual ? VirtualNow() : nil
    let context = TrialContext(
      scenario: request.scenario, seed: request.seed, workDirectory: request.workDirectory,
      time: time)
    return try await driver.run(
      StoreSender(
        request: request, time: time,
        makeParts: { () throws(PlanError) in try catalogue.parts(of: context) }))
  }
}
