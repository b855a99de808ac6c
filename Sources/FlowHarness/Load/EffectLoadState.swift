public import Workloads

/// A load with effects while its loop runs: what it sends next, and what it waits for.
@usableFromInline
struct EffectLoadState<F: ServedFeature>: ~Copyable {
  @usableFromInline let feature: F
  @usableFromInline let service: EffectService
  /// After this time nobody is sent any more, and nobody waited for.
  @usableFromInline let endNs: UInt64
  /// Whether each who sends waits for the end of his action.
  @usableFromInline let isClosed: Bool
  @usableFromInline var source: LoadSource<F>
  /// When the action that has come was meant to, and when it did.
  @usableFromInline var intendedNs: UInt64 = 0
  @usableFromInline var startedNs: UInt64 = 0
  /// Who acts and waits for the end; `nil` where nobody does.
  @usableFromInline var user: WaitingUser?
  /// Room for those whose actions have ended.
  @usableFromInline var ended: [EndedUser] = []
  /// What is awaited that a newer action would cancel, by its key.
  @usableFromInline var running: [Int: Task<Void, Never>] = [:]

  /// The state of a load that has not begun.
  ///
  /// - Throws: What making the source of the load's actions throws.
  @usableFromInline
  init(_ request: LoadRequest, _ feature: F, _ service: EffectService) throws {
    self.feature = feature
    self.service = service
    if case .closed = request.traffic { isClosed = true } else { isClosed = false }
    endNs = request.traffic.durationNs + request.drainNs
    source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
  }

  /// Waits until the next action is meant to come.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @inline(never)
  nonisolated(nonsending) mutating func comes() async -> Bool {
    if isClosed {
      guard let readyNs = await service.nextClient(untilNs: endNs) else { return false }
      (intendedNs, startedNs) = (readyNs, service.time.nowNs())
      return true
    }
    if source.waits { return await nextUser() }
    while let atNs = source.next(freeNs: 0), atNs < endNs {
      intendedNs = atNs
      startedNs = await service.time.wait(untilNs: atNs)
      if service.admits(atNs: startedNs) { return true }
    }
    return false
  }

  /// The action that has come, with its id; once for each.
  @inlinable
  @inline(never)
  mutating func action() -> F.Action {
    var action = source.action()
    feature.stamp(&action, service.open(intendedNs: intendedNs, startedNs: startedNs, user))
    return action
  }

  /// Cancels what an action makes superfluous that was begun before it.
  ///
  /// - Parameter task: Waits for all that the action causes.
  @inlinable
  @inline(never)
  mutating func cancelOlder(than action: F.Action, _ task: Task<Void, Never>) {
    guard let key = feature.cancellationKey(of: action) else { return }
    running.updateValue(task, forKey: key)?.cancel()
  }

  /// How many would still come; nobody does after that.
  @inlinable
  mutating func close() -> Int { isClosed ? service.closeClients() : source.close() }
}

/// Runs a load with its state in memory of its own, then closes it.
@inlinable
func withLoadState<F: ServedFeature>(
  _ request: LoadRequest, _ feature: F, _ service: EffectService,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (UnsafeMutablePointer<EffectLoadState<F>>) async -> UInt64
) async throws -> EffectEnd {
  let load = UnsafeMutablePointer<EffectLoadState<F>>.allocate(capacity: 1)
  load.initialize(to: try EffectLoadState(request, feature, service))
  let digest = await body(load)
  let end = EffectEnd(digest: digest, unsent: load.pointee.close())
  load.deinitialize(count: 1)
  load.deallocate()
  return end
}

extension EffectLoadState {
  /// Waits until the next user acts: those whose actions end meanwhile think, or go away.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @inline(never)
  nonisolated(nonsending) mutating func nextUser() async -> Bool {
    while true {
      let openCount = service.takeEnded(into: &ended)
      for one in ended {
        if one.hasReneged {
          source.crowd!.reneged(one.user, atNs: one.atNs)
        } else {
          source.crowd!.ended(one.user, atNs: one.atNs)
        }
      }
      ended.removeAll(keepingCapacity: true)
      let now = service.time.nowNs()
      guard now < endNs else { return false }
      let firstNs = source.crowd!.upcoming()
      guard let firstNs, firstNs <= now else {
        guard firstNs != nil || openCount > 0 else { return false }
        await service.nap(untilNs: min(firstNs ?? .max, endNs))
        continue
      }
      guard let next = source.crowd!.nextWaiting(notAfter: now) else { continue }
      (intendedNs, startedNs) = (next.atNs, now)
      user = next.user
      source.upcoming = next.action
      return true
    }
  }
}
