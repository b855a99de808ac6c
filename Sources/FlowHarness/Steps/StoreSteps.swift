public import Workloads

/// The calls of a verification to the store of a trial, one action at a time.
///
/// They are not measured, so they are compiled once for each feature.
@MainActor
@usableFromInline
package struct StoreSteps {
  /// Sends the first action of the batch.
  package let send: @MainActor () async -> Void
  /// Returns a Boolean value that indicates whether work of the last `send` is in progress; `nil`
  /// for a store that is never busy after `send`.
  package let isBusy: (@MainActor () -> Bool)?
  /// Waits until this work has ended; `nil` as for `isBusy`.
  package let settle: (@MainActor () async -> Void)?
  /// Makes the state available to the reader.
  package let collect: @MainActor () async -> Void
  /// Reads the state and subscribes to it.
  package let reader: StoreReader

  /// Creates the steps of a synchronous store.
  @usableFromInline
  init<F: Feature>(_ batch: ActionBatch<F>, _ loops: StoreLoops<F>) {
    let calls = loops.calls
    send = { calls.send(batch.actions[0]) }
    isBusy = calls.isBusy
    settle = calls.settle
    collect = {}
    reader = loops.reader
  }

  /// Creates the steps of a store whose `send` suspends.
  @usableFromInline
  init<F: Feature>(_ batch: ActionBatch<F>, _ loops: SuspendingLoops<F>) {
    send = { await loops.calls.send(batch.actions[0]) }
    isBusy = nil
    settle = nil
    collect = { await loops.collect() }
    reader = loops.reader
  }
}
