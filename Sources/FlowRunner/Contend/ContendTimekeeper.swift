import FlowHarness
import Foundation
import Platform

/// Opens and closes the gate, on a thread of its own, which takes no part in the sending.
struct ContendTimekeeper {
  let gate: WorkerGate
  let workers: [WorkerState]
  /// After this time workers are to stop, if they have not ended by themselves.
  let durationNs: UInt64
  /// How long after that each may still wait for the end of its last action.
  let graceNs: UInt64
  /// Is called when all workers wait at the gate, just before it opens.
  var willOpen: @Sendable () -> Void = {}
  /// Hears of each second, on the timekeeper's thread.
  let report: @Sendable (ContendSecond) -> Void

  /// How long all workers sent, and what that took.
  struct Window {
    let wallNs: UInt64
    /// Processor time of all threads.
    let cpuNs: UInt64
    /// Whether each worker has come back from its last action.
    let isOver: Bool
  }

  /// Waits for all workers, lets them send, and waits for their end.
  func run() async -> Window {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: keep()) }
    }
  }

  private func keep() -> Window {
    gate.waitForAll()
    let cpuNs = ProcessCPUClock.nowNs()
    willOpen()
    let startNs = MonotonicClock.nowNs()
    gate.open()
    var end = waitForSeconds(since: startNs)
    gate.close()
    if end == nil { end = gate.waitForEnd(ns: graceNs) }
    return Window(
      wallNs: (end?.wallNs ?? MonotonicClock.nowNs()) - startNs,
      cpuNs: (end?.cpuNs ?? ProcessCPUClock.nowNs()) - cpuNs, isOver: end != nil)
  }

  private func waitForSeconds(since startNs: UInt64) -> WorkerGate.End? {
    var before = (ns: UInt64(0), sent: sent)
    while true {
      let elapsedNs = MonotonicClock.nowNs() - startNs
      guard elapsedNs < durationNs else { return nil }
      let nextNs = min(durationNs, (elapsedNs / LoadMeter.secondNs + 1) * LoadMeter.secondNs)
      if let end = gate.waitForEnd(ns: nextNs - elapsedNs) { return end }
      let now = (ns: nextNs, sent: sent)
      report(
        ContendSecond(endNs: nextNs, spanNs: nextNs - before.ns, sent: now.sent - before.sent))
      before = now
    }
  }

  private var sent: Int { workers.reduce(0) { $0 + $1.sent } }
}
