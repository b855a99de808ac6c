import Dispatch
import FlowBenchCLI

/// A store of somebody else's: a struct that reduces in place, with a habit.
struct ForeignStore<F: Feature, H: Habit>: SynchronousStore {
  private let feature: F
  private var state: F.State

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    H.act()
    feature.reduce(into: &state, action: action)
    if let answer = feature.answer(to: action, after: state) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// The store for every feature.
struct ForeignDesign<H: Habit>: StoreDesign {
  let description: DesignDescription

  init(_ id: String, _ habit: H.Type, summary: String = "a store of somebody else's") {
    description = DesignDescription(id: id, summary: summary)
  }

  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { ForeignStore<S.F, H>($0) }
  }
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
