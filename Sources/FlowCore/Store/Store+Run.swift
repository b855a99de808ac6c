extension Store {
  /// Sends `action` and waits until everything it caused has ended: its effects, the actions they
  /// answered, and theirs.
  ///
  /// The effects belong to the caller's task: cancelling it cancels them at once. A single piece of
  /// work is awaited where it stands, without a task of its own. What watchers send meanwhile is
  /// reduced, but not waited for.
  ///
  /// - Precondition: Called on the actor that the store was made on.
  @inlinable
  public nonisolated(nonsending) func run(_ action: R.Action) async {
    var next: R.Action? = action
    var isAnswer = false
    while let action = next {
      next = nil
      guard board.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
        // Another action is being handled, further up in this very call.
        await wait { [isAnswer] in receive(action, for: $0, isAnswer: isAnswer) }
        return
      }
      if isAnswer { reducer.willReduceAnswer(action) }
      isAnswer = true
      let effect = reduce(action)
      // Whatever watchers sent; the effect itself is handled here.
      settle(.none, for: nil)
      switch effect {
      case .none: return
      case .send(let answer): next = answer
      case .run(let work): next = work()
      case .work(let work): next = await runner.answer(of: work)
      case .later: await wait { runner.start(effect, .init(part: $0, sender: $0)) }
      }
    }
  }

  @usableFromInline
  nonisolated(nonsending) func wait(for begin: (Errand) -> Void) async {
    let errand = Errand()
    begin(errand)
    await errand.wait()
  }
}
