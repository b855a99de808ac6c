import Workloads

// The loops of a load whose effects take time: whoever sends does not wait for what he sent.

/// A load with effects, in the hands of its loop.
struct EffectCourse<F: ServedFeature> {
  let feature: F
  let desk: EffectDesk
  /// After this time nobody is sent any more, and nobody waited for.
  let endNs: UInt64
  /// Whether each who sends waits for the end of his action.
  let isClosed: Bool
  var source: LoadSource<F>

  /// Waits until the next action is meant to come.
  ///
  /// - Returns: When it was meant to come, and when it is; `nil` at the end.
  nonisolated(nonsending) mutating func nextArrival() async -> (
    intendedNs: UInt64, startedNs: UInt64
  )? {
    if isClosed {
      guard let readyNs = await desk.nextProducer(untilNs: endNs) else { return nil }
      return (readyNs, desk.time.nowNs())
    }
    while let intendedNs = source.next(freeNs: 0), intendedNs < endNs {
      let startedNs = await desk.time.wait(untilNs: intendedNs)
      if desk.admits(atNs: startedNs) { return (intendedNs, startedNs) }
    }
    return nil
  }

  /// How many would still come; nobody does after that.
  mutating func close() -> Int { isClosed ? desk.closeProducers() : source.close() }

  /// The next action, with its ticket.
  mutating func action(intendedNs: UInt64, startedNs: UInt64) -> F.Action {
    var action = source.action()
    feature.stamp(&action, desk.open(intendedNs: intendedNs, startedNs: startedNs))
    return action
  }

  /// Waits until all that was sent is done.
  nonisolated(nonsending) func drain() async {
    while desk.openCount > 0, desk.time.nowNs() < endNs {
      _ = await desk.time.wait(untilNs: desk.time.nowNs() + Self.glanceNs)
    }
  }

  private static var glanceNs: UInt64 { 1_000_000 }
}

/// Sends actions when they are due to a store whose `send` returns before its effects have ended.
@inline(never)
func overlap<S: SynchronousStore>(
  _ course: UnsafeMutablePointer<EffectCourse<S.F>>, into store: UnsafeMutablePointer<S>,
  on isolation: isolated (any Actor)? = #isolation
) async where S.F: ServedFeature {
  let desk = course.pointee.desk
  while let (intendedNs, startedNs) = await course.pointee.nextArrival() {
    store.pointee.send(
      course.pointee.action(intendedNs: intendedNs, startedNs: startedNs))
    desk.sent()
  }
  await course.pointee.drain()
}

/// As `overlap`, for a store whose `send` suspends until all it caused is done: each is awaited in a
/// task of its own, as a view does it. A newer task cancels the older one of its kind.
@inline(never)
@MainActor
func overlapSuspending<S: SuspendingStore>(
  _ course: UnsafeMutablePointer<EffectCourse<S.F>>, into store: S
) async where S.F: ServedFeature {
  var running: [Int: Task<Void, Never>] = [:]
  let desk = course.pointee.desk
  while let (intendedNs, startedNs) = await course.pointee.nextArrival() {
    let action = course.pointee.action(intendedNs: intendedNs, startedNs: startedNs)
    let key = course.pointee.feature.cancellationKey(of: action)
    let task = Task { await store.send(action) }
    if let key { running.updateValue(task, forKey: key)?.cancel() }
    desk.sent()
  }
  await course.pointee.drain()
}
