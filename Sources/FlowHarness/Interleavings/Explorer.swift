import FlowTesting
public import Workloads

/// Drives a store by one interleaving of a load, and checks the result.
///
/// Events are deferred to whole milliseconds, so that many coincide, and the seed of the virtual executor
/// determines their order. Several senders share the actions, and yield after each.
@usableFromInline
enum Explorer {
  /// The duration of a tick.
  static let tickNs: UInt64 = 1_000_000
  private static let senders = 3
  /// The end of the wait for effects, after 73 years; virtual time jumps there if nothing else
  /// happens.
  private static let endNs: UInt64 = 1 << 61

  /// Runs the interleaving that the request's seed determines.
  ///
  /// - Parameters:
  ///   - feature: Creates the feature over a simulated service, or without one.
  ///   - make: Creates the store on an actor in virtual time.
  /// - Throws: An error of the load's source.
  @inlinable
  static func run<F: ServedFeature, S: SynchronousStore<F> & SendableMetatype>(
    _ request: LoadRequest, _ feature: (LoadRequest, EffectService?) -> F,
    _ make: @escaping @Sendable (F, LoadRequest, isolated (any Actor)) -> S
  ) throws -> ExploredRun {
    try run(
      request, feature,
      store: { feature, request, actor in
        ExploredStore(make(feature, request, actor))
      })
  }

  /// Runs an interleaving of a store without its type, so that this is compiled once for each
  /// feature.
  @usableFromInline
  static func run<F: ServedFeature>(
    _ request: LoadRequest, _ feature: (LoadRequest, EffectService?) -> F,
    store make: @escaping @Sendable (F, LoadRequest, isolated (any Actor)) -> ExploredStore<F>
  ) throws -> ExploredRun {
    guard let law = request.load.service else {
      preconditionFailure("service: must be given, because interleavings differ by their effects")
    }
    let time = VirtualTime(seed: request.seed)
    let service = try EffectService(
      law, seed: request.seed, time: EffectTime(time.clock),
      record: ServiceRecord(eventsByTicksOf: tickNs))
    let feature = (served: feature(request, service), plain: feature(request, nil))
    let actions = try actions(of: request, feature.plain)
    let outcome = Result {
      try time.run { actor in
        await send(
          actions, to: make(feature.served, request, actor), feature.served, service, time, actor)
      }
    }
    var run = ExploredRun(fingerprint: time.fingerprint)
    switch outcome {
    case .success(let sent):
      run.fault = InterleavingCheck(feature.plain, sent.actions, service.events)
        .fault(digest: sent.digest)
      run.violation = run.fault?.text
    case .failure(let error): run.violation = "\(error)"
    }
    time.abandon()
    return run
  }

  /// An action and its intended start.
  struct Planned<F: Feature>: Sendable {
    let atNs: UInt64
    let action: F.Action
  }

  static func actions<F: ServedFeature>(
    of request: LoadRequest, _ feature: F
  ) throws -> [Planned<F>] {
    var source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
    var actions: [Planned<F>] = []
    while let atNs = source.next(freeNs: 0) {
      actions.append(Planned(atNs: (atNs + tickNs - 1) / tickNs * tickNs, action: source.action()))
    }
    return actions
  }

  /// The actions in the order of sending, and the digest of the final state.
  private struct Sent<F: Feature>: Sendable {
    let actions: [F.Action]
    let digest: UInt64
  }

  private static func send<F: ServedFeature>(
    _ planned: [Planned<F>], to store: ExploredStore<F>, _ feature: F, _ service: EffectService,
    _ time: VirtualTime, _ actor: isolated VirtualActor
  ) async -> Sent<F> {
    var tasks: [Task<Void, any Error>] = []
    for sender in 0..<senders {
      // Unsafe, because the senders and the store are on the same actor.
      nonisolated(unsafe) let store = store
      tasks.append(
        time.task { _ in
          for index in stride(from: sender, to: planned.count, by: senders) {
            _ = await service.time.wait(untilNs: planned[index].atNs)
            store.send(planned[index].action, feature, service)
            await Task.yield()
          }
        })
    }
    for task in tasks { _ = try? await task.value }
    await service.drain(untilNs: endNs)
    return Sent(actions: store.sent, digest: store.reader.digest(slots: feature.slotCount))
  }
}

/// The result of one interleaving.
@usableFromInline
package struct ExploredRun: Equatable, Sendable {
  /// The digest of all choices between jobs, which identifies the interleaving.
  package var fingerprint: UInt64 = 0
  /// The violated rule, in words.
  package var violation: String?
  /// The violated rule, if the events show it.
  package var fault: InterleavingFault?
}
