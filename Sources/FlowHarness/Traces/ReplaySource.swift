import FlowTrace
import Workloads

/// The actions of a trace in memory, each with the instant at which it is meant to come.
struct ReplaySource<F: Feature> {
  private var actions: [TracedAction<F.Action>] = []
  private var position = 0
  /// How many nanoseconds of the trace pass in one; `nil`: each is sent when the last one is done.
  private let speed: Double?

  /// Reads the actions of a trace, which was scanned before.
  ///
  /// - Throws: `PlanError` when it is no longer as it was then.
  /// - Complexity: O(*n*), in memory too.
  init(_ trace: LoadTrace, for feature: F) throws(PlanError) {
    speed = trace.speed
    actions.reserveCapacity(trace.sentCount)
    do throws(TraceFault) {
      var sent = try SentActions(reading: trace.path, for: feature)
      while actions.count < trace.sentCount, let action = try sent.next() {
        actions.append(action)
      }
    } catch {
      throw .trace("\(error)")
    }
    guard actions.count == trace.sentCount else {
      throw .trace(
        "\(trace.path): the trace must not change while it is replayed, got \(actions.count) actions"
      )
    }
  }

  /// When the next one comes; `nil` after the last.
  ///
  /// - Parameter freeNs: When the last one ended.
  func next(freeNs: UInt64) -> UInt64? {
    guard position < actions.count else { return nil }
    guard let speed else { return freeNs }
    return LoadTrace.scaled(actions[position].atNs ?? 0, by: speed)
  }

  /// Takes the next one.
  mutating func action() -> F.Action {
    defer { position += 1 }
    return actions[position].action
  }

  /// How many are left.
  var count: Int { actions.count - position }
}
