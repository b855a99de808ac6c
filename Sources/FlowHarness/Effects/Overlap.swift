public import Workloads

// The loops of a load whose effects take time: whoever sends does not wait for what he sent. Written
// as those of `Loops/Loops.swift` are.

/// Sends actions when they are due to a store whose `send` returns before its effects have ended.
@inlinable
@inline(never)
func overlap<S: SynchronousStore>(
  _ course: UnsafeMutablePointer<EffectCourse<S.F>>, into store: UnsafeMutablePointer<S>,
  on isolation: isolated (any Actor)? = #isolation
) async where S.F: ServedFeature {
  let desk = course.pointee.desk
  while await course.pointee.comes() {
    store.pointee.send(course.pointee.action())
    desk.sent()
  }
  await desk.drain(untilNs: course.pointee.endNs)
}

/// As `overlap`, for a store whose `send` suspends until all it caused is done: each is awaited in a
/// task of its own, as a view does it. A newer task cancels the older one of its kind.
@inlinable
@inline(never)
@MainActor
func overlapSuspending<S: SuspendingStore>(
  _ course: UnsafeMutablePointer<EffectCourse<S.F>>, into store: S
) async where S.F: ServedFeature {
  let desk = course.pointee.desk
  while await course.pointee.comes() {
    let action = course.pointee.action()
    let task = Task { await store.send(action) }
    course.pointee.cancelOlder(than: action, task)
    desk.sent()
  }
  await desk.drain(untilNs: course.pointee.endNs)
}
