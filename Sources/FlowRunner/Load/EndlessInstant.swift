import FlowHarness
import FlowResults
import Workloads

/// Finds loads whose senders could act without end at one instant, because no time passes between
/// two actions.
///
/// In virtual time the store's work takes no time, only think times, pauses and the service do. In
/// real time only users who do not wait can act without end.
struct EndlessInstant {
  let traffic: LoadTraffic
  /// The service that effects call; `nil` if they complete at once.
  let service: ServiceLaw?
  let isVirtual: Bool
  /// A Boolean value that indicates whether a newer request cancels an older one.
  let hasCancellation: Bool

  /// Refuses such a load.
  ///
  /// - Throws: `PlanError`, naming the delay, the rule and the value.
  func check() throws(PlanError) {
    switch traffic {
    case .open, .trace: return
    case .closed(let clients, let think, _):
      guard isVirtual, Self.isZero(think), let cause = instantEnd(senders: clients) else { return }
      throw .invalid(
        option: "--think",
        rule: "must not always be 0 with --virtual where \(cause), because time would never "
          + "advance; use a delay such as exponential:1s", value: "\(think)")
    case .users(let users):
      guard case .population(let count, _, let away?) = users.entry, Self.isZero(away),
        let cause = cause(users, count)
      else { return }
      throw .invalid(
        option: "--away",
        rule: "must not always be 0 where \(cause), because time would never advance; "
          + "use a delay such as exponential:10m", value: "\(away)")
    }
  }

  /// Returns the reason why users who return immediately act without end; `nil` if they do not.
  private func cause(_ users: UserTraffic, _ count: Int) -> String? {
    guard Self.isZero(users.think) else {
      // A user who has left the queue does not think.
      return isVirtual && users.waits && leavesImmediately(senders: count) ? Self.leaving : nil
    }
    let think = "--think is \(users.think)"
    guard users.waits else { return "\(think) and users do not wait for answers" }
    guard isVirtual else { return nil }
    return instantEnd(senders: count).map { "\(think) and \($0)" }
  }

  /// Returns the reason why actions without end could begin and end at one instant; `nil` if time
  /// passes.
  private func instantEnd(senders: Int) -> String? {
    guard let service else { return "actions take no time" }
    if Self.isZero(service.latency) { return "--latency is \(service.latency)" }
    if leavesImmediately(senders: senders) { return Self.leaving }
    return hasCancellation && senders > 1 ? "a newer request cancels an older one immediately" : nil
  }

  /// Returns whether a request that finds all places taken leaves immediately.
  private func leavesImmediately(senders: Int) -> Bool {
    guard let service, let capacity = service.capacity, let patience = service.patience else {
      return false
    }
    return senders > capacity && Self.isZero(patience)
  }

  private static let leaving = "requests that have to wait are withdrawn immediately"

  private static func isZero(_ delay: Delay) -> Bool {
    // Measured delays that cannot be read are refused elsewhere.
    (try? DelaySampler(delay))?.isAlwaysZero ?? false
  }
}
