public import Workloads

/// A load with a service while a store's loop sends it.
@usableFromInline
struct EffectLoadState<F: ServedFeature>: ~Copyable {
  @usableFromInline let feature: F
  @usableFromInline let service: EffectService
  /// The time after which no action is sent or awaited.
  @usableFromInline let endNs: UInt64
  @usableFromInline var source: LoadSource<F>
  /// The intended and the actual start of the current action.
  @usableFromInline var intendedNs: UInt64 = 0
  @usableFromInline var startedNs: UInt64 = 0
  /// The user who waits for its end; `nil` for other traffic.
  @usableFromInline var user: WaitingUser?
  /// Reused memory for users whose actions have ended.
  @usableFromInline var ended: [EndedUser] = []
  /// The tasks that a newer action of the same key cancels.
  @usableFromInline var running: [Int: Task<Void, Never>] = [:]

  /// - Throws: `DelayError` if measured times cannot be read, or `TraceFault`.
  @usableFromInline
  init(_ request: LoadRequest, _ feature: F, _ service: EffectService) throws {
    self.feature = feature
    self.service = service
    endNs = request.load.traffic.durationNs + request.load.drainNs
    source = try LoadSource(
      request, feature: feature,
      generator: ActionGenerator(
        feature: feature, distribution: request.scenario.distribution, seed: request.seed))
  }

  /// Waits for the intended start of the next action.
  ///
  /// - Returns: `false` after the last action.
  @inlinable
  @inline(never)
  nonisolated(nonsending) mutating func comes() async -> Bool {
    if source.crowd != nil { return await nextUser() }
    while let atNs = source.next(freeNs: 0), atNs < endNs {
      intendedNs = atNs
      startedNs = await service.time.wait(untilNs: atNs)
      if service.admits(atNs: startedNs) { return true }
    }
    return false
  }

  /// Returns the current action with its id; to be called once.
  @inlinable
  @inline(never)
  mutating func action() -> F.Action {
    var action = source.action()
    feature.stamp(&action, service.open(intendedNs: intendedNs, startedNs: startedNs, user))
    return action
  }

  /// Cancels the older task that an action replaces.
  ///
  /// - Parameter task: Awaits all that the action causes.
  @inlinable
  @inline(never)
  mutating func cancelOlder(than action: F.Action, _ task: Task<Void, Never>) {
    guard let key = feature.cancellationKey(of: action) else { return }
    running.updateValue(task, forKey: key)?.cancel()
  }
}

/// Runs a load with its state in allocated memory, then closes it.
@inlinable
func withLoadState<F: ServedFeature>(
  _ request: LoadRequest, _ feature: F, _ service: EffectService,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (UnsafeMutablePointer<EffectLoadState<F>>) async -> UInt64
) async throws -> EffectEnd {
  let load = UnsafeMutablePointer<EffectLoadState<F>>.allocate(capacity: 1)
  load.initialize(to: try EffectLoadState(request, feature, service))
  let digest = await body(load)
  let end = EffectEnd(digest: digest, unsent: load.pointee.source.close())
  load.deinitialize(count: 1)
  load.deallocate()
  return end
}

extension EffectLoadState {
  /// Waits until the next user acts; users whose actions end in the meantime think or leave.
  ///
  /// - Returns: `false` after the last action.
  @inlinable
  @inline(never)
  nonisolated(nonsending) mutating func nextUser() async -> Bool {
    while true {
      let openCount = service.takeEnded(into: &ended)
      for one in ended { source.crowd!.ended(one.user, atNs: one.atNs) }
      ended.removeAll(keepingCapacity: true)
      let now = service.time.nowNs()
      guard now < endNs else { return false }
      let firstNs = source.crowd!.upcoming()
      guard let firstNs, firstNs <= now else {
        guard firstNs != nil || openCount > 0 else { return false }
        await service.nap(untilNs: min(firstNs ?? .max, endNs))
        continue
      }
      guard let next = source.crowd!.next(notAfter: now) else { continue }
      (intendedNs, startedNs) = (next.atNs, now)
      user = next.user
      source.upcoming = next.action
      return true
    }
  }
}
