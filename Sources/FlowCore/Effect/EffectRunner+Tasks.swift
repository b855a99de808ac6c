// The tasks that effects run in.

extension EffectRunner {
  /// Runs a job in a task of its own, on the store's executor, until it first suspends.
  ///
  /// - Returns: The effect, to cancel it by; `nil` if whoever waits for it was cancelled.
  @inlinable
  @discardableResult
  func launch(_ job: EffectJob<Action>, _ context: EffectContext) -> RunningEffects.ID? {
    guard let id = open(context) else { return nil }
    guard home.hasActor() else {
      launchInPlace(job, id)
      return id
    }
    let actor = home.isolation()
    assert(isIsolated(to: actor), "stopped above")
    running.keep(Self.callable.start(actor, self, job, id), of: id)
    return id
  }

  /// A slot for an effect; `nil` if whoever waits for it was cancelled.
  @inlinable
  func open(_ context: EffectContext) -> RunningEffects.ID? {
    if let run = context.run, run.isCancelled { return nil }
    if running.count == 0 { home.tasksBegin() }
    let id = running.open(context, isWork: true)
    if !context.path.isEmpty { noteVanishingParts() }
    return id
  }

  // Asked while assertions are on: the library's own `assertIsolated` is called even where they are not.
  @inlinable
  func isIsolated(to actor: any Actor) -> Bool {
    actor.preconditionIsolated("a store is used on the actor it was made on")
    return true
  }

  // MARK: - On the actor

  @inlinable
  static func start(
    on actor: isolated any Actor, _ runner: EffectRunner, _ job: EffectJob<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let runner = runner
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      if runner.home.preference == nil {
        return startAtOnce(on: actor, runner, job, id)
      }
      return startPreferring(on: actor, runner, job, id)
    }
    nonisolated(unsafe) let job = job
    return Task {
      _ = actor
      await runner.carryOut(job, id)
      runner.close(id)
    }
  }

  /// Starts a task where the maker of the store prefers no executor.
  // Each kind of job written out, here and below, though `carryOut` does the same: a call costs a frame
  // and two questions to the executor. And in a task of its own: what lies in its frames is kept as long
  // as it waits.
  //
  // In loops that run once: a preference that is not known to be `nil` while this is compiled is written
  // down, and looked up at each change of executor, which takes a third of what a task costs, and a
  // kilobyte. It is known only where the library's function is inlined, and the optimiser inlines it in
  // loops of small functions only.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  static func startAtOnce(
    on actor: isolated any Actor, _ runner: EffectRunner, _ job: EffectJob<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    switch job {
    case .work(let work): start(on: actor, runner, work, id)
    case .stream(let body): startStream(on: actor, runner, body, id)
    case .works(let queue, let first): start(on: actor, runner, queue, first, id)
    case .other: startPreferring(on: actor, runner, job, id)
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  @inline(never)
  static func start(
    on actor: isolated any Actor, _ runner: EffectRunner, _ work: EffectWork<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let (runner, work) = (runner, work)
    let home = runner.home
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          if let action = try await work.body() { runner.answer(action, id) }
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    } while home.startsAgain
    return task
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  @inline(never)
  static func start(
    on actor: isolated any Actor, _ runner: EffectRunner, _ queue: WorkQueue<Action>, _ first: Int,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let (runner, queue) = (runner, queue)
    let home = runner.home
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          if let action = try await queue.carryOut(queue, first) { runner.answer(action, id) }
        } catch {
          runner.reportThrown(error)
        }
        if let next = queue.takeNext() { await runner.carryOut(queue, next, id) }
        runner.close(id)
      }
    } while home.startsAgain
    return task
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  @inline(never)
  static func startStream(
    on actor: isolated any Actor, _ runner: EffectRunner,
    _ body: nonisolated(nonsending) @escaping (Sender<Action>) async throws -> Void,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let (runner, body) = (runner, body)
    let home = runner.home
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          try await body(Sender { runner.answer($0, id) })
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    } while home.startsAgain
    return task
  }

  /// Starts a task where the maker of the store prefers an executor: the runtime leaves for it as soon as
  /// a task does anything before its work.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  static func startPreferring(
    on actor: isolated any Actor, _ runner: EffectRunner, _ job: EffectJob<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let runner = runner
    let preference = runner.home.preference
    switch job {
    case .work(let work):
      nonisolated(unsafe) let work = work
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          if let action = try await work.body() { runner.answer(action, id) }
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    case .stream(let body):
      nonisolated(unsafe) let body = body
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          try await body(Sender { runner.answer($0, id) })
        } catch {
          runner.reportThrown(error)
        }
        runner.close(id)
      }
    case .works(let queue, let first):
      nonisolated(unsafe) let (queue, first) = (queue, queue.work(first))
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          if let action = try await first.body() { runner.answer(action, id) }
        } catch {
          runner.reportThrown(error)
        }
        if let next = queue.takeNext() { await runner.carryOut(queue, next, id) }
        runner.close(id)
      }
    case .other(let work):
      nonisolated(unsafe) let work = work
      return Task.immediate(executorPreference: preference) {
        _ = actor
        await work(id)
        runner.close(id)
      }
    }
  }

  /// `start`, for its callers, who are on the actor already.
  ///
  /// Their type cannot say so: a store is confined to the actor it was made on by not being
  /// `Sendable`. `assumeIsolated` would ask the runtime and cost a fifth of a task.
  // In a struct: by itself, a function would be wrapped in two closures on its way through.
  @inlinable
  static var callable: Callable { unsafeBitCast(Isolated(start: start), to: Callable.self) }

  @usableFromInline
  struct Isolated {
    @usableFromInline
    let start:
      (isolated any Actor, EffectRunner, EffectJob<Action>, RunningEffects.ID) -> Task<Void, Never>

    @inlinable
    init(
      start:
        @escaping (isolated any Actor, EffectRunner, EffectJob<Action>, RunningEffects.ID) ->
        Task<Void, Never>
    ) { self.start = start }
  }

  @usableFromInline
  struct Callable {
    @usableFromInline
    let start: (any Actor, EffectRunner, EffectJob<Action>, RunningEffects.ID) -> Task<Void, Never>
  }

  // MARK: - In the caller's task

  /// Leaves an effect to the `run` that caused it: outside any actor there is no executor on which a
  /// task could start.
  @usableFromInline
  func launchInPlace(_ job: EffectJob<Action>, _ id: RunningEffects.ID) {
    guard openRuns > 0 else {
      fatalError(
        "an effect that may suspend needs a store made on an actor, got one made outside any; make it "
          + "in a function on the actor, or send with `await run(_:)`")
    }
    inPlace.append {
      await self.carryOut(job, id)
      self.close(id)
    }
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
    while !inPlace.isEmpty { await inPlace.removeFirst()() }
  }
}
