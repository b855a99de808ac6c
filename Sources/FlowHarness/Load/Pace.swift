import Measurement
import Workloads

// The loops of a load, as those of `Driver/Loops.swift` are written: free generic functions, made
// for one concrete store by the catalogue's closures.

/// Sends actions when they are due to a store that is done, or can say whether it is, when `send`
/// returns.
///
/// - Returns: Whether the store must be waited for before the load goes on; else it is at its end.
@inline(never)
@MainActor
func pace<S: SynchronousStore>(
  _ course: UnsafeMutablePointer<LoadCourse<S.F>>, into store: UnsafeMutablePointer<S>
) -> Bool {
  if S.settles { course.pointee.resume() }
  while let intendedNs = course.pointee.nextArrival() {
    let action = course.pointee.source.action()
    let startedNs = course.pointee.clock.wait(untilNs: intendedNs)
    store.pointee.send(action)
    if S.settles, store.pointee.isBusy {
      course.pointee.putOff(intendedNs: intendedNs, startedNs: startedNs)
      return true
    }
    course.pointee.finish(intendedNs: intendedNs, startedNs: startedNs)
  }
  return false
}

/// As `pace`, for a store whose `send` suspends until all it caused is done.
@inline(never)
func paceSuspending<S: SuspendingStore>(
  _ course: UnsafeMutablePointer<LoadCourse<S.F>>, into store: S,
  on isolation: isolated (any Actor)? = #isolation
) async {
  while let intendedNs = course.pointee.nextArrival() {
    let action = course.pointee.source.action()
    let startedNs = course.pointee.clock.wait(untilNs: intendedNs)
    await store.send(action)
    course.pointee.finish(intendedNs: intendedNs, startedNs: startedNs)
  }
}

/// As `pace`, for stores that any executor may call, away from the main actor.
@concurrent
@inline(never)
func paceConcurrently<S: ConcurrentStore>(
  _ course: UnsafeMutablePointer<LoadCourse<S.F>>, into store: S
) async {
  while let intendedNs = course.pointee.nextArrival() {
    let action = course.pointee.source.action()
    let startedNs = course.pointee.clock.wait(untilNs: intendedNs)
    await store.sendConcurrently(action)
    course.pointee.finish(intendedNs: intendedNs, startedNs: startedNs)
  }
}
