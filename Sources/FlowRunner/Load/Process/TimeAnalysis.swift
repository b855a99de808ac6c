import FlowHarness
import FlowResults
import Measurement
import Workloads

/// Evaluates the times of a load: a pure function of its batches.
struct TimeAnalysis {
  let request: LoadRequest
  let result: LoadResult
  let log: BatchLog
  /// The pauses of the machine; `nil` if they were not watched.
  var pauses: [Pause]?

  private static let percentiles = LatencyRow.percentiles.filter { $0 < 100 }

  var statistics: LoadStatistics {
    var statistics = LoadStatistics(times: result.whole)
    addDisturbance(to: &statistics.quality)
    if isMeantToBeSteady {
      let batches = steadyBatches(&statistics)
      judge(batches, &statistics)
      if !statistics.quality.isOverloaded { statistics.intervals = Self.intervals(batches) }
    }
    statistics.quality.trustedPercentile = TrustedPercentile(statistics).highest
    return statistics
  }

  // MARK: - Steadiness

  private var isMeantToBeSteady: Bool {
    switch request.load.traffic {
    case .open(let schedule): schedule.isSteady
    case .closed: true
    case .users(let users): users.isSteady
    case .trace: false
    }
  }

  /// Returns the batches after the warm-up, which ends where omitting more would not make the rest
  /// steadier. It is found by medians, because a single pause does not change them.
  private func steadyBatches(_ statistics: inout LoadStatistics) -> ArraySlice<TimedBatch> {
    let all = log.stages.first?.batches ?? []
    let arriving = all.prefix { $0.endNs <= request.load.traffic.durationNs }
    let medians = arriving.compactMap { $0.times.response.percentileNs(50).map { Double($0) } }
    // A slice without actions has no median.
    let cut = medians.count == arriving.count ? InitialTransient.length(of: medians) : 0
    statistics.quality.warmUpNs = cut == 0 ? 0 : Int(all[cut - 1].endNs)
    let steady = all[cut...]
    if cut > 0 { statistics.times = BatchSeries.times(of: steady) }
    return steady
  }

  private func judge(_ batches: ArraySlice<TimedBatch>, _ statistics: inout LoadStatistics) {
    let arriving = batches.prefix { $0.endNs <= request.load.traffic.durationNs }
    // Clients who wait for their own action do not let a queue grow.
    let inSystem = arriving.compactMap(\.inSystem)
    if inSystem.count == arriving.count, SteadyState.queueGrowth(inSystem) != nil {
      statistics.quality.steadiness = LoadQuality.overloaded
      statistics.unsteadiness = "overloaded: the queue grows as long as actions arrive"
      return
    }
    // With a service, service times include the wait for a place.
    let services =
      request.load.service == nil
      ? arriving.compactMap { $0.times.service.percentileNs(50).map { Double($0) } } : []
    if let change = SteadyState.drift(of: services) {
      statistics.quality.steadiness = LoadQuality.drifting
      statistics.unsteadiness =
        "not steady: service times of the second half are \(Decimals.percent(abs(change))) "
        + (change > 0 ? "longer" : "shorter")
    } else if request.load.service == nil ? !services.isEmpty : !arriving.isEmpty {
      statistics.quality.steadiness = LoadQuality.steady
    }
  }

  // MARK: - Intervals

  private static func intervals(_ batches: ArraySlice<TimedBatch>) -> [LoadStatistics.Interval] {
    let named = batches.map(\.times.named)
    return ActionLatencies().named.indices.dropLast().flatMap { index in
      let histograms = named.map { $0[index].histogram }
      let all = LatencyHistogram(joining: histograms)
      return percentiles.compactMap { percent in
        QuantileInterval(percent: percent, of: histograms, all: all).map {
          LoadStatistics.Interval(
            time: named[0][index].name, percent: percent, lowNs: $0.low, highNs: $0.high,
            batches: $0.batches)
        }
      }
    }
  }

  // MARK: - Disturbances

  private func addDisturbance(to quality: inout LoadQuality) {
    let parts = Dictionary(grouping: result.stalls) {
      $0.isPause(pauses ?? [], startNs: result.startNs)
    }
    let (paused, stalled) = (parts[true] ?? [], parts[false] ?? [])
    func lengthNs(_ stalls: [Stall]) -> Int {
      stalls.reduce(0) { $0 + Int($1.toNs - $1.fromNs) }
    }
    // The thread that watches may miss pauses while it waits for a core.
    if pauses != nil || !paused.isEmpty {
      quality.pauses = paused.count
      quality.pausedNs = lengthNs(paused)
      quality.pausedActions = paused.reduce(0) { $0 + $1.actions }
    }
    quality.stalls = stalled.count
    quality.stalledNs = lengthNs(stalled)
  }
}

extension LoadQuality {
  /// A Boolean value that indicates whether the queue grows as long as actions arrive.
  var isOverloaded: Bool { steadiness == Self.overloaded }
}
