/// The work of one task of a store.
@usableFromInline
enum EffectJob<Action> {
  case work(_EffectWork<Action>)
  case stream(_EffectPlan<Action>.Body)
  /// One work of a shared queue, then the remaining ones.
  case works(WorkQueue<Action>, first: Int)
  /// Deferred work of the runner itself, with the ID of its slot.
  case other(DeferredWork)

  @usableFromInline typealias DeferredWork =
    nonisolated(nonsending) (RunningEffects.ID) async -> Void
}

extension EffectRunner {
  /// Performs a job. All its actions are delivered before it returns.
  @inlinable
  nonisolated(nonsending) func perform(_ job: EffectJob<Action>, _ id: RunningEffects.ID) async {
    do {
      switch job {
      // The runner's own work may have to end what it has begun.
      case .other(let body): await body(id)
      // Work that was cancelled before its first turn does not start.
      case _ where isCancelled(id): break
      case .work(let work):
        if let action = try await work.body() { answer(action, id) }
      case .stream(let body):
        try await body(Sender { [self] in answer($0, id, of: id) })
      case .works(let queue, let first): await perform(queue, first, id)
      }
    } catch {
      reportThrown(error, id)
    }
  }

  /// Performs a work of a shared queue and then the remaining ones.
  @inlinable
  nonisolated(nonsending) func perform(
    _ queue: WorkQueue<Action>, _ first: Int, _ id: RunningEffects.ID
  ) async {
    var next: Int? = first
    while let work = next {
      do {
        if let action = try await queue.perform(queue, work) { answer(action, id) }
      } catch {
        reportThrown(error, id)
      }
      next = queue.takeNext()
    }
  }
}
