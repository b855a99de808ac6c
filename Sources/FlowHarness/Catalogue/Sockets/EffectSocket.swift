public import Workloads

/// Makes what a load drives of a store whose effects call a service.
@usableFromInline
struct EffectSocket<F: ServedFeature>: StoreSocket {
  @usableFromInline let request: LoadRequest
  /// Makes the feature over a simulated service; without one, as a plain fold has it.
  @usableFromInline let feature: (EffectService?) -> F

  @inlinable
  init(_ request: LoadRequest, feature: @escaping (EffectService?) -> F) {
    self.request = request
    self.feature = feature
  }

  /// A store on the main actor whose `send` returns before its effects have ended.
  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    parts { [feature] job in
      let feature = feature(job.service)
      let memory = StoreArray([make(feature)])
      return try await withLoadState(job.request, feature, job.service) { load in
        await sendEffectLoad(load, into: memory.base)
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
      let (request, service, feature) = (job.request, job.service, feature(job.service))
      return try await job.run { actor in
        try await Self.drive(request, service, feature, make, on: actor)
      }
    }
    return driven.exploring {
      try Explorer.run(
        request, { _, service in feature(service) }, { feature, _, actor in make(feature, actor) })
    }
  }

  /// A store whose `send` suspends until its effects have ended.
  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> EffectParts where S.F == F {
    parts(keepsOrder: false) { [feature] job in
      let feature = feature(job.service)
      let store = make(feature)
      return try await withLoadState(job.request, feature, job.service) { load in
        await sendEffectLoadSuspending(load, into: store)
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
    _ request: LoadRequest, _ service: EffectService, _ feature: F,
    _ make: @Sendable (F, isolated any Actor) -> S, on isolation: isolated any Actor
  ) async throws -> EffectEnd where S.F == F {
    let memory = StoreArray([make(feature, isolation)])
    return try await withLoadState(request, feature, service) { load in
      await sendEffectLoad(load, into: memory.base, on: isolation)
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
