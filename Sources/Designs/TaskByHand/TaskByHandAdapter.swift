public import FlowHarness
public import Workloads

/// `task-by-hand`: no store. The sender reduces, starts the work as a task, and awaits it.
@MainActor
@usableFromInline final class TaskByHandAdapter<F: Feature>: @MainActor SuspendingStore {
  /// A middleware in the form of the articles.
  @usableFromInline typealias Closure =
    nonisolated(nonsending) (F.State, F.Action) async -> F.Action?

  @usableFromInline let feature: F
  @usableFromInline var state: F.State
  // Safe: the closures are called on the main actor.
  @usableFromInline nonisolated(unsafe) let closures: [Closure]

  @inlinable init(_ feature: F, closures: [Closure] = []) {
    self.feature = feature
    self.closures = closures
    state = feature.initialState
  }

  @inlinable nonisolated(nonsending) func send(_ action: F.Action) async { await handle(action) }

  @inlinable func handle(_ action: F.Action) async {
    feature.reduce(into: &state, action: action)
    if !closures.isEmpty {
      for answer in await calls(of: action).value { await handle(answer) }
    }
    guard let request = feature.request(for: action, after: state) else { return }
    let feature = feature
    let work = Task { await feature.answer(request) }
    if let answer = await work.value { await handle(answer) }
  }

  /// Calls each closure in one task.
  @inlinable func calls(of action: F.Action) -> Task<[F.Action], Never> {
    let state = state
    // Unsafe, as above.
    nonisolated(unsafe) let closures = closures
    let body: @MainActor () async -> [F.Action] = {
      var answers: [F.Action] = []
      for closure in closures {
        if let answer = await closure(state, action) { answers.append(answer) }
      }
      return answers
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(operation: body)
    }
    return Task(operation: body)
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// `task-by-hand`: the cost of work that suspends, and of an asynchronous closure for each action.
@usableFromInline package struct TaskByHandDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "task-by-hand", summary: "no store: a task for each effect, awaited by the sender",
    questions: [.variants])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  @inlinable package func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { TaskByHandAdapter($0) }
  }

  @inlinable package func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    builder.makeStore { feature in
      TaskByHandAdapter(
        feature,
        closures: Array(repeating: { _, action in feature.observe(action) }, count: count))
    }
  }
}
