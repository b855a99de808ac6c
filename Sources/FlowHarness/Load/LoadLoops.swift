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

/// As `sendLoad`, for a store whose `send` suspends until all it caused is done.
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

/// As `sendLoad`, for stores that any executor may call, away from the main actor.
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
