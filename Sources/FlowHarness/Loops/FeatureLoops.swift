public import Measurement
public import Workloads

// Loops that are compiled once for each feature and not for each store, of which there are hundreds:
// they call the store through a closure that was made once for the trial, which takes about a
// nanosecond. Each reads the clock for every action (some 25 ns) or has views read the state.

/// Sends actions from `first` on and reads the clock around each `send`.
///
/// The wall time includes two readings of the clock for each action and must not be reported.
@inlinable
@inline(never)
@MainActor
func sendTimed<F: Feature>(
  _ actions: UnsafeMutableBufferPointer<F.Action>, from first: Int, into store: StoreCalls<F>,
  views: ViewHub?
) -> BatchSegment {
  var segment = BatchSegment(from: first)
  while segment.next < actions.count {
    let action = actions[segment.next]
    let startNs = MonotonicClock.nowNs()
    store.send(action)
    segment.sendNs += MonotonicClock.nowNs() - startNs
    segment.next += 1
    if let isBusy = store.isBusy, isBusy() {
      segment.isBusy = true
      break
    }
    views?.update()
    step()
  }
  return segment
}

/// Lets the views that were notified of a change read again after each action, for a store whose
/// `send` suspends.
@inlinable
@inline(never)
func sendSuspendingWatched<F: Feature>(
  _ actions: UnsafeMutableBufferPointer<F.Action>, into store: SuspendingCalls<F>,
  views: ViewHub, _ meters: Meters, on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  let opened = meters.open()
  for action in actions {
    await store.send(action)
    views.update()
    step()
  }
  return meters.close(opened)
}

/// As `sendTimed`, for a store whose `send` suspends.
@inlinable
@inline(never)
func sendSuspendingTimed<F: Feature>(
  _ actions: UnsafeMutableBufferPointer<F.Action>, into store: SuspendingCalls<F>,
  views: ViewHub?, _ meters: Meters, on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  var sendNs: UInt64 = 0
  let opened = meters.open()
  for action in actions {
    let startNs = MonotonicClock.nowNs()
    await store.send(action)
    sendNs += MonotonicClock.nowNs() - startNs
    views?.update()
    step()
  }
  var reading = meters.close(opened)
  reading.sendNs = sendNs
  return reading
}
