public import Workloads

/// What a trial drives, with its types erased: once for each batch, never for each action.
///
/// Closures and not a protocol: a closure made where the store's type is known is compiled for that
/// type, loop and all; a method reached through an existential of a generic class is not, and cost
/// 300 ns an action.
@MainActor
@usableFromInline
package struct TrialSubject {
  /// The most actions one batch can hold.
  package let capacity: Int
  /// Whether `send` can return before all is done, so that its own time is worth measuring.
  package let sendsEarly: Bool
  /// The views that watch, if any.
  package let views: ViewHub?
  /// What is measured are multiples of so many actions; see `Feature.period`.
  package let period: Int
  /// Replaces the batch by the next actions of the stream, as many as it is given.
  package let refill: @MainActor (Int) -> Void
  /// Sends the batch; times each send apart when asked to.
  package let drive: @MainActor (_ timeSends: Bool, Meters) async -> BatchReading
  /// Sends the next actions of the stream as a load asks for them.
  package let driveLoad: @MainActor (LoadJob) async throws -> LoadResult
  /// The digest of the whole state.
  package let digest: @MainActor () async -> UInt64
  /// The store an action at a time, for whoever verifies it; `nil` where nobody does.
  package let steps: StoreSteps?

  @usableFromInline
  init(
    capacity: Int, sendsEarly: Bool, views: ViewHub?, period: Int = 1,
    refill: @escaping @MainActor (Int) -> Void,
    drive: @escaping @MainActor (_ timeSends: Bool, Meters) async -> BatchReading,
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
  /// Drives stores that are done, or can say whether they are, when `send` returns.
  @inlinable
  package static func driving<S: SynchronousStore>(_ input: TrialInput<S.F>, store: S) -> Self {
    Self(input, StoreLoops(StoreArray(of: store)))
  }

  /// Drives stores that several threads can share, from one.
  @inlinable
  static func drivingShared<S: SynchronousStore & Sendable>(
    _ input: TrialInput<S.F>, store: S
  ) -> Self {
    Self(input, StoreLoops(shared: StoreArray(of: store)))
  }

  /// Drives stores whose `send` suspends, on the main actor.
  @inlinable
  package static func driving<S: SuspendingStore>(_ input: TrialInput<S.F>, store: S) -> Self {
    Self(input, SuspendingLoops(StoreArray(of: store)))
  }

  /// Drives stores that any executor may call, away from the main actor, where a server would.
  @inlinable
  static func drivingConcurrently<S: ConcurrentStore>(
    _ input: TrialInput<S.F>, store: S
  ) -> Self {
    Self(input, SuspendingLoops(concurrently: StoreArray(of: store)))
  }
}

// Compiled once for each feature, and so not inlined into what is compiled for every store.
extension TrialSubject {
  /// Drives a synchronous store by the loop that was compiled for it.
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

  /// Drives a store whose `send` suspends by the loop that was compiled for it.
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
      drive: { timeSends, meters in
        if !timeSends, views == nil, let drive = loops.drive {
          return await drive(batch.actions, meters)
        }
        return await driveErasedSuspending(
          batch.actions, into: loops.calls, views: views, timesSends: timeSends, meters)
      },
      driveLoad: { job in
        let load = try batch.loadState(job)
        // Nobody touches either before the call has returned.
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
  /// Drives a synchronous store by the segments of its feature.
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
