/// How evenly the workers of a load were served; empty where one thread sends.
package struct LoadFairness: Equatable {
  package var index: Double?
  package var minP99Ns: Double?
  package var maxP99Ns: Double?

  package init() {}

  static let columns: [ResultColumn<LoadFairness>] = [
    .number(
      "fairness", \.index,
      "Jain's index of the share of its actions each worker had done by the end of the schedule; empty: no workers.",
      in: .share
    ).metric(.load()),
    .number(
      "worker_p99_min_ns", \.minP99Ns,
      "The 99th percentile of the response of the worker with the shortest, of all its actions; empty: no workers."
    ),
    .number("worker_p99_max_ns", \.maxP99Ns, "The same of the worker with the longest."),
  ]
}
