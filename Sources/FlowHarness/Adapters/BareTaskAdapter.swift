import Workloads

/// `bare-task`: what work in flight takes by itself, with no store that keeps it.
@MainActor
struct BareTaskAdapter: @MainActor SynchronousStore {
  typealias F = LingerFeature

  private let feature: LingerFeature
  private var state: LingerFeature.State
  private let tasks = KeptTasks()

  init(_ feature: LingerFeature) {
    self.feature = feature
    state = feature.initialState
  }

  mutating func send(_ action: LingerFeature.Action) {
    feature.reduce(into: &state, action: action)
    switch action {
    case .begin:
      let work = feature.work
      tasks.start { @MainActor in await work.untilCancelled() }
    case .endAll: tasks.cancelAll()
    }
  }

  static var settles: Bool { true }
  var isBusy: Bool { tasks.isEnding }
  @MainActor func settle() async { await tasks.join() }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}
