extension Store {
  /// Sends `action` and waits until everything it caused has ended: its effects, the actions they
  /// answered, and theirs.
  ///
  /// Actions are reduced in the same order as by `send`. The effects belong to the caller's task:
  /// cancelling it cancels them at once, and those of a task that is cancelled already do not begin.
  /// What observers send meanwhile is reduced, but not waited for.
  ///
  /// - Precondition: Called on the actor that the store was made on.
  @inlinable
  public nonisolated(nonsending) func run(_ action: R.Action) async {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      // Another action is being handled, further up in this very call.
      await wait { receive(action, for: $0) }
      return
    }
    var effect = reduce(action)
    // As long as nothing may suspend there is nothing to wait for.
    while true {
      switch effect {
      case .none, .send, .run: break
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
    let run = EffectRun()
    let runner = effects
    runner.openRuns += 1
    begin(run)
    if !runner.home.hasActor() { await runner.carryOutInPlace() }
    await run.wait()
    runner.openRuns -= 1
  }
}
