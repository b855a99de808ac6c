public import Workloads

/// The calls to one store whose `send` suspends, one action at a time.
@usableFromInline
struct SuspendingCalls<F: Feature> {
  /// Sends one action on the caller's actor and waits for it.
  @usableFromInline let send: nonisolated(nonsending) (F.Action) async -> Void

  @usableFromInline
  init(send: nonisolated(nonsending) @escaping (F.Action) async -> Void) { self.send = send }
}

/// The loop of one store whose `send` suspends, and the calls to it.
///
/// It has few closures, because each suspending closure and each return to an actor takes some
/// hundred bytes for every store.
@usableFromInline
struct SuspendingLoops<F: Feature> {
  @usableFromInline typealias Actions = UnsafeMutableBufferPointer<F.Action>

  /// Sends a batch; `nil` for a store that is called through `calls`.
  @usableFromInline
  let drive: (nonisolated(nonsending) (Actions, Probes) async -> BatchReading)?
  @usableFromInline let calls: SuspendingCalls<F>
  /// A Boolean value that indicates whether the calls leave the caller's actor.
  @usableFromInline let isConcurrent: Bool
  /// Makes the state available to the reader.
  @usableFromInline let collect: nonisolated(nonsending) () async -> Void
  /// Reads the store and subscribes to it.
  @usableFromInline let reader: StoreReader

  /// Creates the loop of the store in `memory` on the caller's actor.
  @inlinable
  init<S: SuspendingStore<F>>(_ memory: StoreArray<S>) {
    if S.isErased {
      drive = nil
    } else {
      drive = { actions, probes in
        let store = memory.base.pointee
        return await driveSuspending(actions, into: store, probes)
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

  /// Creates the loop of the store in `memory` on the global executor, as in a server, without
  /// views and without the time of each send.
  @inlinable
  init<S: ConcurrentStore<F>>(concurrently memory: StoreArray<S>) {
    drive = { actions, probes in
      // The batch is not accessed until the call returns.
      nonisolated(unsafe) let actions = actions
      let store = memory.base.pointee
      return await driveConcurrently(actions, into: store, probes)
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
