public import Workloads

/// A load with effects, in the hands of its loop.
@usableFromInline
struct EffectCourse<F: ServedFeature> {
  @usableFromInline let feature: F
  @usableFromInline let desk: EffectDesk
  /// After this time nobody is sent any more, and nobody waited for.
  @usableFromInline let endNs: UInt64
  /// Whether each who sends waits for the end of his action.
  @usableFromInline let isClosed: Bool
  @usableFromInline var source: LoadSource<F>
  /// When the action that has come was meant to, and when it did.
  @usableFromInline var intendedNs: UInt64 = 0
  @usableFromInline var startedNs: UInt64 = 0
  /// What is awaited that a newer action would cancel, by its key.
  @usableFromInline var running: [Int: Task<Void, Never>] = [:]

  /// The course of a job.
  ///
  /// - Throws: What making the source of the load's actions throws.
  @usableFromInline
  init(_ request: LoadRequest, _ feature: F, _ desk: EffectDesk) throws {
    self.feature = feature
    self.desk = desk
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
      guard let readyNs = await desk.nextClient(untilNs: endNs) else { return false }
      (intendedNs, startedNs) = (readyNs, desk.time.nowNs())
      return true
    }
    while let atNs = source.next(freeNs: 0), atNs < endNs {
      intendedNs = atNs
      startedNs = await desk.time.wait(untilNs: atNs)
      if desk.admits(atNs: startedNs) { return true }
    }
    return false
  }

  /// The action that has come, with its ticket; once for each.
  @inlinable
  @inline(never)
  mutating func action() -> F.Action {
    var action = source.action()
    feature.stamp(&action, desk.open(intendedNs: intendedNs, startedNs: startedNs))
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
  mutating func close() -> Int { isClosed ? desk.closeClients() : source.close() }
}

/// Runs a course in memory of its own, then closes it.
@inlinable
func withCourse<F: ServedFeature>(
  _ request: LoadRequest, _ feature: F, _ desk: EffectDesk,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (UnsafeMutablePointer<EffectCourse<F>>) async -> UInt64
) async throws -> EffectEnd {
  let course = UnsafeMutablePointer<EffectCourse<F>>.allocate(capacity: 1)
  course.initialize(to: try EffectCourse(request, feature, desk))
  let digest = await body(course)
  let end = EffectEnd(digest: digest, unsent: course.pointee.close())
  course.deinitialize(count: 1)
  course.deallocate()
  return end
}
