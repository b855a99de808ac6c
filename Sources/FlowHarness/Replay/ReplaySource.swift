public import FlowTrace
public import Workloads

/// The actions of a trace in memory, each with the instant at which it is meant to come.
@usableFromInline
struct ReplaySource<F: Feature> {
  // Their times are those of the replay.
  @usableFromInline var actions: [TracedAction<F.Action>] = []
  @usableFromInline var position = 0
  /// Whether each is sent when it was recorded; if not, when the last one is done.
  @usableFromInline let isTimed: Bool

  /// Reads the actions of a trace, which was scanned before.
  ///
  /// - Throws: `TraceFault` when it is no longer as it was then.
  /// - Complexity: O(*n*), in memory too.
  init(_ trace: LoadTrace, for feature: F) throws(TraceFault) {
    isTimed = trace.speed != nil
    actions.reserveCapacity(trace.sentCount)
    var sent = try SentActions(reading: trace.path, for: feature)
    while actions.count < trace.sentCount, var action = try sent.next() {
      action.atNs = trace.speed.map { LoadTrace.scaled(action.atNs ?? 0, by: $0) }
      actions.append(action)
    }
    guard actions.count == trace.sentCount else {
      throw .changed(file: trace.path, actionCount: actions.count)
    }
  }

  /// When the next one comes; `nil` after the last.
  ///
  /// - Parameter freeNs: When the last one ended.
  @inlinable
  func next(freeNs: UInt64) -> UInt64? {
    guard position < actions.count else { return nil }
    return isTimed ? actions[position].atNs : freeNs
  }

  /// Takes the next one.
  @inlinable
  mutating func action() -> F.Action {
    defer { position += 1 }
    return actions[position].action
  }

  /// How many are left.
  @inlinable var count: Int { actions.count - position }
}
