import FlowHarness
import FlowResults
import Workloads

/// Whether a load measures the metric of a bound, before it is driven.
///
/// A metric that a load cannot have would be missed at the end of it, as if the store were to blame.
struct MeasurableMetric {
  let traffic: LoadTraffic
  let service: ServiceLaw?
  let isVirtual: Bool

  /// Refuses bounds of metrics that the load does not measure.
  ///
  /// - Parameter option: The option that asks for them.
  /// - Throws: `PlanError`, with the option that the metric needs.
  func check(_ bounds: [LoadThreshold], option: String) throws(PlanError) {
    for bound in bounds {
      guard let metric = LoadMetric.named(bound.metric), let need = need(of: metric) else {
        continue
      }
      throw .conflict(option: option, rule: "\(metric.name) \(need)", value: "'\(bound)'")
    }
  }

  /// The precondition that the load does not meet; `nil` if it measures the metric.
  private func need(of metric: LoadMetric) -> String? {
    switch metric.name {
    case LoadMetric.fairness:
      return traffic.workers == nil
        ? "must be asked for with --workers" : nil
    case LoadMetric.recovery where !hasSpike:
      return "must be asked for with --shape spike"
    case LoadMetric.processorTime:
      return isVirtual ? "must not be asked for with --virtual" : nil
    default:
      guard metric.isTime, isVirtual, service == nil else { return nil }
      return
        "must be asked for with --latency in virtual time, in which "
        + "work takes no time"
    }
  }

  private var hasSpike: Bool {
    guard case .open(let schedule) = traffic else { return false }
    return schedule.profile.spike != nil
  }
}
