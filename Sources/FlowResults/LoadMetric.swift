/// One number of a load that people set bounds for.
package struct LoadMetric: Sendable {
  package let name: String
  package let isTime: Bool
  package let value: @Sendable (LoadRow) -> Double?

  /// The metric of that name.
  package static func named(_ name: String) -> LoadMetric? { all.first { $0.name == name } }

  /// All of them, times first.
  package static let all: [LoadMetric] =
    [
      time("response_mean", \.response.meanNs), time("response_p50", \.response.p50Ns),
      time("response_p90", \.response.p90Ns), time("response_p99", \.response.p99Ns),
      time("response_p99.9", \.response.p999Ns), time("response_max", \.response.greatestNs),
      time("service_mean", \.service.meanNs), time("service_p50", \.service.p50Ns),
      time("service_p99", \.service.p99Ns), time("service_max", \.service.greatestNs),
      time("queueing_mean", \.queueing.meanNs), time("queueing_p50", \.queueing.p50Ns),
      time("queueing_p99", \.queueing.p99Ns), time("queueing_max", \.queueing.greatestNs),
      time("lateness_mean", \.lateness.meanNs), time("lateness_p99", \.lateness.p99Ns),
      time("lateness_max", \.lateness.greatestNs), time("cpu_per_action", \.cpuNs),
    ] + [
      total("offered_total", \.offered), total("completed_total", \.completed),
      total("dropped_total", \.dropped), total("unserved_total", \.unserved),
      LoadMetric(name: "throughput", isTime: false) { $0.throughput },
    ]

  private static func time(
    _ name: String, _ path: any KeyPath<LoadRow, Double?> & Sendable
  ) -> LoadMetric {
    LoadMetric(name: name, isTime: true) { $0[keyPath: path] }
  }

  private static func total(
    _ name: String, _ path: any KeyPath<LoadRow, Int?> & Sendable
  ) -> LoadMetric {
    LoadMetric(name: name, isTime: false) { $0[keyPath: path].map { Double($0) } }
  }
}
