internal import FlowCore
internal import FlowTesting

/// A program carried out by a store.
struct ProgramRun {
  let program: Program

  /// Notes what is reduced.
  private struct Recorder: TransparentReducer {
    typealias State = Root
    typealias Action = ProgramAction

    let base: ErasedReducer<Root>
    let world: ProgramWorld
    let notes: ProgramNotes

    func reduce(into state: inout Root, action: ProgramAction) -> Effect<ProgramAction> {
      notes.trace.events.append(.reduced(action, isAnswer: notes.isAnswer))
      notes.isAnswer = false
      notes.reductions += 1
      if let token = action.token { notes.answers[token, default: 0] += 1 }
      world.isAsking = true
      let effect = base.reduce(into: &state, action: action)
      world.isAsking = false
      return notes.reductions > Program.maxEffects ? .none : effect
    }

    func willReduceAnswer(_ action: ProgramAction) {
      notes.isAnswer = true
      base.willReduceAnswer(action)
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
    let world = ProgramWorld(program, clock: time.clock, isApart: order == .firstInFirstOut)
    world.works.isMarking = order == .seeded
    let outcome = try time.run { actor in
      try await ProgramRun(program: program).carryOut(in: time, world, on: actor)
    }
    time.run()
    return ProgramOutcome(
      trace: outcome.trace, works: world.works, runs: outcome.runs(),
      iterations: outcome.iterations(), answers: outcome.answers(),
      isStoreAlive: outcome.store.isAlive,
      fingerprint: time.fingerprint, foreignJobs: time.foreignJobs)
  }

  private struct Carried: Sendable {
    let trace: ProgramTrace
    let store: WeakStore
    /// How many there were, and how many of them have ended by now.
    let runs: @Sendable () -> (begun: Int, ended: Int)
    let iterations: @Sendable () -> (begun: Int, ended: Int)
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
    let notes = ProgramNotes()
    let history = History<Root, ProgramAction>(
      capacity: program.history.capacity, interval: program.history.interval)
    let recorder = Recorder(
      base: Root.reducer(program.reducer, world), world: world, notes: notes)
    let store = await makeStore(
      ProbingReducer(base: recorder.recording(into: history), probes: world.probes), on: actor,
      faults: { notes.trace.events.append(.fault("\($0.kind)")) })
    world.send = { [unowned store] in store.send($0) }
    world.probes.sending = { [weak store] in store?.send($0) }
    world.probes.waiting = { [weak store] in store?.counts.queued ?? 0 }
    world.probes.report = { notes.trace.events.append(.fault($0)) }
    world.log = { notes.trace.events.append(.logged($0, $1)) }
    let driver = ProgramDriver(store, history, notes, time)
    var trace = ProgramTrace()
    for step in program.steps {
      if case .wait(let duration) = step {
        try await time.clock.sleep(for: .nanoseconds(duration))
      } else {
        try driver.carryOut(step)
      }
      // Whatever is ready runs before time goes on.
      try await time.clock.sleep(for: .nanoseconds(1))
      trace.steps.append(driver.takeTrace())
    }
    world.send = { _ in }
    let (runs, iterations) = driver.begun
    return Carried(
      trace: trace, store: WeakStore(store: store), runs: { (runs, notes.ended.count) },
      iterations: { (iterations, notes.endedIterations) }, answers: { notes.answers })
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
}

/// What came of a program, and what was left of it.
struct ProgramOutcome {
  var trace: ProgramTrace
  var works: WorkJournal
  /// How many runs there were, and how many of them have ended.
  var runs: (begun: Int, ended: Int)
  /// The same of iterations.
  var iterations: (begun: Int, ended: Int)
  /// How often the answer with each mark was reduced.
  var answers: [Int: Int]
  var isStoreAlive: Bool
  /// Of the interleaving.
  var fingerprint: UInt64
  var foreignJobs: Int

  /// What should have ended, and has not; `nil` if all has.
  var remains: String? {
    if isStoreAlive { return "the store is alive after everything has ended" }
    if runs.ended != runs.begun { return "\(runs.begun - runs.ended) runs have not ended" }
    guard iterations.ended != iterations.begun else { return nil }
    return "\(iterations.begun - iterations.ended) iterations have not ended"
  }
}
