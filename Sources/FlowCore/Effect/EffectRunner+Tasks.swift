// The tasks that effects run in.

extension EffectRunner {
  /// Runs one work in a task of its own, as below.
  // Apart, so that the commonest effect passes through no closure but its own: each costs a frame
  // and two questions to the executor.
  @inlinable
  func launch(_ work: EffectWork<Action>, _ context: Context) {
    guard let ticket = open(context) else { return }
    let task = onActor(Self.startWork)(isolation, self, work, ticket, context)
    flights.keep(task, of: ticket)
  }

  @inlinable
  static func startWork(
    on actor: isolated (any Actor)?, _ runner: EffectRunner, _ work: EffectWork<Action>,
    _ ticket: FlightTable.Ticket, _ context: Context
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, work, context) = (runner, work, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.preference) {
        _ = actor
        do {
          if let action = try await work.body() { runner.answer(action, ticket, context) }
        } catch {
          runner.reportThrown(error)
        }
        runner.close(ticket)
      }
    }
    return Task {
      _ = actor
      await runner.carryOut(work, ticket, context)
      runner.close(ticket)
    }
  }

  /// Runs one stream in a task of its own, as above.
  // Apart, because streams are what stays in flight: what lies in a task's frames while it waits is
  // kept for as long.
  @inlinable
  func launch(_ stream: EffectStream<Action>, _ context: Context) {
    guard let ticket = open(context) else { return }
    let task = onActor(Self.startStream)(isolation, self, stream, ticket, context)
    flights.keep(task, of: ticket)
  }

  @inlinable
  static func startStream(
    on actor: isolated (any Actor)?, _ runner: EffectRunner, _ stream: EffectStream<Action>,
    _ ticket: FlightTable.Ticket, _ context: Context
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, stream, context) = (runner, stream, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.preference) {
        _ = actor
        do {
          try await stream.body(Sender { runner.answer($0, ticket, context) })
        } catch {
          runner.reportThrown(error)
        }
        runner.close(ticket)
      }
    }
    return Task {
      _ = actor
      await runner.carryOut(.stream(stream.body), ticket, context)
      runner.close(ticket)
    }
  }

  @inlinable
  static func startWorks(
    on actor: isolated (any Actor)?, _ runner: EffectRunner, _ queue: WorkQueue<Action>,
    _ ticket: FlightTable.Ticket, _ context: Context
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, queue, context) = (runner, queue, context)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.preference) {
        _ = actor
        while let work = queue.popFirst() {
          do {
            if let action = try await work.body() { runner.answer(action, ticket, context) }
          } catch {
            runner.reportThrown(error)
          }
        }
        runner.close(ticket)
      }
    }
    return Task {
      _ = actor
      while let work = queue.popFirst() { await runner.carryOut(work, ticket, context) }
      runner.close(ticket)
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
        isolated (any Actor)?, EffectRunner, Subject, FlightTable.Ticket, Context
      ) -> Task<Void, Never>
  ) -> (
    (any Actor)?, EffectRunner, Subject, FlightTable.Ticket, Context
  ) -> Task<Void, Never> {
    isolation?.assertIsolated("a store is used on the actor it was made on")
    return unsafeBitCast(
      start,
      to: (((any Actor)?, EffectRunner, Subject, FlightTable.Ticket, Context)
        -> Task<Void, Never>).self)
  }

  /// Runs `body` in a task of its own, on the store's executor, until it first suspends.
  @inlinable
  func launch(
    _ context: Context, _ body: nonisolated(nonsending) @escaping (FlightTable.Ticket) async -> Void
  ) {
    guard let ticket = open(context) else { return }
    let task = onActor(Self.startBody)(isolation, self, FlightBody(body), ticket, context)
    flights.keep(task, of: ticket)
  }

  @inlinable
  static func startBody(
    on actor: isolated (any Actor)?, _ runner: EffectRunner, _ body: FlightBody,
    _ ticket: FlightTable.Ticket, _ context: Context
  ) -> Task<Void, Never> {
    // Unsafe: sent to a task on the same actor, where they stay.
    nonisolated(unsafe) let (runner, body) = (runner, body)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: runner.preference) {
        _ = actor
        await body.run(ticket)
        runner.close(ticket)
      }
    }
    return Task {
      _ = actor
      await body.run(ticket)
      runner.close(ticket)
    }
  }

  /// A slot for an effect; `nil` if whoever waits for it was cancelled.
  @inlinable
  func open(_ context: Context) -> FlightTable.Ticket? {
    if let part = context.part, part.isCancelled { return nil }
    precondition(
      isolation != nil,
      "an effect that suspends needs a store made on an actor, got one made outside any; "
        + "make it on an actor, or ask for a single `task` and send with `await run(_:)`")
    return flights.open(path: context.path, part: context.part)
  }
}

/// What an effect in flight does, given its slot.
@usableFromInline
struct FlightBody {
  @usableFromInline typealias Run = nonisolated(nonsending) (FlightTable.Ticket) async -> Void
  @usableFromInline let run: Run

  @inlinable
  init(_ run: nonisolated(nonsending) @escaping (FlightTable.Ticket) async -> Void) {
    self.run = run
  }
}
