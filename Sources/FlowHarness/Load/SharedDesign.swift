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

/// A store that several workers send to at once, and whose reducer proves what has come.
@usableFromInline
protocol SharedStore: Sendable {
  /// What its reducer has seen so far.
  @concurrent func state() async -> SequenceState
}

/// A store whose `send` returns, on its caller's thread, when the action is reduced: its workers
/// are threads.
@usableFromInline
protocol BlockingSharedStore: SharedStore {
  /// Hands over one action.
  func send(_ action: NumberedAction)
}

/// A store whose `send` suspends until the action is reduced: its workers are tasks on the global
/// executor, which has as many threads as there are cores.
@usableFromInline
protocol SuspendingSharedStore: SharedStore {
  /// Hands over one action and waits for it.
  @concurrent func send(_ action: NumberedAction) async
}

/// What keeps two reductions of one store apart.
public enum StoreIsolation: String, Codable, Sendable {
  /// A lock; whoever sends reduces.
  case lock
  /// An actor that each store has for itself.
  case ownActor = "own-actor"
  /// The main actor, which all stores share.
  case mainActor = "main-actor"

  /// A few words for tables.
  package var summary: String {
    switch self {
    case .lock: "each store behind a lock"
    case .ownActor: "each store on an actor of its own"
    case .mainActor: "all stores on the main actor"
    }
  }
}

/// What a worker is.
public enum WorkerKind: String, Codable, Sendable {
  /// A thread of its own.
  case thread
  /// A task on the global executor.
  case task
}
