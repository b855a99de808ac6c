public import FlowHarness
public import Workloads

/// `bare-task`: what work in flight takes by itself, with no store that keeps it.
@MainActor
@usableFromInline struct BareTaskAdapter: @MainActor SynchronousStore {
  @usableFromInline typealias F = LingerFeature

  @usableFromInline let feature: LingerFeature
  @usableFromInline var state: LingerFeature.State
  @usableFromInline let tasks = KeptTasks()

  @inlinable init(_ feature: LingerFeature) {
    self.feature = feature
    state = feature.initialState
  }

  @inlinable mutating func send(_ action: LingerFeature.Action) {
    feature.reduce(into: &state, action: action)
    switch action {
    case .begin:
      let work = feature.work
      tasks.start { @MainActor in await work.untilCancelled() }
    case .endAll: tasks.cancelAll()
    }
  }

  @inlinable static var settles: Bool { true }
  @inlinable var isBusy: Bool { tasks.isEnding }
  @inlinable @MainActor func settle() async { await tasks.join() }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// `bare-task`: holds nothing but work in flight.
@usableFromInline package struct BareTaskDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "bare-task", summary: "no store: tasks kept in an array, cancelled one after another",
    questions: [.variants])

  @inlinable package init() {}

  /// Adds it; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self())
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { nil }

  @inlinable package func plugLingering<S: StoreSocket>(into socket: S) -> S.Plugged?
  where S.F == LingerFeature {
    socket.plug { BareTaskAdapter($0) }
  }
}

/// Tasks kept in an array: cancelled one after another, then joined.
@MainActor
@usableFromInline final class KeptTasks {
  @usableFromInline var tasks: [Task<Void, Never>] = []
  /// Whether they were cancelled and not yet joined.
  @usableFromInline private(set) var isEnding = false

  @inlinable deinit { for task in tasks { task.cancel() } }

  /// Starts a task on the main actor and keeps it; where the system can do that, it runs until it
  /// first suspends before this returns.
  // Handed on as it is: a closure around it would be one frame more for each task.
  @inlinable func start(_ body: sending @escaping @isolated(any) () async -> Void) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      tasks.append(Task.immediate(operation: body))
    } else {
      tasks.append(Task(operation: body))
    }
  }

  /// Notifies all of them.
  @inlinable func cancelAll() {
    isEnding = true
    for task in tasks { task.cancel() }
  }

  /// Returns when all have ended.
  @inlinable func join() async {
    // By index: a loop over the array would hold it, and emptying it would then copy it.
    for index in tasks.indices { await tasks[index].value }
    tasks.removeAll(keepingCapacity: true)
    isEnding = false
  }
}
