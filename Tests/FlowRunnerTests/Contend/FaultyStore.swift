import Synchronization
import Workloads

@testable import FlowHarness

/// The fault of a store in the handling of the actions of worker 0.
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

/// A store behind a lock, with a mistake; copies of it are the same store.
struct FaultyStore<Mistake: PlantedMistake>: SynchronousStore, Sendable {
  typealias F = SequenceFeature

  private final class Inside: Sendable {
    struct Kept {
      var state: SequenceState
      var held: [NumberedAction] = []
    }
    let kept: Mutex<Kept>

    init(_ state: SequenceState) { kept = Mutex(Kept(state: state)) }
  }
  private let feature: SequenceFeature
  private let inside: Inside

  init(_ feature: SequenceFeature) {
    self.feature = feature
    inside = Inside(feature.initialState)
  }

  func send(_ action: NumberedAction) {
    inside.kept.withLock { inside in
      let isSpared = action.worker != 0
      for action in isSpared ? [action] : Mistake.deliver(action, &inside.held) {
        inside.state.receive(action)
      }
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    inside.kept.withLock { feature.read(reading, $0.state, slot: slot) }
  }
}

/// The same for workers that are tasks.
struct FaultyTaskStore<Mistake: PlantedMistake>: ConcurrentStore {
  typealias F = SequenceFeature

  private let store: FaultyStore<Mistake>

  init(_ feature: SequenceFeature) { store = FaultyStore(feature) }

  @concurrent func sendConcurrently(_ action: NumberedAction) async { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 { store.read(reading, slot: slot) }
}

/// A store that never says that an action is done.
struct SilentStore: ConcurrentStore {
  typealias F = SequenceFeature

  @concurrent func sendConcurrently(_ action: NumberedAction) async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 { 0 }
}
