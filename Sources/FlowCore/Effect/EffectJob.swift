/// What one task of a store carries out.
@usableFromInline
enum EffectJob<Action> {
  /// Answers once.
  case work(EffectWork<Action>)
  /// Answers as often as it likes.
  case stream(EffectPlan<Action>.Body)
  /// The work that is the task's own, then whatever is left of those that tasks share.
  case works(EffectWork<Action>, WorkQueue<Action>)
  /// What the runner itself does later, given its slot.
  case other(DeferredWork)

  @usableFromInline typealias DeferredWork =
    nonisolated(nonsending) (RunningEffects.ID) async -> Void
}

extension EffectRunner {
  /// Carries out a job; everything it answers has been answered when it returns.
  @inlinable
  nonisolated(nonsending) func carryOut(
    _ job: EffectJob<Action>, _ id: RunningEffects.ID, _ context: EffectContext
  ) async {
    do {
      switch job {
      case .work(let work):
        if let action = try await work.body() { answer(action, id, context) }
      case .stream(let body):
        try await body(Sender { [self] in answer($0, id, context) })
      case .works(let first, let queue):
        var work: EffectWork<Action>? = first
        while let next = work {
          await carryOut(.work(next), id, context)
          work = queue.popFirst()
        }
      case .other(let body): await body(id)
      }
    } catch {
      reportThrown(error)
    }
  }
}
