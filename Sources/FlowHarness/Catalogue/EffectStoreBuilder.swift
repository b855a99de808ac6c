public import Workloads

/// Accepts a store whose effects call a service, for a load.
@usableFromInline
struct EffectStoreBuilder<F: ServedFeature>: StoreBuilder {
  /// Creates the feature over a simulated service, or without one as in a plain fold.
  @usableFromInline let feature: (EffectService?) -> F

  @inlinable
  init(feature: @escaping (EffectService?) -> F) { self.feature = feature }

  /// Accepts a store on the main actor whose `send` returns before its effects have ended.
  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> DesignEntry.EffectLoad where S.F == F {
    load { [feature] job in
      let feature = feature(job.service)
      let memory = StoreArray([make(feature)])
      return try await withLoadState(job.request, feature, job.service) { load in
        await sendEffectLoad(load, into: memory.base)
        return combineSlots(feature.slotCount) { memory.base.pointee.read(.digest, slot: $0) }
      }
    }
  }

  /// Accepts a store that can be created on any actor.
  @inlinable
  func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> DesignEntry.EffectLoad where S.F == F {
    let feature = feature
    return load(
      explore: { request in
        try Explorer.run(
          request, { _, service in feature(service) },
          { feature, _, actor in make(feature, actor) })
      },
      drive: { job in
        let (request, service, feature) = (job.request, job.service, feature(job.service))
        return try await job.run { actor in
          try await Self.drive(request, service, feature, make, on: actor)
        }
      })
  }

  /// Accepts a store whose `send` suspends until its effects have ended.
  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> DesignEntry.EffectLoad where S.F == F {
    load(keepsOrder: false) { [feature] job in
      let feature = feature(job.service)
      let store = make(feature)
      return try await withLoadState(job.request, feature, job.service) { load in
        await sendEffectLoadSuspending(load, into: store)
        await store.collect()
        return combineSlots(feature.slotCount) { store.read(.digest, slot: $0) }
      }
    }
  }

  /// Accepts a store of any executor, which a load drives from the main actor.
  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> DesignEntry.EffectLoad where S.F == F {
    makeStore(suspending: make)
  }

  // Chooses the overload for suspending stores.
  @inlinable
  func makeStore<S: SuspendingStore>(
    suspending make: @escaping @MainActor (F) -> S
  ) -> DesignEntry.EffectLoad where S.F == F {
    makeStore(make)
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

  /// - Parameters:
  ///   - keepsOrder: A Boolean value that indicates whether actions are reduced in the order of
  ///     sending; false if each is sent by a task of its own.
  ///   - explore: Drives a store by the interleaving that the request's seed determines; `nil` if
  ///     the store is bound to the main actor.
  @usableFromInline
  func load(
    keepsOrder: Bool = true,
    explore: (@MainActor (LoadRequest) throws -> ExploredRun)? = nil,
    drive: @escaping @MainActor (EffectJob) async throws -> EffectEnd
  ) -> DesignEntry.EffectLoad {
    DesignEntry.EffectLoad(supportsVirtualTime: explore != nil) { [feature] request in
      var explored: (@MainActor () throws -> ExploredRun)?
      if let explore { explored = { try explore(request) } }
      return EffectParts(
        drive: drive,
        oracle: LoadOracle {
          TrialInput(
            feature: feature(nil), distribution: request.scenario.distribution,
            seed: request.seed, views: [])
        },
        explore: explored,
        fold: { try EventFold.run(request, feature(nil)) },
        check: { events, digest in
          let plain = feature(nil)
          let actions = try Explorer.actions(of: request, plain).map(\.action)
          return InterleavingCheck(plain, actions, events)
            .findings(digest: digest, keepsOrder: keepsOrder)
        })
    }
  }
}
