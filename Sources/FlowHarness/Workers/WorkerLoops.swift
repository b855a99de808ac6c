// The loops of workers, as those of `Loops/Loops.swift` are written: free generic functions,
// made for one concrete store where its type is named.

/// Sends one action after the other from the calling thread.
@inlinable
@inline(never)
func sendFromThread<S: BlockingSharedStore>(
  _ course: WorkerCourse, to stores: [S], until gate: WorkerGate
) {
  var sent = course.sent
  let limit = course.limit
  while sent < limit, !gate.isClosed {
    let stop = course.stop(after: sent)
    stores[stop.store].send(course.take(stop))
    sent &+= 1
    course.publish(sent)
  }
}

/// As `sendFromThread`, from the calling task.
@concurrent
@inlinable
@inline(never)
func sendFromTask<S: SuspendingSharedStore>(
  _ course: WorkerCourse, to stores: [S], until gate: WorkerGate
) async {
  var sent = course.sent
  let limit = course.limit
  while sent < limit, !gate.isClosed {
    let stop = course.stop(after: sent)
    await stores[stop.store].send(course.take(stop))
    sent &+= 1
    course.publish(sent)
  }
}
