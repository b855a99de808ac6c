// The tasks that effects run in.

extension EffectRunner {
  /// Runs one work in a task of its own, as below.
  // Apart, so that the commonest effect passes through no closure but its own: each costs a frame
  // and two questions to the executor.
  @inlinable
  func launch(_ work: EffectWork<Action>, _ context: EffectContext) {
    guard let id = open(context) else { return }
    guard home.hasActor() else {
      launchInPlace(id) { id in await self.carryOut(work, id, context) }
      return
    }
    let task = onActor(Self.startWork)(home.isolation(), self, work, id, context)
    running.keep(task, of: id)
  }

  @inlinable
  static func startWork(
    on actor: isolated any Actor, _ runner: EffectRunner, _ work: EffectWork<Action>,
    _ id: RunningEffects.ID, _ context: EffectContext
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, work, context) = (runner, work, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.home.preference) {
        _ = actor
        do {
          if let action = try await work.body() { runner.answer(action, id, context) }
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    }
    return Task {
      _ = actor
      await runner.carryOut(work, id, context)
      runner.close(id)
    }
  }

  /// Runs one stream in a task of its own, as above.
  // Apart, because streams are what stays in flight: what lies in a task's frames while it waits is
  // kept for as long.
  @inlinable
  func launch(_ stream: EffectStream<Action>, _ context: EffectContext) {
    guard let id = open(context) else { return }
    guard home.hasActor() else {
      launchInPlace(id) { id in await self.carryOut(stream, id, context) }
      return
    }
    let task = onActor(Self.startStream)(home.isolation(), self, stream, id, context)
    running.keep(task, of: id)
  }

  @inlinable
  static func startStream(
    on actor: isolated any Actor, _ runner: EffectRunner, _ stream: EffectStream<Action>,
    _ id: RunningEffects.ID, _ context: EffectContext
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, stream, context) = (runner, stream, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.home.preference) {
        _ = actor
        do {
          try await stream.body(Sender { runner.answer($0, id, context) })
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    }
    return Task {
      _ = actor
      await runner.carryOut(stream, id, context)
      runner.close(id)
    }
  }

  @inlinable
  static func startWorks(
    on actor: isolated any Actor, _ runner: EffectRunner, _ works: SharedWorks<Action>,
    _ id: RunningEffects.ID, _ context: EffectContext
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, first, works, context) = (runner, works.first, works, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.home.preference) {
        _ = actor
        // The first one before all else, as above: where the maker of the store prefers an executor,
        // the runtime leaves for it as soon as the task does anything of its own.
        do {
          if let action = try await first.body() { runner.answer(action, id, context) }
        } catch {
          runner.reportThrown(error)
        }
        while let work = works.queue.popFirst() {
          do {
            if let action = try await work.body() { runner.answer(action, id, context) }
          } catch {
            runner.reportThrown(error)
          }
        }
        runner.close(id)
      }
    }
    return Task {
      _ = actor
      await runner.carryOut(works, id, context)
      runner.close(id)
    }
  }

  /// A function that is isolated to the store's actor, for its callers, who are there already.
  ///
  /// Their type cannot say so: a store is confined to the actor it was made on by not being
  /// `Sendable`. `assumeIsolated` would ask the runtime and cost a fifth of a task.
  @inlinable
  func onActor<Subject>(
    _ start:
      @escaping (
        isolated any Actor, EffectRunner, Subject, RunningEffects.ID, EffectContext
      ) -> Task<Void, Never>
  ) -> (
    any Actor, EffectRunner, Subject, RunningEffects.ID, EffectContext
  ) -> Task<Void, Never> {
    home.isolation().assertIsolated("a store is used on the actor it was made on")
    return unsafeBitCast(
      start,
      to: ((any Actor, EffectRunner, Subject, RunningEffects.ID, EffectContext)
        -> Task<Void, Never>).self)
  }

  /// Runs `body` in a task of its own, on the store's executor, until it first suspends.
  ///
  /// - Returns: The effect, to cancel it by; `nil` if whoever waits for it was cancelled.
  @usableFromInline
  @discardableResult
  func launch(
    _ context: EffectContext,
    _ body: nonisolated(nonsending) @escaping (RunningEffects.ID) async -> Void
  ) -> RunningEffects.ID? {
    guard let id = open(context) else { return nil }
    guard home.hasActor() else {
      launchInPlace(id, body)
      return id
    }
    let task = onActor(Self.startBody)(home.isolation(), self, EffectBody(id, body), id, context)
    running.keep(task, of: id)
    return id
  }

  @inlinable
  static func startBody(
    on actor: isolated any Actor, _ runner: EffectRunner, _ body: EffectBody,
    _ id: RunningEffects.ID, _ context: EffectContext
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, body) = (runner, body)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.home.preference) {
        _ = actor
        await body.run(id)
        runner.close(id)
      }
    }
    return Task {
      _ = actor
      await body.run(id)
      runner.close(id)
    }
  }

  /// A slot for an effect; `nil` if whoever waits for it was cancelled.
  @inlinable
  func open(_ context: EffectContext) -> RunningEffects.ID? {
    if let run = context.run, run.isCancelled { return nil }
    let id = running.open(context, isWork: true)
    noteVanishingParts()
    return id
  }

  // MARK: - In the caller's task

  /// Leaves an effect to the `run` that caused it: outside any actor there is no executor on which a
  /// task could start.
  @usableFromInline
  func launchInPlace(
    _ id: RunningEffects.ID,
    _ body: nonisolated(nonsending) @escaping (RunningEffects.ID) async -> Void
  ) {
    guard openRuns > 0 else {
      fatalError(
        "an effect that may suspend needs a store made on an actor, got one made outside any; make it "
          + "in a function on the actor, or send with `await run(_:)`")
    }
    inPlace.append(EffectBody(id, body))
  }

  /// Stops the program for effects that are two things at the same time, where no task can start.
  @usableFromInline
  func checkIsIsolated(for effect: String) {
    guard home.hasActor() else {
      fatalError(
        "a \(effect) needs a store made on an actor, got one made outside any; make it in a function "
          + "on the actor")
    }
  }

  /// Carries out what was left to a `run`, and what comes of it, one after the other.
  @usableFromInline
  nonisolated(nonsending) func carryOutInPlace() async {
    while !inPlace.isEmpty {
      let body = inPlace.removeFirst()
      await body.run(body.id)
      close(body.id)
    }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ work: EffectWork<Action>, _ id: RunningEffects.ID, _ context: EffectContext
  ) async {
    do {
      if let action = try await work.body() { answer(action, id, context) }
    } catch {
      reportThrown(error)
    }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ works: SharedWorks<Action>, _ id: RunningEffects.ID, _ context: EffectContext
  ) async {
    await carryOut(works.first, id, context)
    while let work = works.queue.popFirst() { await carryOut(work, id, context) }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ stream: EffectStream<Action>, _ id: RunningEffects.ID, _ context: EffectContext
  ) async {
    let sender = Sender<Action> { [self] in answer($0, id, context) }
    do {
      try await stream.body(sender)
    } catch {
      reportThrown(error)
    }
  }
}

/// What an effect does, given its slot.
@usableFromInline
struct EffectBody {
  @usableFromInline typealias Run = nonisolated(nonsending) (RunningEffects.ID) async -> Void
  @usableFromInline let id: RunningEffects.ID
  @usableFromInline let run: Run

  @usableFromInline
  init(
    _ id: RunningEffects.ID,
    _ run: nonisolated(nonsending) @escaping (RunningEffects.ID) async -> Void
  ) {
    self.id = id
    self.run = run
  }
}
