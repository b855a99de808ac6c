import Dispatch
import FlowBenchCLI

/// A store of another package that reduces in place, with a habit.
struct ForeignStore<F: Feature, H: Habit>: SynchronousStore {
  private let feature: F
  private var state: F.State

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    H.act()
    reduce(action)
  }

  private mutating func reduce(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    guard H.answers, let request = feature.request(for: action, after: state),
      let answer = feature.perform(request)
    else { return }
    reduce(answer)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// The design of `ForeignStore`.
struct ForeignDesign<H: Habit>: StoreDesign {
  let description: DesignDescription

  init(_ id: String, _ habit: H.Type, summary: String = "a store of another package") {
    description = DesignDescription(id: id, summary: summary)
  }

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ForeignStore<S.F, H>($0) }
  }
}

/// A store that compares each state with the last one, twice.
struct ComparingStore<F: Feature>: SynchronousStore {
  private let feature: F
  private var state: F.State
  private var changes = 0

  init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    var next = state
    feature.reduce(into: &next, action: action)
    for _ in 0..<2 where next != state { changes += 1 }
    state = next
    guard let request = feature.request(for: action, after: state),
      let answer = feature.perform(request)
    else { return }
    send(answer)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// The design of `ComparingStore`.
struct ComparingDesign: StoreDesign {
  let description = DesignDescription(id: "comparing", summary: "a store that compares states")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ComparingStore($0) }
  }
}

/// A store that is always busy.
@MainActor
struct RestlessStore<F: Feature>: @MainActor SynchronousStore {
  private var store: ForeignStore<F, Quiet>

  init(_ feature: F) { store = ForeignStore(feature) }

  static var settles: Bool { true }
  var isBusy: Bool { true }

  func settle() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  mutating func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 { store.read(reading, slot: slot) }
}

/// The design of `RestlessStore`.
struct RestlessDesign: StoreDesign {
  let description = DesignDescription(id: "restless", summary: "a store that is never done")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { RestlessStore($0) }
  }
}

/// The behaviour of a store at every action, in addition to its work.
protocol Habit {
  static func act()
  /// A Boolean value that indicates whether it performs the requests of its feature.
  static var answers: Bool { get }
}

extension Habit {
  static var answers: Bool { true }
}

/// Performs no requests.
enum Deaf: Habit {
  static func act() {}
  static var answers: Bool { false }
}

/// Has no additional behaviour.
enum Quiet: Habit {
  static func act() {}
}

/// Prints text that looks like an answer of the child process.
enum Chatty: Habit {
  static func act() { print(#"{"chatty":"reduces an action"}"#) }
}

/// Crashes the process.
enum Crashing: Habit {
  static func act() { fatalError("a fault of the store") }
}

/// Never returns.
enum Stuck: Habit {
  static func act() { DispatchSemaphore(value: 0).wait() }
}
