import FlowHarness
import FlowResults
import FlowTesting
import Measurement
import PlainText
import Workloads

/// Runs one load with effects that take time in this process: load, quiet, check.
@MainActor
struct EffectDriver {
  let request: LoadRequest
  let service: ServiceLaw
  let parts: EffectParts
  /// Where seconds are reported, if not where the load runs.
  var reporterCores: CoreAffinity?
  /// What watches the machine; `nil` where time jumps.
  var machine: MachineWatch?
  /// Hears of each second, on another thread.
  let report: @Sendable (LoadSecond) -> Void
  /// Hears that the store has done its part: what follows is the check.
  var ended: @Sendable () -> Void = {}

  /// Drives a fresh store to the checked result.
  ///
  /// - Throws: `PlanError` when the load cannot be made.
  func run() async throws(PlanError) -> LoadOutcome {
    let feed = PageFeed(
      durationNs: request.traffic.finestNs, isVirtual: request.isVirtual, stepNs: request.stepNs)
    let reporter = LoadReporter(
      feed, arrivals: parts.oracle.arrivals(request), limit: nil, stepNs: request.stepNs,
      cores: reporterCores,
      report: MachineWatch.watching(machine, report))
    let time = request.isVirtual ? VirtualTime(seed: request.seed, order: .firstInFirstOut) : nil
    let cpuNs = ProcessCPUClock.nowNs()
    let service: EffectService
    let end: EffectEnd
    do {
      service = try EffectService(
        self.service, seed: request.seed, time: time.map { EffectTime($0.clock) } ?? EffectTime(),
        line: request.maxQueue, clients: try request.traffic.clients(seed: request.seed),
        hasUsers: request.traffic.hasWaitingUsers,
        record: ServiceRecord(
          LoadMeter(stageEndsNs: request.traffic.stageEndsNs, feed: feed, notesStalls: false)))
      end = try await parts.drive(EffectJob(request: request, service: service, time: time))
    } catch { throw .refused(option: "--latency", reason: "\(error)") }
    let spentNs = ProcessCPUClock.nowNs() - cpuNs
    var (result, effects) = service.close(unsent: end.unsent)
    feed.close()
    let log = reporter.join()
    result.stages = log.times(stageCount: request.traffic.stageEndsNs.count)
    ended()
    var outcome = LoadOutcome(
      result: result, cpuNs: request.isVirtual ? nil : spentNs, digest: end.digest)
    outcome.effects = effects
    outcome.statistics =
      LoadAnalysis(
        request: request, result: result, log: log, effects: effects, pauses: machine?.stop()
      ).statistics
    if let fault = fault(effects, result) ?? virtualFault(end, effects, result, parts) {
      outcome.void(fault)
    }
    if let time, time.foreignJobs > 0, outcome.isValid {
      outcome.void(
        "\(CountText.text(time.foreignJobs, "job")) left virtual time: the run cannot be repeated")
    }
    return outcome
  }

  /// What must be true in any time.
  private func fault(_ effects: EffectCounts, _ result: LoadResult) -> String? {
    if effects.stray > 0 {
      return "\(CountText.text(effects.stray, "answer")) came twice, or after their cancellation"
    }
    // Given up at the end: then some are still in flight.
    guard result.abandoned == 0, effects.ended != effects.asked else { return nil }
    return "\(CountText.text(effects.asked, "effect")) asked for, \(effects.ended) ended"
  }

  /// What must be true where time jumps: all is as in the simulation by events.
  private func virtualFault(
    _ end: EffectEnd, _ effects: EffectCounts, _ result: LoadResult, _ parts: EffectParts
  ) -> String? {
    guard request.isVirtual, result.abandoned == 0 else { return nil }
    let found = EventFoldResult(
      asked: effects.asked, answered: effects.answered, failed: effects.failed,
      timedOut: effects.timedOut, reneged: effects.reneged, cancelled: effects.cancelled,
      dropped: result.dropped, digest: end.digest)
    // Its requests could be made, so the fold's can, too.
    guard let fold = try? parts.fold(), fold != found else { return nil }
    return fold.digest == found.digest
      ? "the effects are not those of a simulation by events"
      : "wrong digest: the state differs from that of a simulation by events"
  }
}
