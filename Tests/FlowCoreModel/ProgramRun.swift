internal import FlowCore
internal import FlowTesting

/// Runs programs on stores.
struct ProgramRun {
  let program: Program

  /// Records the reduced actions.
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

  /// Runs the program in a new virtual time.
  ///
  /// - Parameters:
  ///   - seed: The seed for the choice between ready jobs.
  ///   - order: The order of ready jobs.
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
    /// Returns the numbers of started and ended runs.
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
      // All ready jobs run before time advances.
      try await time.clock.sleep(for: .nanoseconds(1))
      trace.steps.append(driver.takeTrace())
    }
    world.send = { _ in }
    let (runs, iterations) = driver.begun
    return Carried(
      trace: trace, store: WeakStore(store: store), runs: { (runs, notes.ended.count) },
      iterations: { (iterations, notes.endedIterations) }, answers: { notes.answers })
  }

  /// Creates a store whose effects stay in virtual time if they take time.
  ///
  /// Tasks in virtual time have an executor preference. The runtime then moves a task that has not
  /// suspended to the end of the executor's queue (Swift 6.3.1), so its action is not reduced
  /// before `send` returns. Programs that take no time therefore use a store without a preference,
  /// as most apps do. If works take time, all of them do.
  private func makeStore<R: Reducer<Root, ProgramAction>>(
    _ reducer: R, on actor: isolated VirtualActor, faults: @escaping (StoreFault) -> Void
  ) async -> Store<R> {
    guard !program.takesTime else {
      return Store(initialState: Root(id: 0), reducer: reducer, faults: faults)
    }
    // Unsafe: passed from one task on the actor to another.
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

/// The result of a program and its remains.
struct ProgramOutcome {
  var trace: ProgramTrace
  var works: WorkJournal
  /// The numbers of started and ended runs.
  var runs: (begun: Int, ended: Int)
  /// The numbers of started and ended iterations.
  var iterations: (begun: Int, ended: Int)
  /// The number of reductions of the action with each mark.
  var answers: [Int: Int]
  var isStoreAlive: Bool
  /// The fingerprint of the interleaving.
  var fingerprint: UInt64
  var foreignJobs: Int

  /// A description of effects that should have ended; `nil` if all have.
  var remains: String? {
    if isStoreAlive { return "the store is alive after everything has ended" }
    if runs.ended != runs.begun { return "\(runs.begun - runs.ended) runs have not ended" }
    guard iterations.ended != iterations.begun else { return nil }
    return "\(iterations.begun - iterations.ended) iterations have not ended"
  }
}
