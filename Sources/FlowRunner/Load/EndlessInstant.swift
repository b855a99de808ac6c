import FlowHarness
import FlowResults
import Workloads

/// Finds loads whose senders could act without end at one instant, because no time passes between
/// two actions.
///
/// In virtual time the store's work takes no time, only think times, pauses and the service do.
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
    guard isVirtual else { return }
    switch traffic {
    case .open, .trace: return
    case .closed(let clients, let think, _):
      guard Self.isZero(think), let cause = instantEnd(senders: clients) else { return }
      throw .invalid(
        option: "--think",
        rule: "must not always be 0 with --virtual where \(cause), because time would never "
          + "advance; use a delay such as exponential:1s", value: "\(think)")
    case .users(let users):
      guard let away = users.away, Self.isZero(away), Self.isZero(users.think),
        let cause = instantEnd(senders: users.count)
      else { return }
      throw .invalid(
        option: "--away",
        rule: "must not always be 0 where --think is \(users.think) and \(cause), because time "
          + "would never advance; use a delay such as exponential:10m", value: "\(away)")
    }
  }

  /// Returns the reason why actions without end could begin and end at one instant; `nil` if time
  /// passes.
  private func instantEnd(senders: Int) -> String? {
    guard let service else { return "actions take no time" }
    if Self.isZero(service.latency) { return "--latency is \(service.latency)" }
    return hasCancellation && senders > 1 ? "a newer request cancels an older one immediately" : nil
  }

  private static func isZero(_ delay: Delay) -> Bool {
    // Measured delays that cannot be read are refused elsewhere.
    (try? DelaySampler(delay))?.isAlwaysZero ?? false
  }
}
