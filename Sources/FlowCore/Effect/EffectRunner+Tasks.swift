// Tasks of effects.

extension EffectRunner {
  /// Runs a job in a task on the store's executor, up to its first suspension.
  ///
  /// - Returns: The ID of the effect; `nil` if its run was cancelled.
  @inlinable
  @discardableResult
  func launch(_ job: EffectJob<Action>, _ context: EffectContext) -> RunningEffects.ID? {
    guard let id = open(context) else { return nil }
    guard isolation.hasActor() else {
      launchInPlace(job, id)
      return id
    }
    let actor = isolation.taskIsolation()
    assert(isIsolated(to: actor), "stopped above")
    keep(Self.callable.start(actor, self, job, id), of: id)
    return id
  }

  /// Stores the task of an effect.
  @usableFromInline
  @inline(never)
  func keep(_ task: Task<Void, Never>, of id: RunningEffects.ID) {
    // Cancelled here, because cancellation handlers may use the table again.
    if running.keep(task, of: id) { task.cancel() }
  }

  /// Takes a slot for an effect; `nil` if its run was cancelled.
  @inlinable
  func open(_ context: EffectContext) -> RunningEffects.ID? {
    if let run = context.run, run.isCancelled { return nil }
    if running.count == 0 { isolation.tasksBegin() }
    let id = running.open(context, isWork: true)
    if !context.path.isEmpty { updatePlacedStatus() }
    return id
  }

  // Only called in builds with assertions. The standard library's `assertIsolated` is also called
  // in others.
  @inlinable
  func isIsolated(to actor: any Actor) -> Bool {
    actor.preconditionIsolated("a store must be used on the actor that created it")
    return true
  }

  // MARK: - On the actor

  @inlinable
  static func start(
    on actor: isolated any Actor, _ runner: EffectRunner, _ job: EffectJob<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe: passed to a task on the same actor.
    nonisolated(unsafe) let runner = runner
    #if !OldestSystems
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        if unsafe runner.isolation.preference == nil {
          return unsafe startAtOnce(on: actor, runner, job, id)
        }
        return unsafe startPreferring(on: actor, runner, job, id)
      }
    #endif
    nonisolated(unsafe) let job = job
    return Task {
      _ = actor
      unsafe await runner.perform(job, id)
      unsafe runner.close(id)
    }
  }

  /// Starts a task for a store without an executor preference.
  // Each kind of job is written out, here and below, because a call of `perform` costs a frame and
  // two executor checks. Each has its own function, because a task keeps its frames while it is
  // suspended.
  //
  // The loops run once. If the compiler does not know that the executor preference is `nil`, the
  // task stores it and looks it up at each change of executor, which costs a third of a task and a
  // kilobyte. The compiler knows it only if the library function is inlined, which the optimiser
  // does only in loops of small functions.
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
    on actor: isolated any Actor, _ runner: EffectRunner, _ work: _EffectWork<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let (runner, work) = (runner, work)
    let isolation = unsafe runner.isolation
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          if let action = unsafe try await work.body() { unsafe runner.answer(action, id) }
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        unsafe runner.close(id)
      }
    } while isolation.startsAgain
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
    let isolation = unsafe runner.isolation
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          if let action = unsafe try await queue.perform(queue, first) {
            unsafe runner.answer(action, id)
          }
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        if let next = unsafe queue.takeNext() { unsafe await runner.perform(queue, next, id) }
        unsafe runner.close(id)
      }
    } while isolation.startsAgain
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
    let isolation = unsafe runner.isolation
    var task: Task<Void, Never>
    repeat {
      task = Task.immediate {
        _ = actor
        do {
          unsafe try await body(Sender { unsafe runner.answer($0, id, of: id) })
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        unsafe runner.close(id)
      }
    } while isolation.startsAgain
    return task
  }

  /// Starts a task for a store with an executor preference. The runtime changes to that executor as
  /// soon as a task does anything before its work.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  static func startPreferring(
    on actor: isolated any Actor, _ runner: EffectRunner, _ job: EffectJob<Action>,
    _ id: RunningEffects.ID
  ) -> Task<Void, Never> {
    // Unsafe, as above.
    nonisolated(unsafe) let runner = runner
    let preference = unsafe runner.isolation.taskExecutor
    switch job {
    case .work(let work):
      nonisolated(unsafe) let work = work
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          if let action = unsafe try await work.body() { unsafe runner.answer(action, id) }
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        unsafe runner.close(id)
      }
    case .stream(let body):
      nonisolated(unsafe) let body = body
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          unsafe try await body(Sender { unsafe runner.answer($0, id, of: id) })
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        unsafe runner.close(id)
      }
    case .works(let queue, let first):
      nonisolated(unsafe) let (queue, first) = (queue, queue.work(first))
      return Task.immediate(executorPreference: preference) {
        _ = actor
        do {
          if let action = unsafe try await first.body() { unsafe runner.answer(action, id) }
        } catch {
          unsafe runner.reportThrown(error, id)
        }
        if let next = unsafe queue.takeNext() { unsafe await runner.perform(queue, next, id) }
        unsafe runner.close(id)
      }
    case .other(let work):
      nonisolated(unsafe) let work = work
      return Task.immediate(executorPreference: preference) {
        _ = actor
        unsafe await work(id)
        unsafe runner.close(id)
      }
    }
  }

  /// `start` as a function for callers that are already on the actor.
  ///
  /// The type system cannot express this: a store is confined to its actor because it is not
  /// `Sendable`. `assumeIsolated` would call the runtime and cost a fifth of a task. The cast relies on
  /// an isolated parameter being passed as any other one; checked with Swift 6.3.1 on x86-64 Linux.
  // A struct, because a plain function would be wrapped in two closures.
  @inlinable
  static var callable: Callable { unsafe unsafeBitCast(Isolated(start: start), to: Callable.self) }

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

  // MARK: - In child tasks of the caller

  /// Leaves an effect to the `sendAndWait` that caused it, because there is no executor to start a
  /// task on.
  @usableFromInline
  @inline(never)
  func launchInPlace(_ job: EffectJob<Action>, _ id: RunningEffects.ID) {
    guard openRuns > 0 else {
      fatalError(
        "an effect that may suspend requires a store with an actor; create the store in a function on "
          + "the actor, or send with `await sendAndWait(_:)`")
    }
    inPlace.append((job, id))
  }

  /// Leaves works to the `sendAndWait` that caused them. Each can be cancelled before it starts.
  @usableFromInline
  @inline(never)
  func launchInPlace(_ queue: WorkQueue<Action>, _ context: EffectContext) {
    while let next = queue.takeNext() { launch(.work(queue.work(next)), context) }
  }

  /// Stops the program for effects that need two concurrent tasks if the store has no actor.
  @usableFromInline
  func checkIsIsolated(for effect: String) {
    guard isolation.hasActor() else {
      fatalError(
        "a \(effect) requires a store with an actor; create the store in a function on the actor")
    }
  }

  /// Performs the effects that were left to a `sendAndWait`, one after the other.
  @usableFromInline
  nonisolated(nonsending) func performInPlace() async {
    while !inPlace.isEmpty {
      // A nested call performs the effects that are added meanwhile, and not these.
      let jobs = inPlace
      inPlace = []
      for (job, id) in jobs {
        await Self.performInPlace(self, job, id, on: #isolation)
        close(id)
      }
    }
  }

  /// Performs an effect in a child task, which is cancelled with the effect or the caller's task.
  // The caller's task only waits, so that no code of the store runs in two tasks.
  private static func performInPlace(
    _ runner: EffectRunner, _ job: EffectJob<Action>, _ id: RunningEffects.ID,
    on isolation: isolated (any Actor)?
  ) async {
    let gate = SuspensionGate()
    runner.performed.append((id, gate))
    // Unsafe: passed to a task with the same isolation, during which this one waits.
    nonisolated(unsafe) let (runner, job, id) = (runner, job, id)
    await withTaskGroup(of: Void.self) { group in
      if unsafe runner.isCancelled(id) { group.cancelAll() }
      group.addTask {
        unsafe await perform(runner, job, id, on: isolation)
        gate.open()
      }
      await gate.wait()
      group.cancelAll()
    }
    unsafe runner.performed.removeAll { $0.cancellation === gate }
  }

  private static func perform(
    _ runner: EffectRunner, _ job: EffectJob<Action>, _ id: RunningEffects.ID,
    on isolation: isolated (any Actor)?
  ) async { await runner.perform(job, id) }
}
