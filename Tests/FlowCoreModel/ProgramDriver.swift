internal import FlowCore
internal import FlowTesting
internal import Observation

/// The observations during a program.
// Unchecked: confined to the thread that drives virtual time.
final class ProgramNotes: @unchecked Sendable {
  var trace = StepTrace()
  var isAnswer = false
  var reductions = 0
  /// The number of reductions of the action with each mark.
  var answers: [Int: Int] = [:]
  var ended: Set<Int> = []
  var endedIterations = 0
}

/// Passes a store to a task on the same actor, which also releases it there. A store in the closure
/// of a task would be released elsewhere.
// Unchecked, as above.
private final class Loan<R: Reducer>: @unchecked Sendable {
  private var store: Store<R>?

  init(_ store: Store<R>) { self.store = store }

  func take() -> Store<R> {
    defer { store = nil }
    return store!
  }
}

/// Runs a program on a store.
final class ProgramDriver<R: Reducer<Root, ProgramAction> & SendableMetatype> {
  private let store: Store<R>
  private let history: History<Root, ProgramAction>
  private let notes: ProgramNotes
  private let time: VirtualTime
  private var runs: [Task<Void, any Error>] = []
  private var subscriptions: [ObservationToken?] = []
  private var iterations: [Task<Void, any Error>?] = []
  private var readings = 0
  private var saved: [Root] = []
  /// The latest position ever reached.
  private var newest = 0

  init(
    _ store: Store<R>, _ history: History<Root, ProgramAction>, _ notes: ProgramNotes,
    _ time: VirtualTime
  ) {
    self.store = store
    self.history = history
    self.notes = notes
    self.time = time
  }

  /// The numbers of runs and iterations.
  var begun: (runs: Int, iterations: Int) { (runs.count, iterations.count { $0 != nil }) }

  /// Performs a step.
  ///
  /// - Precondition: The step does not wait.
  func carryOut(_ step: ProgramStep) throws {
    switch step {
    case .send(let action): store.send(action)
    case .sendInside(let moves, let style, let action): view(moves, style)?.send(action)
    case .sendBatch(let moves, let style, let actions):
      view(moves, style)?.send(contentsOf: actions)
    case .run(let action): run(action)
    case .cancelRun(let number): if runs.indices.contains(number) { runs[number].cancel() }
    case .wait: preconditionFailure("the driver waits")
    case .subscribe(let moves, let style, let projection, let sends):
      subscribe(view(moves, style), projection, sends)
    case .unsubscribe(let number):
      if subscriptions.indices.contains(number) { subscriptions[number] = nil }
    case .iterate(let moves, let style, let projection, let most):
      iterate(view(moves, style)?.states(projection), most)
    case .cancelIteration(let number):
      if iterations.indices.contains(number) { iterations[number]?.cancel() }
    case .read(let moves, let style, let projection):
      // Scopes of computed parts have slices of their own.
      read(projection) { [self] in view(moves, style, of: store.scope()) }
    case .cancelEffects: store.cancelEffects()
    case .lend(let sending): lend(sending)
    case .save: saved.append(store.current)
    case .restore(let number): if saved.indices.contains(number) { store.restore(saved[number]) }
    case .go(let distance): try go(to: history.position + distance)
    }
  }

  /// Returns the result of the step and begins the next one.
  func takeTrace() -> StepTrace {
    defer { notes.trace = StepTrace() }
    let counts = store.counts
    precondition(counts.queued == 0, "\(counts.queued) actions wait while nothing is handled")
    newest = max(newest, history.positions.upperBound - 1)
    notes.trace.state = store.current
    notes.trace.works = counts.works
    notes.trace.observers = counts.observers
    notes.trace.ended = notes.ended.sorted()
    notes.trace.outdated.sort()
    return notes.trace
  }

  private func view(_ moves: [Move], _ style: ScopeStyle) -> (any ProgramView)? {
    view(moves, style, of: style == .typed || moves.isEmpty ? store : store.scope())
  }

  private func view(
    _ moves: [Move], _ style: ScopeStyle, of whole: any ProgramView
  ) -> (any ProgramView)? {
    moves.reduce(whole) { (view: (any ProgramView)?, move) in view?.scope(move, style) }
  }

  private func run(_ action: ProgramAction) {
    let number = runs.count
    let notes = notes
    let loan = Loan(store)
    // Without a capture list, with which the closure would change executors
    // (swiftlang/swift#87097).
    runs.append(
      time.task { _ in
        await loan.take().sendAndWait(action)
        notes.ended.insert(number)
      })
  }

  private func subscribe(
    _ view: (any ProgramView)?, _ projection: Projection, _ sends: Sending?
  ) {
    let number = subscriptions.count
    var left = 3
    // Subscriptions created meanwhile follow this one.
    subscriptions.append(nil)
    subscriptions[number] = view?.subscribe(projection) { [unowned store, notes] value in
      notes.trace.events.append(.notified(number, value))
      guard left > 0, let sends else { return }
      left -= 1
      store.send(sends)
    }
  }

  private func iterate(_ states: AsyncStream<Int>?, _ most: Int?) {
    let number = iterations.count
    let notes = notes
    iterations.append(
      states.map { states in
        time.task { _ in
          for await value in states.prefix(most ?? .max) {
            notes.trace.iterated[number, default: []].append(value)
          }
          notes.endedIterations += 1
        }
      })
  }

  /// Reads a part like a view: the scopes are created while they are tracked, and may be of absent
  /// parts.
  private func read(_ projection: Projection, of view: () -> (any ProgramView)?) {
    let number = readings
    readings += 1
    withObservationTracking {
      _ = view()?.read(projection)
    } onChange: { [notes] in
      notes.trace.outdated.append(number)
    }
  }

  private func lend(_ sending: Sending) {
    store.withState { state in
      let before = state.hashValue
      store.send(sending)
      guard state.hashValue != before else { return }
      notes.trace.events.append(.fault("the state changes while it is lent"))
    }
  }

  private func go(to target: Int) throws {
    // Further positions depend on the internals of the history.
    guard target >= max(0, newest - history.capacity), target < history.positions.upperBound else {
      return
    }
    try history.go(to: target, in: store)
  }
}
