public import Workloads

// The loops of a load whose effects take time: whoever sends does not wait for what he sent. Written
// as those of `Loops/Loops.swift` are.

/// Sends actions when they are due to a store whose `send` returns before its effects have ended.
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

/// As `sendEffectLoad`, for a store whose `send` suspends until all it caused is done: each is
/// awaited in a task of its own, as a view does it. A newer task cancels the older one of its kind.
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
