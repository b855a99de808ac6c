import FlowHarness
import Foundation
import Measurement
import Platform
import Workloads

/// Workers, and the stores to which they send.
struct WorkerStores: Sendable {
  /// The workers, in the order of their numbers.
  let workers: [WorkerState]
  let subject: WorkerSubject
  private let map: StoreMap

  /// The progress of all workers during a part of the load.
  struct Step: Codable, Equatable {
    /// The end of the part, in nanoseconds since the start.
    var endNs: UInt64
    /// The length of the part: a second, or less for the last one.
    var spanNs: UInt64
    /// The number of actions that ended in it.
    var sent: Int
  }

  /// The time during which workers sent.
  struct Window {
    let wallNs: UInt64
    /// The CPU time of all threads.
    let cpuNs: UInt64
    /// A Boolean value that indicates whether all workers have ended.
    let isOver: Bool
  }

  /// Makes fresh stores.
  init(_ scenario: Scenario, workers: Int, seed: UInt64, design: SharedDesign) async {
    let map = StoreMap(scenario)
    self.map = map
    self.workers = (0..<workers).map {
      WorkerState(worker: $0, map: map, distribution: scenario.distribution, seed: seed)
    }
    subject = await design.make(map.modules(workers: workers))
  }

  /// The comparison of all sent actions with the stores' states, while no worker sends.
  var verification: SequenceVerification {
    get async { SequenceVerification(await subject.states(), workers, map) }
  }

  /// Lets all workers send as fast as they can until each has sent a number of actions in all.
  ///
  /// - Parameter limitNs: The time after which workers are stopped; they have the same time
  ///   again for their last action.
  /// - Returns: The reason if a worker does not end.
  func send(each count: Int, limitNs: UInt64) async -> String? {
    let window = await send(
      until: count, durationNs: limitNs, graceNs: limitNs, report: { _ in })
    let waiting = workers.count { $0.sent < count }
    guard !window.isOver || waiting > 0 else { return nil }
    return "\(waiting) of \(workers.count) workers still wait"
  }

  /// Lets all workers send as fast as they can: starts them, opens their gate when all wait at it, and
  /// waits for their end, on a thread that takes no part in sending.
  ///
  /// - Parameters:
  ///   - limit: The number of actions after which a worker ends.
  ///   - durationNs: The time after which workers are stopped.
  ///   - graceNs: The time after that for the last action of each.
  ///   - report: Receives each second, on another thread.
  func send(
    until limit: Int = .max, durationNs: UInt64, graceNs: UInt64,
    report: @escaping @Sendable (Step) -> Void
  ) async -> Window {
    let gate = WorkerGate(workers: workers.count)
    for worker in workers {
      worker.limit = limit
      subject.start(worker, gate)
    }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        CurrentThread.requestPerformanceCores()
        gate.waitForAll()
        let cpuNs = ProcessCPUClock.nowNs()
        let startNs = MonotonicClock.nowNs()
        gate.open()
        var end = waitForSeconds(at: gate, sinceNs: startNs, durationNs, report)
        gate.close()
        if end == nil { end = gate.waitForEnd(ns: graceNs) }
        continuation.resume(
          returning: Window(
            wallNs: (end?.wallNs ?? MonotonicClock.nowNs()) - startNs,
            cpuNs: (end?.cpuNs ?? ProcessCPUClock.nowNs()) - cpuNs, isOver: end != nil))
      }
    }
  }

  private func waitForSeconds(
    at gate: WorkerGate, sinceNs startNs: UInt64, _ durationNs: UInt64, _ report: (Step) -> Void
  ) -> WorkerGate.End? {
    var (lastNs, lastSent) = (UInt64(0), workers.reduce(0) { $0 + $1.sent })
    while true {
      let elapsedNs = MonotonicClock.nowNs() - startNs
      guard elapsedNs < durationNs else { return nil }
      let nextNs = min(
        durationNs, (elapsedNs / SliceRecorder.secondNs + 1) * SliceRecorder.secondNs)
      if let end = gate.waitForEnd(ns: nextNs - elapsedNs) { return end }
      let sent = workers.reduce(0) { $0 + $1.sent }
      report(Step(endNs: nextNs, spanNs: nextNs - lastNs, sent: sent - lastSent))
      (lastNs, lastSent) = (nextNs, sent)
    }
  }
}

/// The actions that did not arrive as they were sent.
struct SequenceFaults: Codable, Equatable {
  var lost = 0
  /// The number of actions that arrived again, or that were never sent.
  var duplicated = 0
  /// The number of actions that arrived after a later one of the same worker to the same store.
  var reordered = 0

  var isEmpty: Bool { self == SequenceFaults() }
}

/// The comparison of the stores' states with the actions that workers sent.
struct SequenceVerification {
  private(set) var faults = SequenceFaults()
  /// The digest of the counts of all modules: equal for all designs and topologies.
  let digest: UInt64
  private let isRight: Bool

  init(_ states: [SequenceState], _ workers: [WorkerState], _ map: StoreMap) {
    for worker in workers {
      for (store, sent) in worker.numbersSent.enumerated() {
        let records = states[store].records
        // A store without a record has lost all actions of the worker.
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

  /// The reason why the load is not valid; `nil` if it is.
  var reason: String? {
    if !faults.isEmpty {
      return "\(faults.lost) lost, \(faults.duplicated) duplicated, \(faults.reordered) reordered"
    }
    return isRight ? nil : "wrong digest: the state differs from the floor's"
  }
}
