// Effects that wait, on a clock that the reducer was given.

extension Effect {
  /// The effect, once nobody has asked for another under the identifier for so long.
  ///
  /// - Parameters:
  ///   - id: What waits under it is cancelled; `cancel(id:)` ends the waiting and the effect.
  ///   - duration: How long it must be quiet.
  ///   - clock: Whose time it is; a test gives one it moves by hand.
  @inlinable
  public func debounced<C: Clock>(
    id: some Hashable, for duration: C.Duration, clock: C
  ) -> Effect {
    Effect.concatenate(.delay(for: duration, clock: clock), self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// The effect at once, and no other under the identifier for so long.
  ///
  /// The interval counts as an effect in flight until it is over, although `Store.run` does not wait
  /// for it. A test therefore moves its clock past the interval, or calls `skipEffects()`, before
  /// `finish()`.
  ///
  /// An effect that waits for the end of the interval runs with the task-local values and the priority
  /// of the task that sent its own action, not of the one that opened the interval.
  ///
  /// - Parameters:
  ///   - id: Who shares it shares the quiet time.
  ///   - duration: How long the quiet time is.
  ///   - clock: Whose time it is.
  ///   - latest: Whether the last effect asked for in the quiet time runs when it is over, which
  ///     begins another; else all of them are dropped.
  @inlinable
  public func throttled<C: Clock>(
    id: some Hashable, for duration: C.Duration, clock: C, latest: Bool = true
  ) -> Effect {
    let sleep = EffectPlan<Action>.sleep(duration, clock)
    return .later(
      EffectPlan(
        .throttle(AnyHashable(id), sleep, latest: latest, self), namesMembers: namesMembers,
        depthOfParts: depth))
  }

  /// The effect, cancelled when it has not ended after so long.
  ///
  /// - Parameters:
  ///   - duration: How long it may take, from its start.
  ///   - clock: Whose time it is.
  ///   - answer: Sent when it was cancelled for that.
  @inlinable
  public func timeout<C: Clock>(
    after duration: C.Duration, clock: C, answer: Action? = nil
  ) -> Effect {
    let sleep = EffectPlan<Action>.sleep(duration, clock)
    return .later(
      EffectPlan(
        .timeout(sleep, answer: answer, self), namesMembers: namesMembers, depthOfParts: depth))
  }

  /// Nothing, for so long: the first part of a `concatenate`.
  @inlinable
  public static func delay<C: Clock>(for duration: C.Duration, clock: C) -> Effect {
    .later(EffectPlan(.delay(EffectPlan<Action>.sleep(duration, clock))))
  }
}

extension EffectPlan {
  @inlinable
  static func sleep<C: Clock>(_ duration: C.Duration, _ clock: C) -> Sleep {
    { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
  }
}
