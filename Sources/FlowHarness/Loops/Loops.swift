public import Platform
public import Workloads

// The measured loops. Each is a free generic function of plain arguments, specialised for one
// concrete store where its type is named, in whichever package that is: no existential and no closure
// is called for an action. `step()` keeps the optimiser from joining two actions into one.
//
// Not inlined, so that the loop of each store is a function with a name: `make hotpath` finds it
// there and holds its machine code against a list of what it may call. The price is one call for
// each batch. What only some trials need, and what reads a clock for each action anyway, is in
// `FeatureLoops`.
//
// A loop over a buffer copies each action, and to copy one with strings in it takes longer than many a
// store takes to reduce it. So the loops lend such an action instead: they move it out of the batch and
// back, each alike, since designs that are driven by different loops stand in one table. That is written
// out in each, since the compiler copies again where it is a function's work. Loops that views watch copy:
// all of them, and what the views do costs many times as much.

/// Sends every action to a store that is done when `send` returns.
@inlinable
@inline(never)
func drive<S: SynchronousStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: inout S, _ meters: Meters
) -> BatchReading {
  let opened = meters.open()
  var held = consume store
  if S.batchSize > 1 {
    var rest = actions[...]
    while !rest.isEmpty {
      held.send(contentsOf: UnsafeMutableBufferPointer(rebasing: rest.prefix(S.batchSize)))
      rest = rest.dropFirst(S.batchSize)
      step()
    }
  } else if _isPOD(S.F.Action.self) {
    for action in actions {
      held.send(action)
      step()
    }
  } else {
    for index in 0..<actions.count {
      let action = actions.moveElement(from: index)
      held.send(action)
      actions.initializeElement(at: index, to: action)
      step()
    }
  }
  let reading = meters.close(opened, ofLoopFor: S.self)
  store = held
  return reading
}

/// As `drive`, for a store that several threads can share: held as a constant, as who shares one holds it.
///
/// What the code reads of a constant it reads once for the loop, and of a variable that `send` might have
/// changed once for each action, which takes a fifth of an uncontended lock.
@inlinable
@inline(never)
func driveShared<S: SynchronousStore & Sendable>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ meters: Meters
) -> BatchReading {
  let opened = meters.open()
  // Copies of it are the same store.
  var held = store
  if _isPOD(S.F.Action.self) {
    for action in actions {
      held.send(action)
      step()
    }
  } else {
    for index in 0..<actions.count {
      let action = actions.moveElement(from: index)
      held.send(action)
      actions.initializeElement(at: index, to: action)
      step()
    }
  }
  return meters.close(opened, ofLoopFor: S.self)
}

/// Sends every action, waiting for what it began before the next is sent, so that the order of
/// effects is the same for every design.
@inlinable
@inline(never)
@MainActor
func driveSettling<S: SynchronousStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: inout S, _ meters: Meters
) async -> BatchReading {
  let opened = meters.open()
  var held = consume store
  if _isPOD(S.F.Action.self) {
    for action in actions {
      held.send(action)
      if held.isBusy { await held.settle() }
      step()
    }
  } else {
    for index in 0..<actions.count {
      let action = actions.moveElement(from: index)
      held.send(action)
      actions.initializeElement(at: index, to: action)
      if held.isBusy { await held.settle() }
      step()
    }
  }
  let reading = meters.close(opened, ofLoopFor: S.self)
  store = held
  return reading
}

/// Sends actions from `first` on, each time letting the views that were notified of a change read
/// again.
@inlinable
@inline(never)
@MainActor
func driveWatched<S: SynchronousStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, from first: Int,
  into store: UnsafeMutablePointer<S>, views: ViewHub
) -> BatchSegment {
  var segment = BatchSegment(from: first)
  segment.isSpecialised = _isConcrete(S.self)
  while segment.next < actions.count {
    store.pointee.send(actions[segment.next])
    segment.next += 1
    if S.settles, store.pointee.isBusy {
      segment.isBusy = true
      break
    }
    views.update()
    step()
  }
  return segment
}

/// Sends every action to a store whose `send` suspends until all it caused is done.
///
/// The caller's actor is a parameter, so that it is at hand in the loop. A function bound to the
/// main actor would ask for it, and retain it, around every action to hand it on to `send`.
@inlinable
@inline(never)
func driveSuspending<S: SuspendingStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ meters: Meters,
  on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  let opened = meters.open()
  if _isPOD(S.F.Action.self) {
    for action in actions {
      await store.send(action)
      step()
    }
  } else {
    for index in 0..<actions.count {
      let action = actions.moveElement(from: index)
      await store.send(action)
      actions.initializeElement(at: index, to: action)
      step()
    }
  }
  return meters.close(opened, ofLoopFor: S.self)
}

/// As `driveSuspending`, for stores that any executor may call, away from the main actor, where a
/// server would.
@concurrent
@inlinable
@inline(never)
func driveConcurrently<S: ConcurrentStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ meters: Meters
) async -> BatchReading {
  let opened = meters.open()
  if _isPOD(S.F.Action.self) {
    for action in actions {
      await store.sendConcurrently(action)
      step()
    }
  } else {
    for index in 0..<actions.count {
      let action = actions.moveElement(from: index)
      await store.sendConcurrently(action)
      actions.initializeElement(at: index, to: action)
      step()
    }
  }
  return meters.close(opened, ofLoopFor: S.self)
}
