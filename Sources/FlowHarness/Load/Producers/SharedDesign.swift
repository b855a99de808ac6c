import Foundation
import Workloads

/// A design that several producers can send to at once, with its store's type erased: once for each
/// load, never for an action.
struct SharedDesign: Sendable {
  let producer: ProducerKind
  let isolation: StoreIsolation
  /// Makes as many stores as there are states.
  let make: @Sendable ([SequenceState]) async -> ProducerSubject
}

/// The stores of one load.
struct ProducerSubject: Sendable {
  /// Starts one producer, which waits for the gate, sends, and tells the gate that it is done.
  let start: @Sendable (ProducerCourse, ProducerGate) -> Void
  /// What each store's reducer has seen.
  let states: @Sendable () async -> [SequenceState]
}

extension Catalogue {
  /// Adds a design that several threads can send to at once.
  public mutating func registerShared<S: BlockingSharedStore>(
    _ type: S.Type, design: DesignDescription
  ) {
    addShared(
      design,
      SharedDesign(producer: .thread, isolation: S.isolation) { states in
        await ProducerSubject.threads(sendingTo: Self.stores(S.self, states))
      })
  }

  /// Adds a design that several tasks can send to at once.
  public mutating func registerShared<S: SuspendingSharedStore>(
    _ type: S.Type, design: DesignDescription
  ) {
    addShared(
      design,
      SharedDesign(producer: .task, isolation: S.isolation) { states in
        await ProducerSubject.tasks(sendingTo: Self.stores(S.self, states))
      })
  }

  private nonisolated static func stores<S: SharedStore>(
    _ type: S.Type, _ states: [SequenceState]
  ) async -> [S] {
    var stores: [S] = []
    for state in states { stores.append(await S(state)) }
    return stores
  }
}

extension ProducerSubject {
  /// Producers that are threads.
  static func threads<S: BlockingSharedStore>(sendingTo stores: [S]) -> ProducerSubject {
    ProducerSubject(
      start: { course, gate in
        Thread.detachNewThread {
          gate.arriveAndWait()
          sendFromThread(course, to: stores, until: gate)
          gate.leave()
        }
      },
      states: { await Self.states(of: stores) })
  }

  /// Producers that are tasks.
  static func tasks<S: SuspendingSharedStore>(sendingTo stores: [S]) -> ProducerSubject {
    ProducerSubject(
      start: { course, gate in
        Task.detached {
          await gate.arriveAndYield()
          await sendFromTask(course, to: stores, until: gate)
          gate.leave()
        }
      },
      states: { await Self.states(of: stores) })
  }

  private static func states<S: SharedStore>(of stores: [S]) async -> [SequenceState] {
    var states: [SequenceState] = []
    for store in stores { states.append(await store.state()) }
    return states
  }
}
