import FlowHarness
import FlowResults
import Measurement

extension LoadQuality {
  /// What the times of a load are worth.
  init(_ statistics: LoadStatistics) {
    self.init()
    warmUpNs = statistics.warmUpNs.map { Int($0) }
    switch statistics.steadiness {
    case .steady: steadiness = Self.steady
    case .drifting: steadiness = Self.drifting
    case .overloaded: steadiness = Self.overloaded
    case .unknown, nil: break
    }
    trustedPercentile = TrustedPercentile(statistics).highest
    let disturbance = statistics.disturbance
    pauses = disturbance.pauses
    pausedNs = disturbance.pausedNs.map { Int($0) }
    pausedActions = disturbance.pausedActions
    stalls = disturbance.stalls
    stalledNs = Int(disturbance.stalledNs)
    let checks = statistics.checks
    inSystem = checks.inSystem
    inSystemByLaw = checks.inSystemByLaw
    utilisation = checks.utilisation
    queueingByLawNs = checks.queueingByLawNs
    queueingByLawLowNs = checks.queueingInterval?.lowerBound
    queueingByLawHighNs = checks.queueingInterval?.upperBound
    lawQueueingNs = checks.queueingNs
    arrivalsP = checks.arrivalsP
    arrivalsScore = checks.arrivalsScore
    failedChecks = checks.failures.joined(separator: "; ")
  }

  /// Leaves empty what nobody has looked for.
  mutating func clearStalls() {
    (pauses, pausedNs, pausedActions, stalls, stalledNs) = (nil, nil, nil, nil, nil)
  }
}

extension LoadFairness {
  /// How evenly workers were served.
  init(_ workers: WorkerShares) {
    self.init()
    index = Fairness.jain(workers.completedInTime.compactMap { $0 })
    let known = workers.p99Ns.compactMap { $0 }
    guard known.count == workers.p99Ns.count else { return }
    minP99Ns = known.min()
    maxP99Ns = known.max()
  }
}

extension LoadRow.Times {
  /// Sets what is known of how far percentiles may be off.
  mutating func setIntervals(_ interval: (Double) -> LoadInterval?) {
    func bounds(_ percent: Double) -> Bounds {
      let found = interval(percent)
      return Bounds(lowNs: found?.lowNs, highNs: found?.highNs)
    }
    p50 = bounds(50)
    p90 = bounds(90)
    p99 = bounds(99)
    p999 = bounds(99.9)
  }
}
