public import Workloads

/// Makes what a load drives of a store whose effects call a service.
@usableFromInline
struct EffectSocket<F: ServedFeature>: StoreSocket {
  @usableFromInline let request: LoadRequest
  /// Makes the feature at a desk; without one, as a plain fold has it.
  @usableFromInline let feature: (EffectDesk?) -> F

  @inlinable
  init(_ request: LoadRequest, feature: @escaping (EffectDesk?) -> F) {
    self.request = request
    self.feature = feature
  }

  /// A store on the main actor whose `send` returns before its effects have ended.
  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    parts { [feature] job in
      let feature = feature(job.desk)
      let memory = StoreArray([make(feature)])
      return try await withCourse(job.request, feature, job.desk) { course in
        await overlap(course, into: memory.base)
        return combineSlots(feature.slotCount) { memory.base.pointee.read(.digest, slot: $0) }
      }
    }
  }

  /// A store that can be made on any actor.
  @inlinable
  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> EffectParts where S.F == F {
    let (request, feature) = (request, feature)
    let driven = parts { job in
      let (request, desk, feature) = (job.request, job.desk, feature(job.desk))
      return try await job.run { actor in
        try await Self.drive(request, desk, feature, make, on: actor)
      }
    }
    return driven.exploring {
      try Explorer.run(
        request, { _, desk in feature(desk) }, { feature, _, actor in make(feature, actor) })
    }
  }

  /// A store whose `send` suspends until its effects have ended.
  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    parts(keepsOrder: false) { [feature] job in
      let feature = feature(job.desk)
      let store = make(feature)
      return try await withCourse(job.request, feature, job.desk) { course in
        await overlapSuspending(course, into: store)
        await store.collect()
        return combineSlots(feature.slotCount) { store.read(.digest, slot: $0) }
      }
    }
  }

  /// The same: a load is on the main actor.
  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    plug(suspending: make)
  }

  @inlinable
  func plug<S: SuspendingStore>(
    suspending make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    plug(make)
  }

  @inlinable
  static func drive<S: SynchronousStore & SendableMetatype>(
    _ request: LoadRequest, _ desk: EffectDesk, _ feature: F,
    _ make: @Sendable (F, isolated any Actor) -> S, on isolation: isolated any Actor
  ) async throws -> EffectEnd where S.F == F {
    let memory = StoreArray([make(feature, isolation)])
    return try await withCourse(request, feature, desk) { course in
      await overlap(course, into: memory.base, on: isolation)
      return combineSlots(feature.slotCount) { memory.base.pointee.read(.digest, slot: $0) }
    }
  }

  /// - Parameter keepsOrder: Whether actions are reduced in the order of sending; not where each is
  ///   sent by a task of its own.
  @usableFromInline
  func parts(
    keepsOrder: Bool = true, drive: @escaping @MainActor (EffectJob) async throws -> EffectEnd
  ) -> EffectParts {
    let feature = feature
    return EffectParts(
      drive: drive,
      oracle: LoadOracle { [request] in
        TrialInput(
          feature: feature(nil), distribution: request.scenario.distribution,
          seed: request.seed, views: [])
      },
      fold: { [request] in try EventFold.run(request, feature(nil)) },
      check: { [request] events, digest in
        let plain = feature(nil)
        let check = InterleavingCheck(
          plain, try Explorer.actions(of: request, plain).map(\.action), events)
        return check.findings(digest: digest, keepsOrder: keepsOrder)
      })
  }
}
