public import Workloads

/// A store of a trial without its types, which is called once for each batch.
///
/// It consists of closures, because a closure that is created where the store's type is known is
/// specialised for this type with its loop. A method of an existential of a generic class is not,
/// and took 300 ns per action.
@MainActor
@usableFromInline
package struct TrialSubject {
  /// The maximum number of actions of a batch.
  package let capacity: Int
  /// A Boolean value that indicates whether `send` can return before all work has ended.
  package let sendsEarly: Bool
  /// The views of the store.
  package let views: ViewHub?
  /// The measured numbers of actions are multiples of this; see `Feature.period`.
  package let period: Int
  /// Replaces the batch by this number of next actions.
  package let refill: @MainActor (Int) -> Void
  /// Sends the batch, and can measure the time of each send.
  package let drive: @MainActor (_ timeSends: Bool, Probes) async -> BatchReading
  /// Sends the next actions as a load.
  package let driveLoad: @MainActor (LoadJob) async throws -> LoadResult
  /// Returns the digest of the whole state.
  package let digest: @MainActor () async -> UInt64
  /// The calls of a verification; `nil` if the store is not verified.
  package let steps: StoreSteps?
  /// The work of a store that is sent a list of actions; `nil` for others.
  package var listed: ListedWork?

  @usableFromInline
  init(
    capacity: Int, sendsEarly: Bool, views: ViewHub?, period: Int = 1,
    refill: @escaping @MainActor (Int) -> Void,
    drive: @escaping @MainActor (_ timeSends: Bool, Probes) async -> BatchReading,
    driveLoad: @escaping @MainActor (LoadJob) async throws -> LoadResult,
    digest: @escaping @MainActor () async -> UInt64, steps: StoreSteps? = nil
  ) {
    self.capacity = capacity
    self.sendsEarly = sendsEarly
    self.views = views
    self.period = period
    self.refill = refill
    self.drive = drive
    self.driveLoad = driveLoad
    self.digest = digest
    self.steps = steps
  }
}

extension TrialSubject {
  /// Returns the subject of a store that is idle when `send` returns, or provides `isBusy`.
  @inlinable
  package static func driving<S: SynchronousStore>(_ input: TrialInput<S.F>, store: S) -> Self {
    Self(input, StoreLoops(StoreArray(of: store)))
  }

  /// Returns the subject of a store that several threads can share, driven from one.
  @inlinable
  static func drivingShared<S: SynchronousStore & Sendable>(
    _ input: TrialInput<S.F>, store: S
  ) -> Self {
    Self(input, StoreLoops(shared: StoreArray(of: store)))
  }

  /// Returns the subject of a store whose `send` suspends, driven on the main actor.
  @inlinable
  package static func driving<S: SuspendingStore>(_ input: TrialInput<S.F>, store: S) -> Self {
    Self(input, SuspendingLoops(StoreArray(of: store)))
  }

  /// Returns the subject of a store that any executor may call, driven on the global executor.
  @inlinable
  static func drivingConcurrently<S: ConcurrentStore>(
    _ input: TrialInput<S.F>, store: S
  ) -> Self {
    Self(input, SuspendingLoops(concurrently: StoreArray(of: store)))
  }
}

// Compiled once for each feature, so not inlined into the code of each store.
extension TrialSubject {
  /// Creates the subject of a synchronous store with its loops.
  @inlinable
  @inline(never)
  init<F: Feature>(_ input: TrialInput<F>, _ loops: StoreLoops<F>) {
    let batch = input.makeBatch()
    let calls = loops.calls
    let views = loops.reader.watched(by: input.views)
    let drive: StoreSegments.Drive
    if let views, let loop = loops.driveWatched {
      drive = .inSegments { loop(batch.actions, $0, views) }
    } else {
      switch loops.drive {
      case .atOnce(let loop): drive = .atOnce { loop(batch.actions, $0) }
      case .settling(let loop): drive = .settling { await loop(batch.actions, $0) }
      case nil:
        drive = .inSegments {
          driveErased(batch.actions, from: $0, into: calls, views: views, timesSends: false)
        }
      }
    }
    let segments = StoreSegments(
      drive: drive,
      driveTimed: {
        driveErased(batch.actions, from: $0, into: calls, views: views, timesSends: true)
      },
      driveLoad: { job in
        let load = try batch.loadState(job)
        return StoreSegments.LoadSegments(
          sendNext: { sendLoad(load, into: calls) }, result: { load.end() })
      },
      settle: calls.settle)
    self.init(
      segments, StoreSteps(batch, loops), slots: input.feature.slotCount, capacity: input.capacity,
      sendsEarly: calls.isBusy != nil || views != nil, views: views,
      period: input.feature.period, refill: { batch.refill($0) })
  }

  /// Creates the subject of a store whose `send` suspends with its loop.
  @inlinable
  @inline(never)
  init<F: Feature>(_ input: TrialInput<F>, _ loops: SuspendingLoops<F>) {
    let batch = input.makeBatch()
    let views = loops.reader.watched(by: input.views)
    let slots = input.feature.slotCount
    self.init(
      capacity: input.capacity, sendsEarly: views != nil, views: views,
      period: input.feature.period,
      refill: { batch.refill($0) },
      drive: { timeSends, probes in
        if !timeSends, views == nil, let drive = loops.drive {
          return await drive(batch.actions, probes)
        }
        return await driveErasedSuspending(
          batch.actions, into: loops.calls, views: views, timesSends: timeSends, probes)
      },
      driveLoad: { job in
        let load = try batch.loadState(job)
        // Neither is accessed until the call returns.
        nonisolated(unsafe) let (place, calls) = (load, loops.calls)
        if loops.isConcurrent {
          await sendLoadConcurrently(place, into: calls)
        } else {
          await sendLoadSuspending(place, into: calls)
        }
        return load.end()
      },
      digest: {
        await loops.collect()
        return loops.reader.digest(slots: slots)
      }, steps: StoreSteps(batch, loops))
  }
}

extension TrialSubject {
  /// Creates the subject of a synchronous store with the segments of its feature.
  @usableFromInline
  init(
    _ segments: StoreSegments, _ steps: StoreSteps, slots: Int, capacity: Int, sendsEarly: Bool,
    views: ViewHub?, period: Int, refill: @escaping @MainActor (Int) -> Void
  ) {
    self.init(
      capacity: capacity, sendsEarly: sendsEarly, views: views, period: period, refill: refill,
      drive: { await segments.drive(timeSends: $0, views: views, $1) },
      driveLoad: { try await segments.driveLoad($0) },
      digest: { steps.reader.digest(slots: slots) }, steps: steps)
  }
}
