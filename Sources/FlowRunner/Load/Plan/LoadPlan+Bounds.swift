import FlowHarness
package import FlowResults
import Workloads

// The bounds of the options of loads, for plans that are read from a file. Delays, shapes and
// profiles are checked when they are decoded.

extension LoadPlans {
  package func checkBounds() throws(PlanError) {
    guard !plans.isEmpty else { throw .refused(option: "plans", reason: "must be at least one") }
    for plan in plans { try plan.checkBounds() }
  }
}

extension LoadPlan {
  func checkBounds() throws(PlanError) {
    try PlanBounds.check(scenarios)
    try PlanBounds.check(rounds, in: OptionBounds.rounds, "--rounds")
    try PlanBounds.check(maxRounds, in: OptionBounds.rounds, "--rounds-max")
    try PlanBounds.check(limitSeconds, in: OptionBounds.limitSeconds, "--limit")
    if let maxQueue = load.maxQueue {
      try PlanBounds.check(maxQueue, in: OptionBounds.maxQueue, "--max-queue")
    }
    if load.drainNs != LoadTraffic.unlimitedNs { try PlanBounds.check(ns: load.drainNs, "drainNs") }
    try PlanBounds.check(actions: load.warmUpActions, "warmUpActions")
    try PlanBounds.check(dropped, in: 0...Int.max, "dropped")
    try load.traffic.checkBounds()
    try load.service?.checkBounds()
    for threshold in thresholds {
      try threshold.checkBounds("--threshold")
    }
    if let bound { try bound.checkBounds("--bound") }
  }

}

extension LoadTraffic {
  func checkBounds() throws(PlanError) {
    switch self {
    case .open: break
    case .closed(let clients, _, let durationNs):
      try PlanBounds.check(clients, in: OptionBounds.clients, "--clients")
      try PlanBounds.check(ns: durationNs, from: 1, "--duration")
    case .users(let users):
      try PlanBounds.check(ns: durationNs, from: 1, "--duration")
      try PlanBounds.check(users.count, in: OptionBounds.users, "--users")
    case .trace(let trace): try trace.checkBounds()
    }
  }
}

extension TraceReplay {
  fileprivate func checkBounds() throws(PlanError) {
    if let speed { try PlanBounds.check(speed, in: OptionBounds.speeds, "--speed") }
    try PlanBounds.check(sentCount, in: 1...Int.max, "sentCount")
    if let lastNs, Double(lastNs) / (speed ?? 1) >= Double(Int64.max) {
      throw .invalid(
        option: "--speed", rule: "must let the trace end within 292 years",
        value: "\(speed ?? 1)")
    }
  }
}

extension ServiceLaw {
  fileprivate func checkBounds() throws(PlanError) {
    try PlanBounds.check(failureShare, in: Self.failureShares, "--failures")
    if let capacity { try PlanBounds.check(capacity, in: Self.capacities, "--capacity") }
    guard let timeoutNs else { return }
    try PlanBounds.check(ns: timeoutNs, from: 1, "--timeout")
  }
}

extension LoadThreshold {
  fileprivate func checkBounds(_ option: String) throws(PlanError) {
    guard let metric = LoadMetric.named(metric) else {
      throw .unknown(
        option: option, kind: "metric", name: self.metric, known: LoadMetric.all.map(\.name))
    }
    guard !metric.isTime || (0...Double(TimeText.longestNs)).contains(limit) else {
      throw .invalid(
        option: option, rule: "\(metric.name) must be a time that an option takes",
        value: "\(limit)")
    }
  }
}
