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
