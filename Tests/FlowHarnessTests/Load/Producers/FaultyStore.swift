import Synchronization
import Workloads

@testable import FlowHarness

/// What a faulty store does to the actions of producer 0 that it is handed.
protocol PlantedMistake: Sendable {
  /// The actions that are reduced now; what is held comes later.
  static func deliver(_ action: NumberedAction, _ held: inout [NumberedAction]) -> [NumberedAction]
}

/// Loses one action.
enum Loses: PlantedMistake {
  static func deliver(
    _ action: NumberedAction, _ held: inout [NumberedAction]
  ) -> [NumberedAction] { action.number == 7 ? [] : [action] }
}

/// Reduces one action twice.
enum Duplicates: PlantedMistake {
  static func deliver(
    _ action: NumberedAction, _ held: inout [NumberedAction]
  ) -> [NumberedAction] { action.number == 7 ? [action, action] : [action] }
}

/// Reduces one action after the next one.
enum Swaps: PlantedMistake {
  static func deliver(
    _ action: NumberedAction, _ held: inout [NumberedAction]
  ) -> [NumberedAction] {
    if action.number == 7 {
      held.append(action)
      return []
    }
    defer { held = [] }
    return [action] + held
  }
}

/// Brings one action to another module.
enum Misdirects: PlantedMistake {
  static func deliver(
    _ action: NumberedAction, _ held: inout [NumberedAction]
  ) -> [NumberedAction] {
    var action = action
    if action.number == 7 { action.copy = action.copy == 0 ? 1 : 0 }
    return [action]
  }
}

/// A store behind a lock, with a mistake.
final class FaultyStore<Mistake: PlantedMistake>: BlockingSharedStore {
  private struct Inside {
    var state: SequenceState
    var held: [NumberedAction] = []
  }
  private let inside: Mutex<Inside>

  static var isolation: StoreIsolation { .lock }

  init(_ initialState: SequenceState) { inside = Mutex(Inside(state: initialState)) }

  func send(_ action: NumberedAction) {
    inside.withLock { inside in
      let isSpared = action.producer != 0
      for action in isSpared ? [action] : Mistake.deliver(action, &inside.held) {
        inside.state.receive(action)
      }
    }
  }

  func state() async -> SequenceState { inside.withLock { $0.state } }
}

/// The same for producers that are tasks.
struct FaultyTaskStore<Mistake: PlantedMistake>: SuspendingSharedStore {
  private let store: FaultyStore<Mistake>

  static var isolation: StoreIsolation { .ownActor }

  init(_ initialState: SequenceState) { store = FaultyStore(initialState) }

  @concurrent func send(_ action: NumberedAction) async { store.send(action) }

  func state() async -> SequenceState { await store.state() }
}

/// A store that never says that an action is done.
struct SilentStore: SuspendingSharedStore {
  static var isolation: StoreIsolation { .ownActor }

  init(_ initialState: SequenceState) {}

  @concurrent func send(_ action: NumberedAction) async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  func state() async -> SequenceState { SequenceState(producers: 0, copies: 0) }
}
