public import Platform
public import Workloads

// The measured loops. Each is a free generic function of plain arguments that is specialised for
// one concrete store, in the package that names its type. No existential and no closure is called
// for an action. `step()` prevents the optimiser from joining two actions into one.
//
// They are not inlined, so that the loop of each store is a function with a name, whose machine
// code `make hotpath` compares with a list of permitted calls. The cost is one call for each batch.
// Code that only some trials need, or that reads a clock for each action, is in `FeatureLoops`.
//
// A loop over a buffer copies each action, and a copy of an action with strings takes longer than
// many stores take to reduce it. The loops therefore move such an action out of the batch and back.
// All loops do this, because one table compares designs of different loops. It is repeated in each
// loop, because the compiler would copy the action to pass it to a function. Loops with views copy
// actions, because views cost many times as much.

/// Sends every action to a store that is idle when `send` returns.
@inlinable
@inline(never)
func drive<S: SynchronousStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: inout S, _ probes: Probes
) -> BatchReading {
  let opened = probes.open()
  var held = consume store
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
  let reading = probes.close(opened, ofLoopFor: S.self)
  store = held
  return reading
}

/// As `drive`, for a store that several threads can share, which is therefore a constant.
///
/// The properties of a constant are loaded once for the loop. Those of a variable are loaded for
/// each action, because `send` might change them, which takes a fifth of the time of an uncontended
/// lock.
@inlinable
@inline(never)
func driveShared<S: SynchronousStore & Sendable>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ probes: Probes
) -> BatchReading {
  let opened = probes.open()
  // Copies refer to the same store.
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
  return probes.close(opened, ofLoopFor: S.self)
}

/// Sends every action and waits for its effects, so that their order is the same for every design.
@inlinable
@inline(never)
@MainActor
func driveSettling<S: SynchronousStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: inout S, _ probes: Probes
) async -> BatchReading {
  let opened = probes.open()
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
  let reading = probes.close(opened, ofLoopFor: S.self)
  store = held
  return reading
}

/// Sends the actions from `first` on, and draws the notified views after each.
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

/// Sends every action to a store whose `send` suspends until its effects have ended.
///
/// The caller's actor is a parameter. A function that is isolated to the main actor would get and
/// retain the actor for every action to pass it to `send`.
@inlinable
@inline(never)
func driveSuspending<S: SuspendingStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ probes: Probes,
  on isolation: isolated (any Actor)? = #isolation
) async -> BatchReading {
  let opened = probes.open()
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
  return probes.close(opened, ofLoopFor: S.self)
}

/// As `driveSuspending`, for stores that any executor may call, on the global executor as in a
/// server.
@concurrent
@inlinable
@inline(never)
func driveConcurrently<S: ConcurrentStore>(
  _ actions: UnsafeMutableBufferPointer<S.F.Action>, into store: S, _ probes: Probes
) async -> BatchReading {
  let opened = probes.open()
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
  return probes.close(opened, ofLoopFor: S.self)
}
