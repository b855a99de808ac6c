/// What one task of a store carries out.
@usableFromInline
enum EffectJob<Action> {
  /// Answers once.
  case work(EffectWork<Action>)
  /// Answers as often as it likes.
  case stream(EffectPlan<Action>.Body)
  /// A work of those that tasks share, then whatever is left of them.
  case works(WorkQueue<Action>, first: Int)
  /// What the runner itself does later, given its slot.
  case other(DeferredWork)

  @usableFromInline typealias DeferredWork =
    nonisolated(nonsending) (RunningEffects.ID) async -> Void
}

extension EffectRunner {
  /// Carries out a job; everything it answers has been answered when it returns.
  @inlinable
  nonisolated(nonsending) func carryOut(_ job: EffectJob<Action>, _ id: RunningEffects.ID) async {
    do {
      switch job {
      case .work(let work):
        if let action = try await work.body() { answer(action, id) }
      case .stream(let body):
        try await body(Sender { [self] in answer($0, id) })
      case .works(let queue, let first): await carryOut(queue, first, id)
      case .other(let body): await body(id)
      }
    } catch {
      reportThrown(error)
    }
  }

  /// Carries out a work and whatever is left of those that it shares a task with.
  @inlinable
  nonisolated(nonsending) func carryOut(
    _ queue: WorkQueue<Action>, _ first: Int, _ id: RunningEffects.ID
  ) async {
    var next: Int? = first
    while let work = next {
      do {
        if let action = try await queue.carryOut(queue, work) { answer(action, id) }
      } catch {
        reportThrown(error)
      }
      next = queue.takeNext()
    }
  }
}
