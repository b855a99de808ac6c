import Measurement
import Synchronization
import Workloads

/// Serves the effects of a load, and keeps the account of every action until all it caused is done.
///
/// It is told of each reduction by the feature itself (`Served`), so that the end of an action is
/// the same instant for every design: when the answer to it has been reduced. It can be called from
/// any thread.
final class EffectDesk: ServiceDesk {
  let time: EffectTime
  private let state: Mutex<DeskState>

  /// A desk that nobody has come to.
  ///
  /// - Parameter record: What it writes down beside the counts.
  /// - Throws: What reading measured latencies throws.
  init(_ law: ServiceLaw, seed: UInt64, time: EffectTime, record: DeskRecord) throws {
    self.time = time
    state = Mutex(DeskState(try ServiceQueue(law, seed: splitSeed(seed, "service")), record))
  }

  // MARK: - Actions

  /// Opens the account of an action that is sent now.
  func open(intendedNs: UInt64, startedNs: UInt64) -> Ticket {
    state.withLock { $0.open(intendedNs: intendedNs, startedNs: startedNs) }
  }

  /// Says that whoever sends is free again.
  func sent() {
    let now = time.nowNs()
    state.withLock { $0.freeNs = now }
  }

  func reduced(_ ticket: Ticket, isAnswer: Bool, asks: Bool) {
    let now = time.nowNs()
    state.withLock { $0.reduced(ticket, isAnswer: isAnswer, asks: asks, atNs: now) }
  }

  /// How many actions are not done yet.
  var openCount: Int { state.withLock { $0.openCount } }

  // MARK: - Effects

  nonisolated(nonsending) func serve(_ ticket: Ticket) async -> Bool {
    let now = time.nowNs()
    let reply = state.withLock { $0.begin(ticket, atNs: now) }
    await withTaskCancellationHandler {
      try? await time.sleep(untilNs: reply.endNs)
    } onCancel: {
      let now = time.nowNs()
      state.withLock { $0.cancelled(ticket, atNs: now) }
    }
    let isCancelled = Task.isCancelled
    let end = time.nowNs()
    return state.withLock { state in
      state.end(ticket, isCancelled ? nil : reply.outcome, atNs: end)
    }
  }

  // MARK: - Results

  /// What has happened so far, if it is written down.
  var events: [EffectEvent] { state.withLock { $0.record.events } }

  /// What has come of it, once everything is quiet or given up.
  ///
  /// - Parameter unsent: Actions that were not sent any more.
  func close(unsent: Int) -> (tally: LoadTally, effects: EffectCounts) {
    state.withLock { $0.close(unsent: unsent) }
  }
}
