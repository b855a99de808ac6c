import FlowHarness
import Workloads

/// Several workers and the stores that they send to.
struct WorkerStores: Sendable {
  /// The workers, in the order of their numbers.
  let workers: [WorkerState]
  /// The stores.
  let subject: WorkerSubject
  private let map: StoreMap

  /// Fresh stores, to which nobody has sent.
  init(_ scenario: Scenario, workers: Int, seed: UInt64, design: SharedDesign) async {
    let map = StoreMap(scenario)
    self.map = map
    self.workers = (0..<workers).map {
      WorkerState(worker: $0, map: map, distribution: scenario.distribution, seed: seed)
    }
    subject = await design.make(map.modules(workers: workers))
  }

  /// What the stores' reducers have seen of all that was ever sent; while no worker sends.
  var verification: SequenceVerification {
    get async { SequenceVerification(await subject.states(), workers, map) }
  }

  /// Lets each worker send so many actions, as fast as it can.
  ///
  /// - Returns: Why that did not end; `nil`: it did.
  func warmUp(_ actionsEach: Int, patienceNs: UInt64, graceNs: UInt64) async -> String? {
    let window = await send(until: actionsEach, patienceNs, graceNs: graceNs) { _ in }
    let waiting = workers.count { $0.sent < actionsEach }
    guard !window.isOver || waiting > 0 else { return nil }
    return "the warm-up does not end: \(waiting) of \(workers.count) workers still wait"
  }

  /// Lets all workers send as fast as they can until each has sent so many actions in all, or for so
  /// long.
  func send(
    until limit: Int, _ durationNs: UInt64, graceNs: UInt64,
    _ report: @escaping @Sendable (ContendSecond) -> Void
  ) async -> ContendTimekeeper.Window {
    let gate = WorkerGate(workers: workers.count)
    for worker in workers {
      worker.limit = limit
      subject.start(worker, gate)
    }
    return await ContendTimekeeper(
      gate: gate, workers: workers, durationNs: durationNs, graceNs: graceNs, report: report
    ).run()
  }
}
