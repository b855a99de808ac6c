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
}

/// The stores of one load.
@usableFromInline
package struct WorkerSubject: Sendable {
  /// Starts one worker, which waits for the gate, sends, and notifies the gate that it is done.
  package let start: @Sendable (WorkerState, WorkerGate) -> Void
  /// What each store's reducer has seen.
  package let states: @Sendable () async -> [SequenceState]

  @usableFromInline
  init(
    start: @escaping @Sendable (WorkerState, WorkerGate) -> Void,
    states: @escaping @Sendable () async -> [SequenceState]
  ) {
    self.start = start
    self.states = states
  }
}

extension WorkerSubject {
  /// Workers that are threads.
  @inlinable
  static func threads<S: BlockingSharedStore>(sendingTo stores: [S]) -> WorkerSubject {
    threads(
      sending: { sendFromThread($0, to: stores, until: $1) },
      states: { await Self.states(of: stores) })
  }

  /// Workers that are tasks.
  @inlinable
  static func tasks<S: SuspendingSharedStore>(sendingTo stores: [S]) -> WorkerSubject {
    tasks(
      sending: { await sendFromTask($0, to: stores, until: $1) },
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
    states: @escaping @Sendable () async -> [SequenceState]
  ) -> WorkerSubject {
    WorkerSubject(
      start: { worker, gate in
        Thread.detachNewThread {
          gate.arriveAndWait()
          send(worker, gate)
          gate.leave()
        }
      }, states: states)
  }

  @usableFromInline
  static func tasks(
    sending send: @escaping @Sendable (WorkerState, WorkerGate) async -> Void,
    states: @escaping @Sendable () async -> [SequenceState]
  ) -> WorkerSubject {
    WorkerSubject(
      start: { worker, gate in
        Task.detached {
          await gate.arriveAndYield()
          await send(worker, gate)
          gate.leave()
        }
      }, states: states)
  }
}
