// Effects that may suspend.

extension Effect {
  /// Returns an effect that runs asynchronous work and sends at most one action.
  ///
  /// On macOS 26, iOS 26 and Linux, the work starts on the store's executor before `send` returns.
  /// An action that it returns without suspending is then reduced before `send` returns. On earlier
  /// systems, the work starts at the next turn of the store's actor. It leaves the executor only to
  /// call code that is isolated elsewhere.
  ///
  /// - Parameter work: A closure that returns the next action, or `nil`. The store reports errors
  ///   that it throws as a `StoreFault`, except `CancellationError`. The result of a cancelled
  ///   effect is ignored.
  @inlinable
  public static func task(
    _ work: nonisolated(nonsending) @escaping () async throws -> Action?
  ) -> Effect { .work(_EffectWork(work)) }

  /// Returns an effect that runs asynchronous work, which may send any number of actions and may
  /// run forever.
  ///
  /// The body runs where the work of `task(_:)` runs. Its task is cancelled when the store is
  /// released, its part is removed, the sender's task is cancelled, or `cancel(id:)` is called with
  /// its identifier.
  ///
  /// - Parameter body: A closure that sends actions. The store reports errors that it throws as a
  ///   `StoreFault`, except `CancellationError`.
  @inlinable
  public static func run(
    _ body: nonisolated(nonsending) @escaping (Sender<Action>) async throws -> Void
  ) -> Effect { .later(_EffectPlan(.stream(body))) }

  /// Returns an effect that sends an action for each element of a sequence.
  ///
  /// - Parameters:
  ///   - elements: The sequence, which is iterated on the store's executor. The effect ends with
  ///     it. The store reports errors that it throws as a `StoreFault`, except `CancellationError`.
  ///   - transform: A closure that returns the action for an element, or `nil` to ignore it.
  @inlinable
  public static func sequence<S: AsyncSequence>(
    _ elements: S, _ transform: @escaping (S.Element) -> Action?
  ) -> Effect {
    .run { send in
      for try await element in elements {
        if let action = transform(element) { send(action) }
      }
    }
  }

  /// Returns an effect that reports a fault to the store's fault handler.
  @inlinable
  public static func fault(_ fault: StoreFault) -> Effect {
    .later(_EffectPlan(.control(.fault(fault))))
  }
}

// Combining effects.

extension Effect {
  /// Returns an effect that starts all effects in order. Those that suspend run concurrently.
  ///
  /// Actions that are available without suspension keep this order.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Returns an effect that starts all effects in order. Those that suspend run concurrently.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect {
    effects.count == 1 ? effects[0] : _EffectPlan(merging: effects).effect
  }

  /// Returns an effect that starts this effect and then another one, without waiting in between.
  ///
  /// The result costs nothing if either effect is `none`.
  @inlinable
  public func merged(with other: Effect) -> Effect {
    // In this order, a chain of middlewares that return `none` does no work. In the other order,
    // each of them would copy the previous `none`.
    if case .none = other { return self }
    if case .none = self { return other }
    return .later(_EffectPlan(merging: self, other))
  }

  /// Returns an effect that starts each effect when the previous one has ended or was cancelled by
  /// its own identifier.
  ///
  /// If the sequence itself is cancelled, for example by an identifier around it, no further effect
  /// starts. An effect that has not started is not in flight: `cancel(id:)` with only its own
  /// identifier does not affect it.
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Returns an effect that starts each effect when the previous one has ended or was cancelled by
  /// its own identifier.
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect {
    _EffectPlan(sequence: effects).effect
  }
}

// Namespaces.

extension Effect {
  /// Returns the effect with its identifiers in a namespace of their own.
  ///
  /// Two rows that both use the identifier "search" do not cancel each other's effects if each has
  /// its own namespace. `cancel(id: name)` cancels all effects of the namespace. The reducer
  /// combinators (`scoped(state:action:)`, `forEach`, `optional`, `scoped(case:action:)`) do this
  /// for their children. Call this method in a reducer that calls other reducers itself.
  ///
  /// - Parameter name: The name of the namespace, which is also an identifier.
  @inlinable
  public func namespaced(_ name: some Hashable) -> Effect {
    switch self {
    case .none, .send, .perform: self
    case .work, .later: placed(at: .scope(AnyHashable(name)))
    }
  }

  @inlinable
  @inline(never)
  func placed(at place: EffectStep, cancelsInFlight: Bool = false) -> Effect {
    guard case .later(let plan) = self else {
      return .later(
        _EffectPlan(around: self) {
          .inside([place], cancelling: cancelsInFlight ? 1 : 0, count: $0)
        })
    }
    // An immediate effect has no namespace, as in `namespaced(_:)`. It may have a part that disappears
    // before its action is reduced.
    switch place {
    case .scope, .part: if plan.only != nil { return self }
    case .identifier, .member: break
    }
    return .later(plan.placed(at: place, cancelsInFlight: cancelsInFlight))
  }
}

// Cancellation.

extension Effect {
  /// Returns an effect that cancels all effects with the specified identifier, in the namespace of
  /// the reducer that returns it and in all namespaces inside it.
  ///
  /// Actions of these effects that wait in the store's queue are dropped. An effect that has ended
  /// is not cancelled, and its queued actions are reduced. Effects that have not started are not
  /// cancelled: those of actions that are still queued, and later effects of a `concatenate` that
  /// does not have the identifier itself.
  @inlinable
  public static func cancel(id: some Hashable) -> Effect {
    .later(_EffectPlan(.control(.cancel(AnyHashable(id)))))
  }

  /// Returns the effect with an identifier by which `cancel(id:)` cancels it.
  ///
  /// Several effects may share an identifier, and an effect may have several.
  ///
  /// - Parameters:
  ///   - id: The identifier, valid in the namespace of the effect and in all namespaces around it.
  ///   - cancelInFlight: Pass `true` to cancel running effects with the identifier first, as a new
  ///     search cancels the previous one.
  @inlinable
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    placed(at: .identifier(AnyHashable(id)), cancelsInFlight: cancelInFlight)
  }
}
