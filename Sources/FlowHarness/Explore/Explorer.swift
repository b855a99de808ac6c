import FlowTesting
public import Workloads

/// Drives a store by one interleaving of a load, and looks whether all is as it must be in every one.
///
/// Instants are deferred to whole ticks, so that much falls together; the seed of the virtual
/// executor decides who is first. Several senders share the actions, and give way after each.
@usableFromInline
enum Explorer {
  /// What instants are deferred to.
  static let tickNs: UInt64 = 1_000_000
  private static let senders = 3
  /// The instant at which the wait for effects that have not ended is over, after 73 years: virtual
  /// time jumps there at once when nothing else happens.
  private static let endNs: UInt64 = 1 << 61

  /// One interleaving: all of it follows from the request's seed.
  ///
  /// - Parameters:
  ///   - feature: Makes the feature over a simulated service, or without one.
  ///   - make: Makes the store, on an actor in virtual time.
  /// - Throws: What making the load throws.
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

  /// The same for a store of whatever type: nothing is timed, so that this is compiled once for each
  /// feature.
  @usableFromInline
  static func run<F: ServedFeature>(
    _ request: LoadRequest, _ feature: (LoadRequest, EffectService?) -> F,
    store make: @escaping @Sendable (F, LoadRequest, isolated (any Actor)) -> ExploredStore<F>
  ) throws -> ExploredRun {
    guard let law = request.service else {
      preconditionFailure("interleavings differ by their effects")
    }
    let time = VirtualTime(seed: request.seed)
    let service = try EffectService(
      law, seed: request.seed, time: EffectTime(time.clock), line: request.maxQueue,
      record: ServiceRecord(eventsByTicksOf: tickNs))
    let feature = (served: feature(request, service), plain: feature(request, nil))
    let actions = try actions(of: request, feature.plain)
    let outcome = Result {
      try time.run { actor in
        await send(
          actions, to: make(feature.served, request, actor), feature.served, service, time, actor)
      }
    }
    var run = ExploredRun(fingerprint: time.fingerprint, actions: actions.count)
    let effects = service.events
    run.answered = effects.count { if case .answered = $0 { true } else { false } }
    run.cancelled = effects.count { if case .ended = $0 { true } else { false } }
    switch outcome {
    case .success(let sent):
      run.actions = sent.actions.count
      run.dropped = actions.count - sent.actions.count
      let fault = InterleavingCheck(feature.plain, sent.actions, effects)
        .fault(digest: sent.digest)
      run.fault = fault
      run.violation = fault?.text
    case .failure(let error): run.violation = "\(error)"
    }
    time.abandon()
    return run
  }

  /// An action, and when it is sent.
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

  /// What was sent, in this order, and the state at the end.
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
      // Unsafe: they run on the same actor, and so does the store.
      nonisolated(unsafe) let store = store
      tasks.append(
        time.task { _ in
          for index in stride(from: sender, to: planned.count, by: senders) {
            _ = await service.time.wait(untilNs: planned[index].atNs)
            // Who comes to a full queue is turned away, and nothing of the action is left.
            if service.admits(atNs: service.time.nowNs()) {
              store.send(planned[index].action, feature, service)
            }
            await Task.yield()
          }
        })
    }
    for task in tasks { _ = try? await task.value }
    await service.drain(untilNs: endNs)
    return Sent(actions: store.sent, digest: store.reader.digest(slots: feature.slotCount))
  }
}

/// What one interleaving has come to.
@usableFromInline
package struct ExploredRun: Equatable, Sendable {
  /// Of all choices between jobs: another one is another interleaving.
  package var fingerprint: UInt64 = 0
  /// Actions that were sent.
  package var actions = 0
  /// Actions that came to a full queue.
  package var dropped = 0
  package var answered = 0
  package var cancelled = 0
  /// What was not as it must be in every interleaving.
  package var violation: String?
  /// The same with its kind, where it was seen in the events.
  package var fault: InterleavingFault?
}
