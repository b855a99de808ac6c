import FlowCore
import Workloads

/// What a trial drives, with its types erased: once for each batch, never for each action.
///
/// Closures and not a protocol: a closure made where the store's type is known is compiled for that
/// type, loop and all; a method reached through an existential of a generic class is not, and cost
/// 300 ns an action.
@MainActor
struct TrialSubject {
  /// The most actions one batch can hold.
  let capacity: Int
  /// Whether `send` can return before all is done, so that its own time is worth measuring.
  let sendsEarly: Bool
  /// The views that watch, if any.
  let views: ViewHub?
  /// What is measured are multiples of so many actions; see `Feature.period`.
  var period = 1
  /// Replaces the batch by the next actions of the stream, as many as it is given.
  let refill: @MainActor (Int) -> Void
  /// Sends the batch; times each send apart when asked to.
  let drive: @MainActor (_ timeSends: Bool, Meters) async -> BatchReading
  /// Sends the next actions of the stream as a load asks for them.
  let pace: @MainActor (LoadJob) async throws -> LoadTally
  /// The digest of the whole state.
  let digest: @MainActor () async -> UInt64
}

/// What a trial is made of before the store is: the feature, its stream of actions and its views.
struct TrialInput<F: Feature> {
  let feature: F
  let distribution: Distribution
  let seed: UInt64
  let views: [ObserverSpec]

  /// Memory for one batch of actions.
  static var batchBytes: Int { 1 << 21 }

  func makeBatch() -> ActionBatch<F> {
    ActionBatch(
      capacity: ActionBatch<F>.capacity(bytes: Self.batchBytes), feature: feature,
      generator: generator)
  }

  var generator: ActionGenerator<F> {
    ActionGenerator(feature: feature, distribution: distribution, seed: seed)
  }

  var capacity: Int { ActionBatch<F>.capacity(bytes: Self.batchBytes) }
}

/// The digest of all slots in order, so that one store and many agree.
func combineSlots(_ count: Int, _ read: (Int) -> UInt64) -> UInt64 {
  var digest = Digest()
  for slot in 0..<count { digest.combine(read(slot)) }
  return digest.value
}

extension TrialSubject {
  /// Drives stores that are done, or can say whether they are, when `send` returns.
  static func driving<S: SynchronousStore>(_ input: TrialInput<S.F>, store made: S) -> Self {
    let batch = input.makeBatch()
    let slotCount = input.feature.slotCount
    // In memory of its own: a captured variable would be guarded at each access.
    let memory = StoreArray([made])
    let store = memory.base
    let views = ViewHub.watching(
      input.views, notification: S.notification, read: { store.pointee.read($0, slot: $1) },
      subscribe: { store.pointee.subscribe($0, slots: $1, $2) })
    var driveWatched: (@MainActor (Int) -> Leg)?
    if let views {
      driveWatched = { first in
        defer { withExtendedLifetime(memory) {} }
        return FlowHarness.driveWatched(batch.actions, from: first, into: store, views: views)
      }
    }
    let legs = StoreLegs(
      drive: StoreLegs.Drive(memory, batch),
      driveTimed: { first in
        defer { withExtendedLifetime(memory) {} }
        return FlowHarness.driveTimed(batch.actions, from: first, into: store, views: views)
      },
      driveWatched: driveWatched,
      pace: { job in
        let course = try batch.course(job)
        return StoreLegs.PaceLegs(
          leg: {
            defer { withExtendedLifetime(memory) {} }
            return FlowHarness.pace(course, into: store)
          },
          tally: { course.end() })
      },
      digest: {
        defer { withExtendedLifetime(memory) {} }
        return combineSlots(slotCount) { store.pointee.read(.digest, slot: $0) }
      })
    return TrialSubject(
      legs, capacity: input.capacity, sendsEarly: S.settles || views != nil, views: views,
      period: input.feature.period, refill: { batch.refill($0) })
  }

  /// Drives a synchronous store by what was compiled for it.
  // Not inlined: what suspends here would be compiled again for every store.
  @inline(never)
  private init(
    _ legs: StoreLegs, capacity: Int, sendsEarly: Bool, views: ViewHub?, period: Int,
    refill: @escaping @MainActor (Int) -> Void
  ) {
    self.init(
      capacity: capacity, sendsEarly: sendsEarly, views: views, period: period, refill: refill,
      drive: { await legs.drive(timeSends: $0, views: views, $1) },
      pace: { try await legs.pace($0) },
      digest: { legs.digest() })
  }

  /// Drives stores whose `send` suspends, on the main actor.
  static func driving<S: SuspendingStore>(_ input: TrialInput<S.F>, store: S) -> Self {
    let batch = input.makeBatch()
    let slotCount = input.feature.slotCount
    let views = ViewHub.watching(
      input.views, notification: S.notification, read: { store.read($0, slot: $1) },
      subscribe: { store.subscribe($0, slots: $1, $2) })
    return TrialSubject(
      capacity: input.capacity, sendsEarly: views != nil, views: views,
      period: input.feature.period,
      refill: { batch.refill($0) },
      drive: { timeSends, meters in
        let actions = batch.actions
        if timeSends {
          return await driveSuspendingTimed(actions, into: store, views: views, meters)
        }
        if let views {
          return await driveSuspendingWatched(actions, into: store, views: views, meters)
        }
        return await driveSuspending(actions, into: store, meters)
      },
      pace: { job in
        let course = try batch.course(job)
        await paceSuspending(course, into: store)
        return course.end()
      },
      digest: {
        await store.collect()
        return combineSlots(slotCount) { store.read(.digest, slot: $0) }
      })
  }

  /// Drives stores that any executor may call, away from the main actor, where a server would.
  static func drivingConcurrently<S: ConcurrentStore>(
    _ input: TrialInput<S.F>, store: S
  ) -> Self {
    let batch = input.makeBatch()
    let slotCount = input.feature.slotCount
    return TrialSubject(
      capacity: input.capacity, sendsEarly: false, views: nil,
      period: input.feature.period,
      refill: { batch.refill($0) },
      drive: { _, meters in
        // The batch is not touched again before the call has returned.
        nonisolated(unsafe) let actions = batch.actions
        return await driveConcurrently(actions, into: store, meters)
      },
      pace: { job in
        // Nobody touches it before the call has returned.
        nonisolated(unsafe) let course = try batch.course(job)
        await paceConcurrently(course, into: store)
        return course.end()
      },
      digest: {
        await store.collect()
        return combineSlots(slotCount) { store.read(.digest, slot: $0) }
      })
  }
}

extension StoreLegs.Drive {
  /// Into the one store that lies in `memory`.
  @MainActor
  fileprivate init<S: SynchronousStore>(_ memory: StoreArray<S>, _ batch: ActionBatch<S.F>) {
    let store = memory.base
    guard S.settles else {
      self = .atOnce { meters in
        defer { withExtendedLifetime(memory) {} }
        return FlowHarness.drive(batch.actions, into: &store.pointee, meters)
      }
      return
    }
    self = .settling(
      { meters in
        defer { withExtendedLifetime(memory) {} }
        return await driveSettling(batch.actions, into: &store.pointee, meters)
      },
      settle: {
        defer { withExtendedLifetime(memory) {} }
        await store.pointee.settle()
      })
  }
}
