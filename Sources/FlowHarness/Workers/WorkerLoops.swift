// The loops of workers, as those of `Loops/Loops.swift` are written: free generic functions,
// made for one concrete store where its type is named.

/// Sends one action after the other from the calling thread.
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

/// Sends actions when they are due from the calling thread.
@inlinable
@inline(never)
func sendLoadFromThread<S: BlockingSharedStore>(_ load: WorkerLoad, to stores: [S]) {
  let worker = load.worker
  let state = load.state
  var sent = worker.sent
  while state.pointee.next() {
    let stop = worker.stop(after: sent)
    let action = worker.take(stop)
    state.pointee.begin()
    stores[stop.store].send(action)
    state.pointee.finish()
    sent &+= 1
    worker.publish(sent)
  }
}

/// As `sendLoadFromThread`, from the calling task, which leaves its thread to others while it waits.
@concurrent
@inlinable
@inline(never)
func sendLoadFromTask<S: SuspendingSharedStore>(_ load: WorkerLoad, to stores: [S]) async {
  let worker = load.worker
  let state = load.state
  var sent = worker.sent
  while state.pointee.next() {
    let stop = worker.stop(after: sent)
    let action = worker.take(stop)
    var leftNs = state.pointee.beginIfDue()
    while leftNs > 0 {
      await LoadClock.rest(ns: leftNs)
      leftNs = state.pointee.beginIfDue()
    }
    await stores[stop.store].send(action)
    state.pointee.finish()
    sent &+= 1
    worker.publish(sent)
  }
}
