import FlowHarness
import FlowResults
import Workloads

/// Refuses bounds of metrics that a load does not measure, before it is driven.
struct MeasurableMetric {
  let traffic: LoadTraffic
  let service: ServiceLaw?
  let isVirtual: Bool

  /// Refuses bounds of metrics that the load does not measure.
  ///
  /// - Parameter option: The option of the bounds.
  /// - Throws: `PlanError`, with the option that the metric needs.
  func check(_ bounds: [LoadThreshold], option: String) throws(PlanError) {
    for bound in bounds {
      guard let metric = LoadMetric.named(bound.metric), let need = need(of: metric) else {
        continue
      }
      throw .invalid(option: option, rule: "\(metric.name) \(need)", value: "'\(bound)'")
    }
  }

  /// Returns the unmet requirement of a metric; `nil` if the load measures it.
  private func need(of metric: LoadMetric) -> String? {
    switch metric.name {
    case LoadMetric.processorTime:
      return isVirtual ? "is not measured with --virtual" : nil
    default:
      guard metric.isTime, isVirtual, service == nil else { return nil }
      return
        "is measured in virtual time only with --latency, because work takes no virtual time"
    }
  }
}
