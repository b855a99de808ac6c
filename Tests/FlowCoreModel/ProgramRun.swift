internal import FlowCore
internal import FlowTesting
internal import Observation

/// A program carried out by a store.
struct ProgramRun {
  let program: Program

  /// Notes what is reduced.
  private struct Recorder: TransparentReducer {
    typealias State = Root
    typealias Action = ProgramAction

    let base: ErasedReducer<Root>
    let notes: Notes

    func reduce(into state: inout Root, action: ProgramAction) -> Effect<ProgramAction> {
      notes.trace.events.append(.reduced(action, isAnswer: notes.isAnswer))
      notes.isAnswer = false
      notes.reductions += 1
      if let token = action.token { notes.answers[token, default: 0] += 1 }
      let effect = base.reduce(into: &state, action: action)
      return notes.reductions > Program.mostEffects ? .none : effect
    }

    func willReduceAnswer(_ action: ProgramAction) {
      notes.isAnswer = true
      base.willReduceAnswer(action)
    }
  }

  // Unchecked: everything happens on the one thread that drives virtual time.
  private final class Notes: @unchecked Sendable {
    var trace = StepTrace()
    var isAnswer = false
    var reductions = 0
    /// How often the answer with each mark was reduced.
    var answers: [Int: Int] = [:]
    var ended: Set<Int> = []
  }

  /// Hands the store to a task on the same actor, where it is let go of, too: what a task's closure
  /// holds is let go of outside.
  // Unchecked, as above.
  private final class Loan<R: Reducer>: @unchecked Sendable {
    private var store: Store<R>?

    init(_ store: Store<R>) { self.store = store }

    func take() -> Store<R> {
      defer { store = nil }
      return store!
    }
  }

  /// Carries out the program in a world of its own.
  ///
  /// - Parameters:
  ///   - seed: Which of several ready jobs is next.
  ///   - order: Whether the seed is asked.
  static func trace(
    _ program: Program, seed: UInt64 = 0, order: VirtualExecutor.Order = .firstInFirstOut
  ) throws -> ProgramOutcome {
    let time = VirtualTime(seed: seed, order: order)
    let world = ProgramWorld(
      program, clock: ProgramClock(base: time.clock, isApart: order == .firstInFirstOut))
    world.works.isMarking = order == .seeded
    let outcome = try time.run { actor in
      try await ProgramRun(program: program).carryOut(in: time, world, on: actor)
    }
    time.run()
    return ProgramOutcome(
      trace: outcome.trace, works: world.works, runs: outcome.runs(), answers: outcome.answers(),
      isStoreAlive: outcome.store.isAlive,
      fingerprint: time.fingerprint, foreignJobs: time.foreignJobs)
  }

  private struct Carried: Sendable {
    let trace: ProgramTrace
    let store: WeakStore
    /// How many there were, and how many of them have ended by now.
    let runs: @Sendable () -> (begun: Int, ended: Int)
    let answers: @Sendable () -> [Int: Int]
  }

  // Unchecked, as above.
  private struct WeakStore: @unchecked Sendable {
    weak var store: AnyObject?
    var isAlive: Bool { store != nil }
  }

  private func carryOut(
    in time: VirtualTime, _ world: ProgramWorld, on actor: isolated VirtualActor
  ) async throws -> Carried {
    let notes = Notes()
    let history = History<Root, ProgramAction>(capacity: 1_000, interval: 3)
    let store = await makeStore(
      Recorder(base: Root.reducer(program.reducer, world), notes: notes).recording(into: history),
      on: actor, faults: { notes.trace.events.append(.fault("\($0.kind)")) })
    world.send = { [unowned store] in store.send($0) }
    var trace = ProgramTrace()
    var runs: [Task<Void, any Error>] = []
    var subscriptions: [Subscription?] = []
    var readings = 0
    var saved: [Root] = []
    for step in program.steps {
      switch step {
      case .send(let action): store.send(action)
      case .sendInside(let moves, let style, let action):
        view(of: store, moves, style)?.send(action)
      case .run(let action):
        let number = runs.count
        let loan = Loan(store)
        runs.append(
          time.task { _ in
            await loan.take().run(action)
            notes.ended.insert(number)
          })
      case .cancelRun(let number): if runs.indices.contains(number) { runs[number].cancel() }
      case .wait(let duration): try await time.clock.sleep(for: .nanoseconds(duration))
      case .subscribe(let moves, let style, let projection, let sends):
        let number = subscriptions.count
        subscriptions.append(nil)
        var left = 3
        subscriptions[number] = view(of: store, moves, style)?.subscribe(projection) {
          [unowned store] value in
          notes.trace.events.append(.notified(number, value))
          guard left > 0, let sends else { return }
          left -= 1
          store.send(sends)
        }
      case .unsubscribe(let number):
        if subscriptions.indices.contains(number) { subscriptions[number] = nil }
      case .read(let moves, let projection):
        let number = readings
        readings += 1
        guard let view = view(of: store, moves, .path) else { break }
        withObservationTracking {
          _ = view.read(projection)
        } onChange: {
          notes.trace.outdated.append(number)
        }
      case .cancelEffects: store.cancelEffects()
      case .lend(let actions): store.withState { _ in for action in actions { store.send(action) } }
      case .save: saved.append(store.current)
      case .restore(let number): if saved.indices.contains(number) { store.restore(saved[number]) }
      case .goBack: try? history.goBack(in: store)
      case .goForward: try? history.goForward(in: store)
      }
      // Whatever is ready runs before time goes on.
      try await time.clock.sleep(for: .nanoseconds(1))
      let counts = store.counts
      precondition(counts.queued == 0, "\(counts.queued) actions wait while nothing is handled")
      notes.trace.state = store.current
      notes.trace.works = counts.works
      notes.trace.observers = counts.observers
      notes.trace.ended = notes.ended.sorted()
      notes.trace.outdated.sort()
      trace.steps.append(notes.trace)
      notes.trace = StepTrace()
    }
    world.send = { _ in }
    let begun = runs.count
    return Carried(
      trace: trace, store: WeakStore(store: store), runs: { (begun, notes.ended.count) },
      answers: { notes.answers })
  }

  /// A store whose effects stay in virtual time, if they take any.
  ///
  /// What stays prefers the executor of virtual time, and then the runtime has a task that has not
  /// suspended go to the end of the executor's queue (Swift 6.3.1), so that its answer is no longer
  /// reduced before `send` returns. Programs that take no time are therefore carried out as in most
  /// apps, by a store whose maker prefers nothing; and where works take time, all of them do.
  private func makeStore<R: Reducer<Root, ProgramAction>>(
    _ reducer: R, on actor: isolated VirtualActor, faults: @escaping (StoreFault) -> Void
  ) async -> Store<R> {
    guard !program.takesTime else {
      return Store(initialState: Root(id: 0), reducer: reducer, faults: faults)
    }
    // Unsafe: handed from one task on the actor to another.
    nonisolated(unsafe) var made: Store<R>?
    nonisolated(unsafe) let (reducer, faults) = (reducer, faults)
    await Task {
      _ = actor
      made = Store(initialState: Root(id: 0), reducer: reducer, faults: faults)
    }.value
    guard let made else { preconditionFailure("a task that has ended has made its store") }
    return made
  }

  private func view<R: Reducer<Root, ProgramAction>>(
    of store: Store<R>, _ moves: [Move], _ style: ScopeStyle
  ) -> (any ProgramView)? {
    var view: (any ProgramView)? = store.scope()
    for move in moves { view = view?.scope(move, style) }
    return view
  }
}

/// What came of a program, and what was left of it.
struct ProgramOutcome {
  var trace: ProgramTrace
  var works: WorkJournal
  /// How many runs there were, and how many of them have ended.
  var runs: (begun: Int, ended: Int)
  /// How often the answer with each mark was reduced.
  var answers: [Int: Int]
  var isStoreAlive: Bool
  /// Of the interleaving.
  var fingerprint: UInt64
  var foreignJobs: Int
}
