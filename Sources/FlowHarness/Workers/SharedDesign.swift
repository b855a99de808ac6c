import Foundation
public import Workloads

/// A design that several workers can send to at once, with its store's type erased: once for each
/// load, never for an action.
@usableFromInline
package struct SharedDesign: Sendable {
  package let worker: WorkerKind
  package let isolation: StoreIsolation
  /// Makes a store for each module.
  package let make: @MainActor @Sendable ([SequenceFeature]) async -> WorkerSubject

  @usableFromInline
  init(
    worker: WorkerKind, isolation: StoreIsolation,
    make: @escaping @MainActor @Sendable ([SequenceFeature]) async -> WorkerSubject
  ) {
    self.worker = worker
    self.isolation = isolation
    self.make = make
  }

  /// Who sends, and what keeps reductions apart, in words.
  package var summary: String { "workers are \(worker.rawValue)s; \(isolation.summary)" }
}

/// The stores of one load.
@usableFromInline
package struct WorkerSubject: Sendable {
  /// Starts one worker, which waits for the gate, sends, and notifies the gate that it is done.
  package let start: @Sendable (WorkerState, WorkerGate) -> Void
  /// The same of a worker that sends each action when it is due.
  package let startLoad: @Sendable (WorkerLoad, WorkerGate) -> Void
  /// What each store's reducer has seen.
  package let states: @Sendable () async -> [SequenceState]
}

extension WorkerSubject {
  /// Workers that are threads.
  @inlinable
  static func threads<S: BlockingSharedStore>(sendingTo stores: [S]) -> WorkerSubject {
    threads(
      sending: { sendFromThread($0, to: stores, until: $1) },
      sendingLoad: { sendLoadFromThread($0, to: stores) },
      states: { await Self.states(of: stores) })
  }

  /// Workers that are tasks.
  @inlinable
  static func tasks<S: SuspendingSharedStore>(sendingTo stores: [S]) -> WorkerSubject {
    tasks(
      sending: { await sendFromTask($0, to: stores, until: $1) },
      sendingLoad: { await sendLoadFromTask($0, to: stores) },
      states: { await Self.states(of: stores) })
  }

  @usableFromInline
  static func states<S: SharedStore>(of stores: [S]) async -> [SequenceState] {
    var states: [SequenceState] = []
    for store in stores { states.append(await store.state()) }
    return states
  }
}

// Compiled once for all stores.
extension WorkerSubject {
  @usableFromInline
  static func threads(
    sending send: @escaping @Sendable (WorkerState, WorkerGate) -> Void,
    sendingLoad sendLoad: @escaping @Sendable (WorkerLoad) -> Void,
    states: @escaping @Sendable () async -> [SequenceState]
  ) -> WorkerSubject {
    @Sendable func start(_ gate: WorkerGate, _ send: @escaping @Sendable () -> Void) {
      Thread.detachNewThread {
        gate.arriveAndWait()
        send()
        gate.leave()
      }
    }
    return WorkerSubject(
      start: { worker, gate in start(gate) { send(worker, gate) } },
      startLoad: { load, gate in
        start(gate) {
          sendLoad(load)
          load.end()
        }
      }, states: states)
  }

  @usableFromInline
  static func tasks(
    sending send: @escaping @Sendable (WorkerState, WorkerGate) async -> Void,
    sendingLoad sendLoad: @escaping @Sendable (WorkerLoad) async -> Void,
    states: @escaping @Sendable () async -> [SequenceState]
  ) -> WorkerSubject {
    @Sendable func start(_ gate: WorkerGate, _ send: @escaping @Sendable () async -> Void) {
      Task.detached {
        await gate.arriveAndYield()
        await send()
        gate.leave()
      }
    }
    return WorkerSubject(
      start: { worker, gate in start(gate) { await send(worker, gate) } },
      startLoad: { load, gate in
        start(gate) {
          await sendLoad(load)
          load.end()
        }
      }, states: states)
  }
}
