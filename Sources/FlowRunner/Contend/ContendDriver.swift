import FlowHarness
import Workloads

/// Runs one load of several workers in this process: warm-up, load, verification.
struct ContendDriver: Sendable {
  let request: ContendRequest
  let design: SharedDesign
  /// Hears of each second, on another thread.
  let report: @Sendable (ContendSecond) -> Void

  /// Drives fresh stores to the checked result.
  @concurrent func run() async -> ContendOutcome {
    let stores = await WorkerStores(
      request.scenario, workers: request.workers, seed: request.seed, design: design)
    let workers = stores.workers
    var outcome = ContendOutcome(worker: design.worker, isolation: design.isolation)
    let warmUp = max(1, request.warmUpActions / request.workers)
    if let reason = await stores.warmUp(
      warmUp, patienceNs: request.patienceNs, graceNs: request.graceNs)
    {
      outcome.void(reason)
      return outcome
    }
    outcome.digest = await stores.verification.digest
    let end = request.actions.map { warmUp + $0 } ?? .max
    let durationNs = request.actions == nil ? request.durationNs : request.patienceNs
    let window = await stores.send(until: end, durationNs, graceNs: request.graceNs, report)
    outcome.sent = workers.map { $0.sent - warmUp }
    outcome.wallNs = window.wallNs
    outcome.cpuNs = window.cpuNs
    let isCut = request.actions != nil && workers.contains { $0.sent < end }
    guard window.isOver, !isCut else {
      outcome.void("a worker still waits for the end of its action")
      return outcome
    }
    // Of everything that was ever sent: what the warm-up lost is still missing.
    let last = await stores.verification
    outcome.faults = last.faults
    if let reason = last.reason { outcome.void(reason) }
    return outcome
  }
}
