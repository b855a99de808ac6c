public import Workloads

// What is compiled for every store, and nothing else is: there are hundreds of them. Whatever depends
// on the feature alone is compiled once for each feature (`TrialSubject.init`, `FeatureLoops`), and
// whatever depends on neither once for all (`StoreSegments`). A closure refers to the store's
// memory and to nothing else, so that it needs no memory of its own; and whoever calls it keeps it,
// and with it what it refers to.

/// What is asked of one synchronous store an action at a time.
@MainActor
@usableFromInline
struct StoreCalls<F: Feature> {
  /// Hands over one action.
  @usableFromInline let send: @MainActor (F.Action) -> Void
  /// A Boolean value that indicates whether the store can be busy after `send`.
  @usableFromInline let settles: Bool
  /// Returns whether work that the last `send` began is still going on.
  // Not optional, because an optional closure is retained for each call.
  @usableFromInline let checkBusy: @MainActor () -> Bool
  /// Returns when all that was begun has ended; `nil` for a store that is never busy after `send`.
  @usableFromInline let settle: (@MainActor () async -> Void)?

  /// Of the one store that lies in `memory`: a captured variable would be guarded at each access.
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

/// The loop of one synchronous store, and what is asked of it an action at a time.
///
/// Nothing in it suspends, but for what waits for a store: a place in a function that may suspend
/// cuts it into parts for the compiler.
@MainActor
@usableFromInline
struct StoreLoops<F: Feature> {
  @usableFromInline typealias Actions = UnsafeMutableBufferPointer<F.Action>

  /// Sends a batch; `nil` for a store that is called through `calls`.
  @usableFromInline let drive: Drive?
  /// Sends a batch from an action on to a store that views watch; `nil` as above.
  @usableFromInline
  let driveWatched: (@MainActor (Actions, _ first: Int, ViewHub) -> BatchSegment)?
  @usableFromInline let calls: StoreCalls<F>
  /// What others than the loops ask the store.
  @usableFromInline let reader: StoreReader

  /// How a batch is sent.
  @usableFromInline
  enum Drive {
    /// To a store that is done when `send` returns.
    case atOnce(@MainActor (Actions, Meters) -> BatchReading)
    /// Waiting for each action's work.
    case settling(@MainActor (Actions, Meters) async -> BatchReading)
  }

  /// Of the one store that lies in `memory`.
  @inlinable
  init<S: SynchronousStore<F>>(_ memory: StoreArray<S>) {
    self.init(memory, atOnce: Self.atOnce(memory))
  }

  /// Of the one store that lies in `memory` and that several threads can share.
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
    .atOnce { actions, meters in
      return FlowHarness.drive(actions, into: &memory.base.pointee, meters)
    }
  }

  @inlinable
  static func atOnce<S: SynchronousStore<F> & Sendable>(shared memory: StoreArray<S>) -> Drive {
    .atOnce { actions, meters in
      return driveShared(actions, into: memory.base.pointee, meters)
    }
  }

  @inlinable
  static func settling<S: SynchronousStore<F>>(_ memory: StoreArray<S>) -> Drive {
    .settling { actions, meters in
      return await driveSettling(actions, into: &memory.base.pointee, meters)
    }
  }
}
