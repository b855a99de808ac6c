import FlowHarness
import Workloads

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
