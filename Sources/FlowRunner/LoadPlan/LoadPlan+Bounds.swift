import FlowHarness
package import FlowResults
import Workloads

// The bounds of the options of loads, for plans that are read from a file. Delays, shapes and profiles
// check themselves when they are read.

extension LoadPlans {
  package func checkBounds() throws(PlanError) {
    guard !plans.isEmpty else { throw .refused(option: "plans", reason: "must be at least one") }
    for plan in plans { try plan.checkBounds() }
  }
}

extension LoadPlan {
  func checkBounds() throws(PlanError) {
    try PlanBounds.check(scenarios, copies: copies)
    try RoundOptions.rounds.check(rounds)
    try ThresholdOptions.maxRounds.check(maxRounds)
    try LimitOptions.limit.check(limitSeconds)
    if let maxQueue { try QueueOptions.maxQueue.check(maxQueue) }
    if drainNs != LoadTraffic.unlimitedNs { try PlanBounds.check(ns: drainNs, "drainNs") }
    try PlanBounds.check(actions: warmUpActions, "warmUpActions")
    try PlanBounds.check(dropped, in: 0...Int.max, "dropped")
    try traffic.checkBounds()
    try service?.checkBounds()
    for threshold in thresholds {
      try threshold.checkBounds(ThresholdOptions.thresholds.option.name)
    }
    if let bound { try bound.checkBounds(SaturateOptions.bound.option.name) }
  }

  /// How many copies of a module there may be: users who have copies of their own may be more.
  private var copies: ClosedRange<Int> {
    guard case .users(let users) = traffic, users.places == .own else { return SizeOptions.copies }
    return 1...max(1, users.countOfWorld)
  }
}

extension LoadTraffic {
  func checkBounds() throws(PlanError) {
    switch self {
    case .open(let schedule): try schedule.checkBounds()
    case .closed(let clients, _, let durationNs):
      try ClientOptions.clients.check(clients)
      try RateOptions.duration.check(durationNs)
    case .users(let users):
      try RateOptions.duration.check(durationNs)
      if let worlds = users.worlds { try WorldOptions.worlds.check(worlds) }
      guard users.world == nil else {
        throw .refused(
          option: WorldOptions.worlds.option.name, reason: "must be planned all together")
      }
      switch users.entry {
      case .population(let count, _, _):
        try UserOptions.users.check(count)
        try users.checkWorlds(count: count)
      case .sessions(let schedule):
        try schedule.checkBounds()
        let counts = Crowd<CounterFeature>.counts
        try PlanBounds.check(users.count, in: counts, UserOptions.sessions.option.name)
        guard users.worlds == nil else {
          throw .refused(
            option: WorldOptions.worlds.option.name,
            reason: "must be given with \(UserOptions.users.option.name)")
        }
      }
    case .trace(let trace): try trace.checkBounds()
    }
  }
}

extension LoadSchedule {
  fileprivate func checkBounds() throws(PlanError) {
    guard let workers else { return }
    try LoadWorkerOptions.workers.check(workers)
    do { _ = try shares(seed: 0) } catch {
      throw .refused(option: LoadWorkerOptions.workers.option.name, reason: "\(error)")
    }
  }
}

extension LoadTrace {
  fileprivate func checkBounds() throws(PlanError) {
    if let speed { try ReplayOptions.speed.check(.times(speed)) }
    try PlanBounds.check(sentCount, in: 1...Int.max, "sentCount")
    if let lastNs, Double(lastNs) / (speed ?? 1) >= Double(Int64.max) {
      throw .outOfRange(
        option: ReplayOptions.speed.option.name, rule: "must let the trace end within 292 years",
        value: "\(speed ?? 1)")
    }
  }
}

extension ServiceLaw {
  fileprivate func checkBounds() throws(PlanError) {
    try ServiceOptions.failures.check(failureShare)
    if let capacity { try ServiceOptions.capacity.check(capacity) }
    guard let timeoutNs else { return }
    try ServiceOptions.timeout.check(timeoutNs)
  }
}

extension LoadThreshold {
  fileprivate func checkBounds(_ option: String) throws(PlanError) {
    guard let metric = LoadMetric.named(metric) else {
      throw .unknown(
        option: option, kind: "metric", name: self.metric, known: LoadMetric.all.map(\.name))
    }
    guard !metric.isTime || (0...Double(TimeText.longestNs)).contains(limit) else {
      throw .outOfRange(
        option: option, rule: "\(metric.name) must be a time that an option takes",
        value: "\(limit)")
    }
  }
}
