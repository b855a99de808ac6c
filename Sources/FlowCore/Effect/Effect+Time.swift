// Effects that wait on a clock.

extension Effect {
  /// Delays the effect until the specified duration has passed without another effect with the same
  /// identifier.
  ///
  /// If the clock throws an error other than `CancellationError`, the store reports a `StoreFault`
  /// and starts the effect.
  ///
  /// - Parameters:
  ///   - id: The identifier. A new effect cancels the waiting one, and `cancel(id:)` cancels both
  ///     the wait and the effect.
  ///   - duration: The time without another effect.
  ///   - clock: The clock that measures the time. In a test, pass a `ManualClock`.
  @inlinable
  public func debounced<C: Clock>(
    id: some Hashable, for duration: C.Duration, clock: C
  ) -> Effect {
    Effect.concatenate(.delay(for: duration, clock: clock), self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Starts the effect immediately and no other effect with the same identifier during the
  /// specified duration.
  ///
  /// The interval counts as an effect in flight, but `Store.sendAndWait` does not wait for it. In
  /// a test, advance the clock past the interval or call `skipEffects()` before `finish()`.
  ///
  /// An effect that waits for the end of the interval runs with the task-local values and the
  /// priority of the task that sent its own action.
  ///
  /// If the clock throws an error other than `CancellationError`, the store reports a `StoreFault`,
  /// ends the interval and drops the waiting effect.
  ///
  /// - Parameters:
  ///   - id: The identifier that effects of one interval share.
  ///   - duration: The length of the interval.
  ///   - clock: The clock that measures the interval.
  ///   - latest: Pass `true` to run the last effect of an interval at its end, which starts another
  ///     interval. Pass `false` to drop all effects of the interval.
  /// - Precondition: The store has an actor.
  @inlinable
  public func throttled<C: Clock>(
    id: some Hashable, for duration: C.Duration, clock: C, latest: Bool = true
  ) -> Effect {
    let sleep = _EffectPlan<Action>.sleep(duration, clock)
    return .later(
      _EffectPlan(around: self) {
        .throttle(AnyHashable(id), sleep, latest: latest, count: $0)
      })
  }

  /// Cancels the effect if it does not end within the specified duration.
  ///
  /// If the clock throws an error other than `CancellationError`, the store reports a `StoreFault`,
  /// and the effect continues without a limit.
  ///
  /// - Parameters:
  ///   - duration: The maximum duration, from the start of the effect.
  ///   - clock: The clock that measures the duration.
  ///   - answer: The action to send if the effect times out.
  /// - Precondition: The store has an actor.
  @inlinable
  public func timeout<C: Clock>(
    after duration: C.Duration, clock: C, answer: Action? = nil
  ) -> Effect {
    let sleep = _EffectPlan<Action>.sleep(duration, clock)
    return .later(_EffectPlan(around: self) { .timeout(sleep, answer: answer, count: $0) })
  }

  /// Returns an effect that only waits, for use in `concatenate`.
  ///
  /// If the clock throws an error other than `CancellationError`, the store reports a `StoreFault`,
  /// and the wait ends.
  @inlinable
  public static func delay<C: Clock>(for duration: C.Duration, clock: C) -> Effect {
    let sleep = _EffectPlan<Action>.sleep(duration, clock)
    return .run { _ in try await sleep() }
  }
}

extension _EffectPlan {
  @inlinable
  static func sleep<C: Clock>(_ duration: C.Duration, _ clock: C) -> Sleep {
    { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
  }
}
