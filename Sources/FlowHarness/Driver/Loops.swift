import Measurement
import Workloads

// The measured loops. Each is a free generic function of plain arguments, specialised for one
// concrete store by the catalogue's closures: no existential and no closure is called for an
// action. `step()` keeps the optimiser from joining two actions into one.

/// Sends every action to a store that is done when `send` returns.
func drive<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: UnsafeMutablePointer<S>, _ meters: Meters
) -> BatchReading {
  let opened = meters.open()
  for action in actions {
    store.pointee.send(action)
    step()
  }
  return meters.close(opened)
}

/// Sends every action, waiting for what it began before the next is sent, so that the order of
/// effects is the same for every design.
nonisolated(nonsending) func driveSettling<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: UnsafeMutablePointer<S>, _ meters: Meters
) async -> BatchReading {
  let opened = meters.open()
  for action in actions {
    store.pointee.send(action)
    if store.pointee.isBusy { await store.pointee.settle() }
    step()
  }
  return meters.close(opened)
}

/// Sends every action, then lets the views that were told of a change read again.
///
/// - Parameter timeSends: Also read the clock around each `send`; the wall time then includes two
///   clock readings for each action and must not be reported.
nonisolated(nonsending) func driveWatched<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: UnsafeMutablePointer<S>,
  views: ViewHub?, timeSends: Bool, _ meters: Meters
) async -> BatchReading {
  var sendNs: UInt64 = 0
  let opened = meters.open()
  for action in actions {
    if timeSends {
      let startNs = MonotonicClock.nowNs()
      store.pointee.send(action)
      sendNs += MonotonicClock.nowNs() - startNs
    } else {
      store.pointee.send(action)
    }
    if S.settles, store.pointee.isBusy { await store.pointee.settle() }
    views?.update()
    step()
  }
  var reading = meters.close(opened)
  reading.sendNs = sendNs
  return reading
}

/// Sends every action to a store whose `send` suspends until all it caused is done.
nonisolated(nonsending) func driveSuspending<S: SuspendingStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: S, views: ViewHub?, timeSends: Bool,
  _ meters: Meters
) async -> BatchReading {
  var sendNs: UInt64 = 0
  let opened = meters.open()
  for action in actions {
    if timeSends {
      let startNs = MonotonicClock.nowNs()
      await store.send(action)
      sendNs += MonotonicClock.nowNs() - startNs
    } else {
      await store.send(action)
    }
    views?.update()
    step()
  }
  var reading = meters.close(opened)
  reading.sendNs = sendNs
  return reading
}
