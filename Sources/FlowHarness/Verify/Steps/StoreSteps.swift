public import Workloads

/// What a verification asks the store of a trial, an action at a time.
///
/// Compiled once for each feature, over the calls that its loops have anyway: nothing here is
/// measured.
@MainActor
@usableFromInline
package struct StoreSteps {
  /// Hands over the first action of the batch, and waits for `send` to return.
  package let send: @MainActor () async -> Void
  /// Whether work that the last `send` began is still going on; `nil` for a store where none can.
  package let isBusy: (@MainActor () -> Bool)?
  /// Returns when all that was begun has ended; `nil` as above.
  package let settle: (@MainActor () async -> Void)?
  /// Brings the state to where it can be read.
  package let collect: @MainActor () async -> Void
  /// What reads the state and subscribes to it.
  package let reader: StoreReader

  /// The steps of a synchronous store.
  @usableFromInline
  init<F: Feature>(_ batch: ActionBatch<F>, _ loops: StoreLoops<F>) {
    let calls = loops.calls
    send = { calls.send(batch.actions[0]) }
    isBusy = calls.isBusy
    settle = calls.settle
    collect = {}
    reader = loops.reader
  }

  /// The steps of a store whose `send` suspends.
  @usableFromInline
  init<F: Feature>(_ batch: ActionBatch<F>, _ loops: SuspendingLoops<F>) {
    send = { await loops.calls.send(batch.actions[0]) }
    isBusy = nil
    settle = nil
    collect = { await loops.collect() }
    reader = loops.reader
  }
}
