public import FlowHarness
public import Workloads

/// `bare-task`: the cost of work in flight without a store.
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

/// `bare-task`, for work in flight only.
@usableFromInline package struct BareTaskDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "bare-task", summary: "no store: tasks kept in an array, cancelled one after another",
    questions: [.variants])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  @inlinable package func makeLingeringStore<S: StoreBuilder>(with builder: S) -> S.Built?
  where S.F == LingerFeature {
    builder.makeStore { BareTaskAdapter($0) }
  }
}

/// Tasks in an array, which are cancelled one after another and then awaited.
@MainActor
@usableFromInline final class KeptTasks {
  @usableFromInline var tasks: [Task<Void, Never>] = []
  /// A Boolean value that indicates whether they were cancelled and not yet awaited.
  @usableFromInline private(set) var isEnding = false

  @inlinable deinit { for task in tasks { task.cancel() } }

  /// Starts a task on the main actor; if the system supports it, the task runs up to its first
  /// suspension before this returns.
  // Without a closure around the body, which would be one more frame for each task.
  @inlinable func start(_ body: sending @escaping @isolated(any) () async -> Void) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      tasks.append(Task.immediate(operation: body))
    } else {
      tasks.append(Task(operation: body))
    }
  }

  /// Cancels all tasks.
  @inlinable func cancelAll() {
    isEnding = true
    for task in tasks { task.cancel() }
  }

  /// Waits until all tasks have ended.
  @inlinable func join() async {
    // By index, because a loop over the array would retain it, and emptying it would copy it.
    for index in tasks.indices { await tasks[index].value }
    tasks.removeAll(keepingCapacity: true)
    isEnding = false
  }
}
