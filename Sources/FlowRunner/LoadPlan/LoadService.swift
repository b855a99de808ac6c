import FlowHarness
import FlowResults
import Workloads

extension ServiceLaw {
  /// Checks what was asked for; `nil` when effects answer at once.
  init?(_ options: LoadOptions) throws(PlanError) {
    guard let latency = options.latency else {
      try LoadTraffic.refuse(
        [
          ("--failures", options.failures.map { "\($0)" }), ("--timeout", options.timeout),
          ("--capacity", options.capacity.map { "\($0)" }),
        ], rule: "must be given with --latency, how long the service takes")
      return nil
    }
    try LoadTraffic.refuse(
      options.capacity == nil ? [("--max-queue", options.maxQueue.map { "\($0)" })] : [],
      rule: "must be given with --capacity where effects take time: else nobody waits")
    let failures = options.failures ?? 0
    try Plan.check(failures, in: Self.failureShares, "--failures")
    if let capacity = options.capacity {
      try Plan.check(capacity, in: Self.capacities, "--capacity")
    }
    self.init(
      latency: try LoadTraffic.delay(latency, "--latency"), failureShare: failures,
      timeoutNs: try LoadPlan.ns(options.timeout, "--timeout"), capacity: options.capacity)
  }
}
