public import Platform
public import Workloads

// Loops that are compiled once for each feature, and not for each of hundreds of stores. They call
// the store through a closure, which takes some nanoseconds. They drive stores that take
// microseconds per action (`StoreUnderTest.isErased`), trials that read the clock for every action
// (25 ns), and views of stores whose `send` suspends. As the loops of stores, they move each action
// out of the batch and back.

/// Sends the actions from `first` on through a closure.
///
/// - Parameter timesSends: A Boolean value that indicates whether the clock is read around each
///   `send`. The wall time then includes two readings for each action and must not be reported.
@inlinable
@inline(never)
@MainActor
func driveErased<F: Feature>(
  _ actions: UnsafeMutableBufferPointer<F.Action>, from first: Int, into store: StoreCalls<F>,
  views: ViewHub?, timesSends: Bool
) -> BatchSegment {
  var segment = BatchSegment(from: first)
  while segment.next < actions.count {
    let action = actions.moveElement(from: segment.next)
    if timesSends {
      let startNs = MonotonicClock.nowNs()
      store.send(action)
      segment.sendNs += MonotonicClock.nowNs() - startNs
    } else {
      store.send(action)
    }
    actions.initializeElement(at: segment.next, to: consume action)
    segment.next += 1
    if store.settles, store.checkBusy() {
      segment.isBusy = true
      break
    }
    views?.update()
    step()
  }
  return segment
}

/// Sends every action through a closure that suspends.
///
/// - Parameter timesSends: As for `driveErased`.
@inlinable
@inline(never)
func driveErasedSuspending<F: Feature>(
  _ actions: UnsafeMutableBufferPointer<F.Action>, into store: SuspendingCalls<F>,
  views: ViewHub?, timesSends: Bool, _ probes: Probes,
  on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  var sendNs: UInt64 = 0
  let opened = probes.open()
  for index in 0..<actions.count {
    let action = actions.moveElement(from: index)
    let startNs = timesSends ? MonotonicClock.nowNs() : 0
    await store.send(action)
    if timesSends { sendNs += MonotonicClock.nowNs() - startNs }
    actions.initializeElement(at: index, to: consume action)
    views?.update()
    step()
  }
  var reading = probes.close(opened)
  reading.sendNs = sendNs
  return reading
}
