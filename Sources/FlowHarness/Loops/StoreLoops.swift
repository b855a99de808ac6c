public import Workloads

// The code that is compiled for each of hundreds of stores. Code that depends on the feature only
// is compiled once for each feature (`TrialSubject.init`, `FeatureLoops`), and other code once
// (`StoreSegments`). A closure captures the memory of the store only, so that it has no context of
// its own; its caller keeps it alive.

/// The calls to one synchronous store, one action at a time.
@MainActor
@usableFromInline
struct StoreCalls<F: Feature> {
  /// Sends one action.
  @usableFromInline let send: @MainActor (F.Action) -> Void
  /// A Boolean value that indicates whether the store can be busy after `send`.
  @usableFromInline let settles: Bool
  /// Returns a Boolean value that indicates whether work of the last `send` is in progress.
  // Not optional, because an optional closure is retained for each call.
  @usableFromInline let checkBusy: @MainActor () -> Bool
  /// Waits until this work has ended; `nil` for a store that is never busy after `send`.
  @usableFromInline let settle: (@MainActor () async -> Void)?

  // The store is in memory of its own, because each access to a captured variable would be checked.
  @inlinable
  init<S: SynchronousStore<F>>(_ memory: StoreArray<S>) {
    let send: @MainActor (F.Action) -> Void = { action in
      memory.base.pointee.send(action)
    }
    guard S.settles else {
      self.init(send: send, checkBusy: { false }, settle: nil)
      return
    }
    self.init(
      send: send,
      checkBusy: {
        return memory.base.pointee.isBusy
      },
      settle: {
        await memory.base.pointee.settle()
      })
  }

  @usableFromInline
  init(
    send: @escaping @MainActor (F.Action) -> Void, checkBusy: @escaping @MainActor () -> Bool,
    settle: (@MainActor () async -> Void)?
  ) {
    self.send = send
    settles = settle != nil
    self.checkBusy = checkBusy
    self.settle = settle
  }

  /// `checkBusy`; `nil` for a store that is never busy after `send`.
  @inlinable var isBusy: (@MainActor () -> Bool)? { settles ? checkBusy : nil }
}

/// The loops of one synchronous store, and the calls to it.
///
/// Only the loop that waits for the store suspends, because the compiler splits functions at each
/// suspension point.
@MainActor
@usableFromInline
struct StoreLoops<F: Feature> {
  @usableFromInline typealias Actions = UnsafeMutableBufferPointer<F.Action>

  /// Sends a batch; `nil` for a store that is called through `calls`.
  @usableFromInline let drive: Drive?
  /// Sends a batch from an action on to a store with views; `nil` as for `drive`.
  @usableFromInline
  let driveWatched: (@MainActor (Actions, _ first: Int, ViewHub) -> BatchSegment)?
  @usableFromInline let calls: StoreCalls<F>
  /// Reads the store and subscribes to it.
  @usableFromInline let reader: StoreReader

  /// The loop that sends a batch.
  @usableFromInline
  enum Drive {
    /// For a store that is idle when `send` returns.
    case atOnce(@MainActor (Actions, Probes) -> BatchReading)
    /// Waits for the effects of each action.
    case settling(@MainActor (Actions, Probes) async -> BatchReading)
  }

  /// Creates the loops of the store in `memory`.
  @inlinable
  init<S: SynchronousStore<F>>(_ memory: StoreArray<S>) {
    self.init(memory, atOnce: Self.atOnce(memory))
  }

  /// Creates the loops of the store in `memory` that several threads can share.
  @inlinable
  init<S: SynchronousStore<F> & Sendable>(shared memory: StoreArray<S>) {
    self.init(memory, atOnce: Self.atOnce(shared: memory))
  }

  @inlinable
  init<S: SynchronousStore<F>>(_ memory: StoreArray<S>, atOnce: @autoclosure () -> Drive) {
    calls = StoreCalls(memory)
    reader = StoreReader(memory)
    guard !S.isErased else {
      drive = nil
      driveWatched = nil
      return
    }
    drive = S.settles ? Self.settling(memory) : atOnce()
    driveWatched = { actions, first, views in
      FlowHarness.driveWatched(actions, from: first, into: memory.base, views: views)
    }
  }

  @inlinable
  static func atOnce<S: SynchronousStore<F>>(_ memory: StoreArray<S>) -> Drive {
    .atOnce { actions, probes in
      return FlowHarness.drive(actions, into: &memory.base.pointee, probes)
    }
  }

  @inlinable
  static func atOnce<S: SynchronousStore<F> & Sendable>(shared memory: StoreArray<S>) -> Drive {
    .atOnce { actions, probes in
      return driveShared(actions, into: memory.base.pointee, probes)
    }
  }

  @inlinable
  static func settling<S: SynchronousStore<F>>(_ memory: StoreArray<S>) -> Drive {
    .settling { actions, probes in
      return await driveSettling(actions, into: &memory.base.pointee, probes)
    }
  }
}
