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

/// How many actions did not come as they were sent.
struct SequenceFaults: Codable, Equatable {
  /// Actions that never came.
  var lost = 0
  /// Actions that came again, or that nobody had sent.
  var duplicated = 0
  /// Actions that came after a later one of the same worker to the same store.
  var reordered = 0

  /// Whether there are none.
  var isEmpty: Bool { self == SequenceFaults() }
}

/// What the reducers of all stores have seen, held against what each worker says it sent.
struct SequenceVerification {
  private(set) var faults = SequenceFaults()
  /// Of the counts of all modules; the same for all designs and topologies.
  let digest: UInt64
  /// Whether each module got as many actions as were sent to it.
  let isRight: Bool

  /// Looks at the states when all workers rest.
  init(_ states: [SequenceState], _ workers: [WorkerState], _ map: StoreMap) {
    for worker in workers {
      for (store, sent) in worker.numbersSent.enumerated() {
        let records = states[store].records
        // A store that knows nothing of a worker has lost all that it sent.
        let record = worker.index < records.count ? records[worker.index] : ArrivalRecord()
        faults.lost += record.lost(of: sent)
        faults.duplicated += record.surplus(over: sent)
        faults.reordered += record.reordered
      }
    }
    var expected = [Int](repeating: 0, count: map.copyCount)
    for worker in workers { worker.addVisits(to: &expected) }
    let found = (0..<map.copyCount).map { copy in
      let stop = map.stop(of: copy)
      let counts = states[stop.store].counts
      return stop.copy < counts.count ? counts[stop.copy] : 0
    }
    isRight = found == expected
    digest = combineSlots(map.copyCount) { UInt64(found[$0]) }
  }

  /// Why the load is not valid; `nil`: it is.
  var reason: String? {
    if !faults.isEmpty {
      return "\(faults.lost) lost, \(faults.duplicated) duplicated, \(faults.reordered) reordered"
    }
    return isRight ? nil : "wrong digest: the state differs from the floor's"
  }
}
