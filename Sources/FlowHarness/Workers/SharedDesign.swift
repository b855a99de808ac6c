import Foundation
import Platform
public import Workloads

/// A design that several workers can share, with its store's type erased once for each load.
@usableFromInline
package struct SharedDesign: Sendable {
  package let worker: WorkerKind
  package let isolation: StoreIsolation
  /// Makes one store per module.
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

  /// A description of the workers and the isolation.
  package var summary: String { "workers are \(worker.rawValue)s; \(isolation.summary)" }
}

/// The stores of one load.
@usableFromInline
package struct WorkerSubject: Sendable {
  /// Starts a worker that sends as fast as it can from the opening of the gate.
  package let start: @Sendable (WorkerState, WorkerGate) -> Void
  /// Returns the actions seen by each store's reducer.
  package let states: @Sendable () async -> [SequenceState]
}

extension WorkerSubject {
  @inlinable
  static func threads<S: BlockingSharedStore>(sendingTo stores: [S]) -> WorkerSubject {
    threads(
      sending: { sendFromThread($0, to: stores, until: $1) },
      states: { await Self.states(of: stores) })
  }

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
          CurrentThread.requestPerformanceCores()
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

/// A store that several workers share, and whose reducer records the actions.
@usableFromInline
protocol SharedStore: Sendable {
  @concurrent func state() async -> SequenceState
}

/// A store whose `send` returns, on its caller's thread, when the action is reduced: its workers
/// are threads.
@usableFromInline
protocol BlockingSharedStore: SharedStore {
  func send(_ action: NumberedAction)
}

/// A store whose `send` suspends until the action is reduced: its workers are tasks on the global
/// executor, which has as many threads as there are cores.
@usableFromInline
protocol SuspendingSharedStore: SharedStore {
  @concurrent func send(_ action: NumberedAction) async
}

/// The isolation of a store's reductions.
public enum StoreIsolation: String, Codable, Sendable {
  /// A lock; the sender's thread reduces.
  case lock
  /// An actor for each store.
  case ownActor = "own-actor"
  /// The main actor for all stores.
  case mainActor = "main-actor"

  /// A short description for tables.
  package var summary: String {
    switch self {
    case .lock: "each store behind a lock"
    case .ownActor: "each store on an actor of its own"
    case .mainActor: "all stores on the main actor"
    }
  }
}

/// The kind of a worker.
public enum WorkerKind: String, Codable, Sendable {
  /// A thread of its own.
  case thread
  /// A task on the global executor.
  case task
}
