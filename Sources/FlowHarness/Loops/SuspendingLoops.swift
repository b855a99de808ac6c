public import Workloads

/// What is asked of one store whose `send` suspends, an action at a time.
@usableFromInline
struct SuspendingCalls<F: Feature> {
  /// Hands over one action, on its caller's actor, and waits for it.
  @usableFromInline let send: nonisolated(nonsending) (F.Action) async -> Void

  @usableFromInline
  init(send: nonisolated(nonsending) @escaping (F.Action) async -> Void) { self.send = send }
}

/// The loop of one store whose `send` suspends, and what is asked of it an action at a time.
///
/// Few closures: each that suspends, and each return to an actor, is some hundred bytes for every
/// store.
@usableFromInline
struct SuspendingLoops<F: Feature> {
  @usableFromInline typealias Actions = UnsafeMutableBufferPointer<F.Action>

  /// Sends a batch; `nil` for a store that is called through `calls`.
  @usableFromInline
  let drive: (nonisolated(nonsending) (Actions, Meters) async -> BatchReading)?
  @usableFromInline let calls: SuspendingCalls<F>
  /// Whether the calls leave the caller's actor.
  @usableFromInline let isConcurrent: Bool
  /// Brings the state to where it can be read.
  @usableFromInline let collect: nonisolated(nonsending) () async -> Void
  /// What others than the loops ask the store.
  @usableFromInline let reader: StoreReader

  /// On the caller's actor, into the one store that lies in `memory`.
  @inlinable
  init<S: SuspendingStore<F>>(_ memory: StoreArray<S>) {
    if S.isErased {
      drive = nil
    } else {
      drive = { actions, meters in
        let store = memory.base.pointee
        return await driveSuspending(actions, into: store, meters)
      }
    }
    // The store itself is captured, because a copy would be retained for each action.
    let store = memory.base.pointee
    calls = SuspendingCalls { action in await store.send(action) }
    isConcurrent = false
    collect = {
      let store = memory.base.pointee
      await store.collect()
    }
    reader = StoreReader(memory)
  }

  /// Away from the caller's actor, where a server would. Nobody watches, and nobody times each send
  /// apart.
  @inlinable
  init<S: ConcurrentStore<F>>(concurrently memory: StoreArray<S>) {
    drive = { actions, meters in
      // The batch is not touched again before the call has returned.
      nonisolated(unsafe) let actions = actions
      let store = memory.base.pointee
      return await driveConcurrently(actions, into: store, meters)
    }
    calls = SuspendingCalls { action in
      let store = memory.base.pointee
      await store.sendConcurrently(action)
    }
    isConcurrent = true
    collect = {
      let store = memory.base.pointee
      await store.collect()
    }
    reader = StoreReader(memory)
  }
}
