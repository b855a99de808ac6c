import FlowHarness
import FlowResults
import Workloads

/// Finds loads whose senders could act for ever at one instant, because nothing between two of their
/// actions takes any time.
///
/// Where time jumps, the work of a store takes none: only think times, pauses and the service behind
/// the effects do. In real time only users who do not wait for answers can act so.
struct EndlessInstant {
  let traffic: LoadTraffic
  /// What effects call; `nil`: they answer without delay.
  let service: ServiceLaw?
  /// Whether time jumps.
  let isVirtual: Bool
  /// Whether a newer request cancels an older one.
  let hasCancellation: Bool

  /// Refuses such a load.
  ///
  /// - Throws: `PlanError` that names the delay, the rule and what was given.
  func check() throws(PlanError) {
    switch traffic {
    case .open, .trace: return
    case .closed(let clients, let think, _):
      guard isVirtual, Self.isZero(think), let cause = instantEnd(senders: clients) else { return }
      throw .conflict(
        option: "--think",
        rule: "must not always be 0 with --virtual where \(cause), because time would never "
          + "advance; use a delay such as exponential:1s", value: "\(think)")
    case .users(let users):
      guard case .population(let count, _, let away?) = users.entry, Self.isZero(away),
        let cause = cause(users, count)
      else { return }
      throw .conflict(
        option: "--away",
        rule: "must not always be 0 where \(cause), because time would never advance; "
          + "use a delay such as exponential:10m", value: "\(away)")
    }
  }

  /// Why users who come back at once act again and again at one instant; `nil`: they do not.
  private func cause(_ users: LoadUsers, _ count: Int) -> String? {
    guard Self.isZero(users.think) else {
      // A user who has left the queue does not think.
      return isVirtual && users.waits && leavesAtOnce(senders: count) ? Self.leaving : nil
    }
    let think = "--think is \(users.think)"
    guard users.waits else { return "\(think) and users do not wait for answers" }
    guard isVirtual else { return nil }
    return instantEnd(senders: count).map { "\(think) and \($0)" }
  }

  /// Why actions of so many senders could end as soon as they begin, again and again; `nil`: time
  /// passes between them.
  private func instantEnd(senders: Int) -> String? {
    guard let service else { return "actions take no time" }
    if Self.isZero(service.latency) { return "--latency is \(service.latency)" }
    if leavesAtOnce(senders: senders) { return Self.leaving }
    return hasCancellation && senders > 1 ? "a newer request cancels an older one at once" : nil
  }

  /// Whether a request that finds all places of the service taken leaves at once.
  private func leavesAtOnce(senders: Int) -> Bool {
    guard let service, let capacity = service.capacity, let patience = service.patience else {
      return false
    }
    return senders > capacity && Self.isZero(patience)
  }

  private static let leaving = "requests that find no place leave at once"

  /// Whether a delay is always 0.
  private static func isZero(_ delay: Delay) -> Bool {
    // Measured delays that cannot be read are refused where they are asked for.
    (try? DelaySampler(delay))?.isAlwaysZero ?? false
  }
}
