import Dispatch
import FlowBenchCLI

/// A store of somebody else's: a struct that reduces in place, with a habit.
struct ForeignStore<F: Feature, H: Habit>: SynchronousStore, NewStore {
  private let feature: F
  private var state: F.State

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    H.act()
    feature.reduce(into: &state, action: action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

extension ForeignStore: SynchronousModuleStore where F: LeafFeature {
  typealias Many = ForeignStore<Copies<F>, H>
}

/// What a store does beside its work, at every action.
protocol Habit {
  static func act()
}

/// Nothing.
enum Quiet: Habit {
  static func act() {}
}

/// Prints, and what it prints looks like an answer.
enum Chatty: Habit {
  static func act() { print(#"{"chatty":"reduces an action"}"#) }
}

/// Stops the process.
enum Crashing: Habit {
  static func act() { fatalError("somebody else's mistake") }
}

/// Waits for what never comes.
enum Stuck: Habit {
  static func act() { DispatchSemaphore(value: 0).wait() }
}
