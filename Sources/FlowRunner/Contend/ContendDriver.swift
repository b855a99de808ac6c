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
    let map = StoreMap(request.scenario)
    let workers = (0..<request.workers).map {
      WorkerState(
        worker: $0, map: map, distribution: request.scenario.distribution, seed: request.seed)
    }
    let subject = await design.make(map.modules(workers: request.workers))
    var outcome = ContendOutcome(worker: design.worker, isolation: design.isolation)
    let warmUp = max(1, request.warmUpActions / request.workers)
    let warm = await send(subject, workers, until: warmUp, request.patienceNs) { _ in }
    guard warm.isOver, workers.allSatisfy({ $0.sent == warmUp }) else {
      outcome.void(Self.stuck(workers, until: warmUp))
      return outcome
    }
    outcome.digest = SequenceVerification(await subject.states(), workers, map).digest
    let end = request.actions.map { warmUp + $0 } ?? .max
    let durationNs = request.actions == nil ? request.durationNs : request.patienceNs
    let window = await send(subject, workers, until: end, durationNs, report)
    outcome.sent = workers.map { $0.sent - warmUp }
    outcome.wallNs = window.wallNs
    outcome.cpuNs = window.cpuNs
    let isCut = request.actions != nil && workers.contains { $0.sent < end }
    guard window.isOver, !isCut else {
      outcome.void("a worker still waits for the end of its action")
      return outcome
    }
    // Of everything that was ever sent: what the warm-up lost is still missing.
    let last = SequenceVerification(await subject.states(), workers, map)
    outcome.faults = last.faults
    if let reason = last.reason { outcome.void(reason) }
    return outcome
  }

  private static func stuck(_ workers: [WorkerState], until limit: Int) -> String {
    let waiting = workers.count { $0.sent < limit }
    return "the warm-up does not end: \(waiting) of \(workers.count) workers still wait"
  }

  private func send(
    _ subject: WorkerSubject, _ workers: [WorkerState], until limit: Int,
    _ durationNs: UInt64, _ report: @escaping @Sendable (ContendSecond) -> Void
  ) async -> ContendTimekeeper.Window {
    let gate = WorkerGate(workers: workers.count)
    for worker in workers {
      worker.limit = limit
      subject.start(worker, gate)
    }
    return await ContendTimekeeper(
      gate: gate, workers: workers, durationNs: durationNs, graceNs: request.graceNs,
      report: report
    ).run()
  }
}
