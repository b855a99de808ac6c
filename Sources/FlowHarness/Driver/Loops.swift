import Measurement
import Workloads

// The measured loops. Each is a free generic function of plain arguments, specialised for one
// concrete store by the catalogue's closures: no existential and no closure is called for an
// action. `step()` keeps the optimiser from joining two actions into one.
//
// Not inlined, so that the loop of each store is a function with a name: `make hotpath` finds it
// there and holds its machine code against a list of what it may call. The price is one call for
// each batch. What only some trials need (views, timing each send apart) has loops of its own, so
// that the others do not even ask for it.

/// Sends every action to a store that is done when `send` returns.
@inline(never)
func drive<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: inout S, _ meters: Meters
) -> BatchReading {
  let opened = meters.open()
  var held = consume store
  for action in actions {
    held.send(action)
    step()
  }
  let reading = meters.close(opened)
  store = held
  return reading
}

/// Sends every action, waiting for what it began before the next is sent, so that the order of
/// effects is the same for every design.
@inline(never)
@MainActor
func driveSettling<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: inout S, _ meters: Meters
) async -> BatchReading {
  let opened = meters.open()
  var held = consume store
  for action in actions {
    held.send(action)
    if held.isBusy { await held.settle() }
    step()
  }
  let reading = meters.close(opened)
  store = held
  return reading
}

/// Sends actions from `first` on, each time letting the views that were told of a change read again.
@inline(never)
@MainActor
func driveWatched<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, from first: Int,
  into store: UnsafeMutablePointer<S>, views: ViewHub
) -> Leg {
  var leg = Leg(next: first)
  while leg.next < actions.count {
    store.pointee.send(actions[leg.next])
    leg.next += 1
    if S.settles, store.pointee.isBusy {
      leg.isBusy = true
      break
    }
    views.update()
    step()
  }
  return leg
}

/// Sends actions from `first` on and reads the clock around each `send`.
///
/// The wall time includes two readings of the clock for each action and must not be reported.
@inline(never)
@MainActor
func driveTimed<S: SynchronousStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, from first: Int,
  into store: UnsafeMutablePointer<S>, views: ViewHub?
) -> Leg {
  var leg = Leg(next: first)
  while leg.next < actions.count {
    let startNs = MonotonicClock.nowNs()
    store.pointee.send(actions[leg.next])
    leg.sendNs += MonotonicClock.nowNs() - startNs
    leg.next += 1
    if S.settles, store.pointee.isBusy {
      leg.isBusy = true
      break
    }
    views?.update()
    step()
  }
  return leg
}

/// Sends every action to a store whose `send` suspends until all it caused is done.
///
/// The caller's actor is a parameter, so that it is at hand in the loop. A function bound to the
/// main actor would ask for it, and retain it, around every action to hand it on to `send`.
@inline(never)
func driveSuspending<S: SuspendingStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: S, _ meters: Meters,
  on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  let opened = meters.open()
  for action in actions {
    await store.send(action)
    step()
  }
  return meters.close(opened)
}

/// As `driveSuspending`, letting the views that were told of a change read again.
@inline(never)
func driveSuspendingWatched<S: SuspendingStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: S, views: ViewHub, _ meters: Meters,
  on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  let opened = meters.open()
  for action in actions {
    await store.send(action)
    views.update()
    step()
  }
  return meters.close(opened)
}

/// As `driveTimed`, for a store whose `send` suspends.
@inline(never)
func driveSuspendingTimed<S: SuspendingStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: S, views: ViewHub?, _ meters: Meters,
  on isolation: isolated (any Actor)? = #isolation
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

/// As `driveSuspending`, for stores that any executor may call, away from the main actor, where a
/// server would.
@concurrent
@inline(never)
func driveConcurrently<S: ConcurrentStore>(
  _ actions: UnsafeBufferPointer<S.F.Action>, into store: S, _ meters: Meters
) async -> BatchReading {
  let opened = meters.open()
  for action in actions {
    await store.sendConcurrently(action)
    step()
  }
  return meters.close(opened)
}
