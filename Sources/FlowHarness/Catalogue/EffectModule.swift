import FlowTesting
import Workloads

/// A module whose effects can take time, and how stores of it are driven.
struct EffectModule<F: LeafFeature> {
  let workload: Workload<F>
  /// Whether an action makes superfluous what the module asked for before.
  let cancelsOlder: @Sendable (F.Action) -> Bool

  /// One module, as its only store holds it.
  func alone(_ request: LoadRequest, _ desk: EffectDesk?) -> AtDesk<F> {
    let services = Services(directory: nil, answers: .served, isOracle: desk == nil)
    return Served(workload.make(services), desk: desk, cancelsOlder: cancelsOlder)
  }

  /// As many as the scenario says.
  func copies(_ request: LoadRequest, _ desk: EffectDesk?) -> Copies<AtDesk<F>> {
    Copies(alone(request, desk), count: request.scenario.features)
  }

  /// A store that can be made on any actor.
  @MainActor
  func movable<A: ServedFeature, S: SynchronousStore & SendableMetatype>(
    _ request: LoadRequest, _ feature: @escaping (LoadRequest, EffectDesk?) -> A,
    _ make: @escaping @Sendable (A, LoadRequest, isolated (any Actor)) -> S
  ) -> EffectParts where S.F == A {
    var parts = parts(request, feature) { job in
      let (request, desk, feature) = (job.request, job.desk, feature(request, job.desk))
      guard let time = job.time else {
        return try await Self.drive(request, desk, feature, make, on: MainActor.shared)
      }
      return try time.run { actor in
        try await Self.drive(request, desk, feature, make, on: actor)
      }
    }
    parts.explore = { try Explorer.run(request, feature, make) }
    return parts
  }

  private static func drive<A: ServedFeature, S: SynchronousStore & SendableMetatype>(
    _ request: LoadRequest, _ desk: EffectDesk, _ feature: A,
    _ make: @Sendable (A, LoadRequest, isolated (any Actor)) -> S,
    on isolation: isolated any Actor
  ) async throws -> EffectEnd where S.F == A {
    let memory = StoreArray([make(feature, request, isolation)])
    return try await withCourse(request, feature, desk) { course in
      await overlap(course, into: memory.base, on: isolation)
      return combineSlots(feature.slotCount) { memory.base.pointee.read(.digest, slot: $0) }
    }
  }

  /// A store on the main actor whose `send` returns before its effects have ended.
  @MainActor
  func synchronous<A: ServedFeature, S: SynchronousStore>(
    _ request: LoadRequest, _ feature: @escaping (LoadRequest, EffectDesk?) -> A,
    _ make: @escaping @MainActor (A) -> S
  ) -> EffectParts where S.F == A {
    parts(request, feature) { job in
      let feature = feature(request, job.desk)
      let memory = StoreArray([make(feature)])
      return try await withCourse(request, feature, job.desk) { course in
        await overlap(course, into: memory.base)
        return combineSlots(feature.slotCount) { memory.base.pointee.read(.digest, slot: $0) }
      }
    }
  }

  /// A store on the main actor whose `send` suspends until its effects have ended.
  @MainActor
  func suspending<A: ServedFeature, S: SuspendingStore>(
    _ request: LoadRequest, _ feature: @escaping (LoadRequest, EffectDesk?) -> A,
    _ make: @escaping @MainActor (A) -> S
  ) -> EffectParts where S.F == A {
    parts(request, feature) { job in
      let feature = feature(request, job.desk)
      let store = make(feature)
      return try await withCourse(request, feature, job.desk) { course in
        await overlapSuspending(course, into: store)
        await store.collect()
        return combineSlots(feature.slotCount) { store.read(.digest, slot: $0) }
      }
    }
  }

  @MainActor
  private func parts<A: ServedFeature>(
    _ request: LoadRequest, _ feature: @escaping (LoadRequest, EffectDesk?) -> A,
    drive: @escaping @MainActor (EffectJob) async throws -> EffectEnd
  ) -> EffectParts {
    EffectParts(
      drive: drive,
      oracle: LoadOracle {
        TrialInput(
          feature: feature(request, nil), distribution: request.scenario.distribution,
          seed: request.seed, views: [])
      },
      fold: { try EventFold.run(request, feature(request, nil)) })
  }
}
