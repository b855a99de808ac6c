public import Workloads

// The loops of a load, written as those of `Loops/FeatureLoops.swift`: compiled once for each
// feature, because reading the clock for each action costs more than a call.

/// Sends actions at their intended starts to a store whose work is done when `send` returns, or
/// that reports when it is.
///
/// - Returns: `true` if the load continues when the store is done; `false` at its end.
@inlinable
@inline(never)
@MainActor
func sendLoad<F: Feature>(
  _ load: UnsafeMutablePointer<LoadState<F>>, into store: StoreCalls<F>
) -> Bool {
  load.pointee.resume()
  while let action = load.pointee.next() {
    load.pointee.begin()
    store.send(action)
    if let isBusy = store.isBusy, isBusy() {
      load.pointee.deferEnd()
      return true
    }
    load.pointee.finish()
  }
  return false
}

/// As `sendLoad`, for a store whose `send` suspends until all caused work is done.
@inlinable
@inline(never)
func sendLoadSuspending<F: Feature>(
  _ load: UnsafeMutablePointer<LoadState<F>>, into store: SuspendingCalls<F>,
  on isolation: isolated (any Actor)? = #isolation
) async {
  while let action = load.pointee.next() {
    load.pointee.begin()
    await store.send(action)
    load.pointee.finish()
  }
}

/// As `sendLoad`, for stores that accept actions on any executor, away from the main actor.
@concurrent
@inlinable
@inline(never)
func sendLoadConcurrently<F: Feature>(
  _ load: UnsafeMutablePointer<LoadState<F>>, into store: SuspendingCalls<F>
) async {
  while let action = load.pointee.next() {
    load.pointee.begin()
    await store.send(action)
    load.pointee.finish()
  }
}

// The loops of a load with a service, whose sender does not wait for effects; written as those of
// `Loops/Loops.swift`.

/// Sends actions at their intended starts to a store whose `send` returns before effects end.
@inlinable
@inline(never)
func sendEffectLoad<S: SynchronousStore>(
  _ load: UnsafeMutablePointer<EffectLoadState<S.F>>, into store: UnsafeMutablePointer<S>,
  on isolation: isolated (any Actor)? = #isolation
) async where S.F: ServedFeature {
  let service = load.pointee.service
  while await load.pointee.comes() {
    store.pointee.send(load.pointee.action())
    service.sent()
  }
  await service.drain(untilNs: load.pointee.endNs)
}

/// As `sendEffectLoad`, for a store whose `send` suspends until all caused work is done: each
/// action is awaited in a task of its own, as in a view. A newer task cancels the older one of its
/// kind.
@inlinable
@inline(never)
@MainActor
func sendEffectLoadSuspending<S: SuspendingStore>(
  _ load: UnsafeMutablePointer<EffectLoadState<S.F>>, into store: S
) async where S.F: ServedFeature {
  let service = load.pointee.service
  while await load.pointee.comes() {
    let action = load.pointee.action()
    let task = Task { await store.send(action) }
    load.pointee.cancelOlder(than: action, task)
    service.sent()
  }
  await service.drain(untilNs: load.pointee.endNs)
}

// The loops of workers, written as those of `Loops/Loops.swift`: generic functions that are
// specialised where a store's type is named.

/// Sends actions one after the other from the calling thread.
@inlinable
@inline(never)
func sendFromThread<S: BlockingSharedStore>(
  _ worker: WorkerState, to stores: [S], until gate: WorkerGate
) {
  var sent = worker.sent
  let limit = worker.limit
  while sent < limit, !gate.isClosed {
    let stop = worker.stop(after: sent)
    stores[stop.store].send(worker.take(stop))
    sent &+= 1
    worker.publish(sent)
  }
}

/// As `sendFromThread`, from the calling task.
@concurrent
@inlinable
@inline(never)
func sendFromTask<S: SuspendingSharedStore>(
  _ worker: WorkerState, to stores: [S], until gate: WorkerGate
) async {
  var sent = worker.sent
  let limit = worker.limit
  while sent < limit, !gate.isClosed {
    let stop = worker.stop(after: sent)
    await stores[stop.store].send(worker.take(stop))
    sent &+= 1
    worker.publish(sent)
  }
}
