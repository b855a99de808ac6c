// Work that may suspend.

extension Effect {
  /// Work that answers once.
  ///
  /// It starts on the store's executor, before `send` returns, and runs there whenever it does not
  /// call something that lives elsewhere: what it waits for decides where it waits, nothing hops
  /// because of the store. What answers without suspending is reduced before `send` returns.
  ///
  /// - Parameter work: Answers with an action, or `nil` for none. A thrown error is reported as a
  ///   `StoreFault`, except `CancellationError`. An answer after cancellation is dropped.
  @inlinable
  public static func task(
    _ work: nonisolated(nonsending) @escaping () async throws -> Action?
  ) -> Effect { .work(EffectWork(work)) }

  /// Work that answers as often as it likes; an effect that never ends is one of these.
  ///
  /// It runs where `task` does, and ends with its store, its scope, its sender's task or its
  /// identifier: the task it runs in is then cancelled.
  @inlinable
  public static func stream(
    _ body: nonisolated(nonsending) @escaping (Sender<Action>) async throws -> Void
  ) -> Effect { .later(EffectPlan(.stream(body))) }

  /// An action for each element of a sequence.
  ///
  /// - Parameters:
  ///   - elements: Iterated on the store's executor; the effect ends with it.
  ///   - transform: Makes an action of an element; `nil` for elements that nobody needs to know of.
  @inlinable
  public static func sequence<S: AsyncSequence>(
    _ elements: S, _ transform: @escaping (S.Element) -> Action?
  ) -> Effect {
    .stream { send in
      for try await element in elements {
        if let action = transform(element) { send(action) }
      }
    }
  }

  /// Reports a fault to the store's sink; for reducers, which cannot reach it.
  @inlinable
  public static func fault(_ fault: StoreFault) -> Effect {
    .later(EffectPlan(.fault(fault)))
  }
}

// Effects made of others.

extension Effect {
  /// All of them, started in this order; those that suspend run concurrently.
  ///
  /// Actions that are sent at once keep the order; the others come as they are ready.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// All of them, started in this order; those that suspend run concurrently.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect {
    switch effects.count {
    case 0: .none
    case 1: effects[0]
    default:
      .later(
        EffectPlan(
          .merge(effects), namesMembers: effects.contains { $0.namesMembers },
          depthOfParts: depth(of: effects)))
    }
  }

  /// This one, then the other; both at once if they suspend. Free when either is `none`.
  @inlinable
  public func merged(with other: Effect) -> Effect {
    // In this order: a chain of middlewares that ask for nothing is then no work at all. The other
    // way round, each of them would copy the `none` of the one before.
    if case .none = other { return self }
    if case .none = self { return other }
    return .later(
      EffectPlan(
        .both(self, other), namesMembers: namesMembers || other.namesMembers,
        depthOfParts: Swift.max(depth, other.depth)))
  }

  /// Each of them when the one before has ended, or was cancelled by its own identifier.
  ///
  /// What ends the sequence itself, an identifier around it for example, ends all of it. A part that
  /// has not begun is not in flight: `cancel(id:)` with an identifier of that part alone does nothing,
  /// and the part starts when its turn comes.
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Each of them when the one before has ended, or was cancelled by its own identifier.
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect {
    .later(
      EffectPlan(
        .concatenate(effects), namesMembers: effects.contains { $0.namesMembers },
        depthOfParts: depth(of: effects)))
  }

  @inlinable
  static func depth(of effects: [Effect]) -> UInt8 {
    effects.withUnsafeBufferPointer { effects in
      var depth: UInt8 = 0
      // In place: a copy of each effect would be counted.
      for index in effects.indices { depth = Swift.max(depth, effects[index].depth) }
      return depth
    }
  }
}

// Where an effect belongs.

extension Effect {
  /// The same effect, in a place of its own.
  ///
  /// Two rows that both use the identifier "search" do not cancel each other when each is in a scope
  /// of its own; `cancel(id: scope)` ends all that runs in it. The combinators of reducers
  /// (`scoped(state:action:)`, `forEach`, `optional`, `scoped(case:action:)`) do the like for each
  /// module that they place; a reducer that calls others by hand says it with this.
  ///
  /// - Parameter scope: The name of the place; an identifier, too.
  @inlinable
  public func scoped(to scope: some Hashable) -> Effect {
    switch self {
    case .none, .send, .run: self
    case .work, .later: placed(at: .scope(AnyHashable(scope)))
    }
  }

  @usableFromInline
  func placed(at step: EffectStep) -> Effect {
    let namesMembers = step.isMember || namesMembers
    if case .later(let plan) = self {
      // What is done at once belongs nowhere, as in `scoped(to:)`.
      if plan.isAtOnce { return self }
      // As one list, unless it would be copied at each of very many levels.
      if case .placed(let steps, let effect) = plan.step, steps.count < EffectPath.depthLimit {
        return .later(
          EffectPlan(
            .placed([step] + steps, effect), namesMembers: namesMembers,
            depthOfParts: effect.depth))
      }
    }
    return .later(
      EffectPlan(.placed([step], self), namesMembers: namesMembers, depthOfParts: depth))
  }
}

// Cancellation.

extension Effect {
  /// Cancels all that runs under an identifier, at the place of the reducer that asks for it and in
  /// whatever is placed inside; nothing happens when nothing does.
  ///
  /// Answers of these effects that wait in the store's queue are dropped. Effects that have not begun
  /// are not cancelled: those of actions that are still to be reduced, and the later parts of a
  /// `concatenate`, unless the sequence itself has the identifier.
  @inlinable
  public static func cancel(id: some Hashable) -> Effect {
    .later(EffectPlan(.cancel(AnyHashable(id))))
  }

  /// The same effect, which `cancel(id:)` ends. Several effects may share an identifier, and one
  /// effect may have several: each of them reaches it.
  ///
  /// - Parameters:
  ///   - id: Its name at the place that it is in, and in all places around that.
  ///   - cancelInFlight: Whether it first cancels what runs under the identifier: a newer search
  ///     cancels the older.
  @inlinable
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    .later(
      EffectPlan(
        .cancellable(AnyHashable(id), cancelInFlight: cancelInFlight, self),
        namesMembers: namesMembers, depthOfParts: depth))
  }
}
