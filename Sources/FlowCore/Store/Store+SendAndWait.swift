extension Store {
  /// Sends an action and waits until everything that it causes has ended: its effects, the actions
  /// that they send, and the effects of those.
  ///
  /// Actions are reduced in the same order as with `send`. If the caller's task is cancelled, the
  /// effects are cancelled at once, and no further ones start. Actions that observers send
  /// meanwhile are reduced but not waited for.
  ///
  /// - Precondition: Called on the actor that created the store.
  @inlinable
  public nonisolated(nonsending) func sendAndWait(_ action: R.Action) async {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      // This call is nested in the handling of another action.
      await wait { receive(action, for: $0) }
      return
    }
    var effect = reduce(action)
    // No wait is necessary as long as no effect may suspend.
    while true {
      switch effect {
      case .none, .send, .perform: break
      case .work, .later:
        await wait { settle(effect, for: $0) }
        return
      }
      guard let action = effect.answerAtOnce() else {
        settle(.none, for: nil)
        return
      }
      guard core.pointee.status.isDisjoint(with: [.queued, .placed]) else {
        await wait { settle(.send(action), for: $0) }
        return
      }
      reducer.willReduceAnswer(action)
      effect = reduce(action)
    }
  }

  @usableFromInline
  nonisolated(nonsending) func wait(for begin: (EffectRun) -> Void) async {
    let runner = effects
    let run = runner.takeRun()
    runner.openRuns += 1
    begin(run)
    if !runner.isolation.hasActor() { await runner.performInPlace() }
    await run.wait()
    runner.openRuns -= 1
    runner.endedRun = run
  }
}
