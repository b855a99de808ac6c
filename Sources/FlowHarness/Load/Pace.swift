public import Workloads

// The loops of a load, as those of `Loops/FeatureLoops.swift` are written: compiled once for each
// feature, since each action has its clock read some times.

/// Sends actions when they are due to a store that is done, or can say whether it is, when `send`
/// returns.
///
/// - Returns: Whether the store must be waited for before the load goes on; else it is at its end.
@inlinable
@inline(never)
@MainActor
func pace<F: Feature>(
  _ course: UnsafeMutablePointer<LoadCourse<F>>, into store: StoreCalls<F>
) -> Bool {
  course.pointee.resume()
  while let action = course.pointee.next() {
    course.pointee.begin()
    store.send(action)
    if let isBusy = store.isBusy, isBusy() {
      course.pointee.putOff()
      return true
    }
    course.pointee.finish()
  }
  return false
}

/// As `pace`, for a store whose `send` suspends until all it caused is done.
@inlinable
@inline(never)
func paceSuspending<F: Feature>(
  _ course: UnsafeMutablePointer<LoadCourse<F>>, into store: SuspendingCalls<F>,
  on isolation: isolated (any Actor)? = #isolation
) async {
  while let action = course.pointee.next() {
    course.pointee.begin()
    await store.send(action)
    course.pointee.finish()
  }
}

/// As `pace`, for stores that any executor may call, away from the main actor.
@concurrent
@inlinable
@inline(never)
func paceConcurrently<F: Feature>(
  _ course: UnsafeMutablePointer<LoadCourse<F>>, into store: SuspendingCalls<F>
) async {
  while let action = course.pointee.next() {
    course.pointee.begin()
    await store.send(action)
    course.pointee.finish()
  }
}
