import FlowHarness
import Measurement
import Workloads

/// What a load that is meant to change shows: a pure function of what its pages come to.
struct ChangeAnalysis {
  let schedule: LoadSchedule
  let log: LoadLog

  /// The recovery from its spike, and its rates on both ways; `nil` where it has neither.
  var changes: LoadChanges? {
    // Whose parts are not kept apart cannot be compared.
    guard schedule.stages.count == schedule.profile.segments.count else { return nil }
    var changes = LoadChanges()
    changes.recovery = schedule.profile.spike.map { recovery($0) }
    changes.returns = schedule.profile.returns.compactMap { returned($0) }
    return changes == LoadChanges() ? nil : changes
  }

  private func recovery(_ spike: RateSpike) -> SpikeRecovery {
    let durationNs = schedule.profile.totalNs
    let search = RecoverySearch(
      before: batches(0),
      after: batches(schedule.stages.count - 1).filter { $0.endNs <= durationNs },
      endNs: spike.endNs)
    var recovery = SpikeRecovery(startNs: spike.startNs, endNs: spike.endNs)
    recovery.limitNs = search.limitNs
    recovery.windowNs = search.windowNs
    recovery.recoveryNs = search.backNs.map { $0 - spike.endNs }
    return recovery
  }

  private func returned(_ rate: RateReturn) -> ReturnedRate? {
    guard let up = p99Ns(rate.up), let down = p99Ns(rate.down), up > 0 else { return nil }
    let interval = estimate(rate.down, down).flatMap { down in
      estimate(rate.up, up).flatMap { RatioInterval(down, over: $0) }
    }
    return ReturnedRate(
      rate: rate.rate, upStage: rate.up, downStage: rate.down, ratio: down / up,
      low: interval?.low, high: interval?.high)
  }

  private func batches(_ stage: Int) -> [LoadBatch] {
    // Nobody may have come in it.
    stage < log.stages.count ? log.stages[stage].batches : []
  }

  private func p99Ns(_ stage: Int) -> Double? {
    BatchSeries.times(of: batches(stage)[...]).response.knownPercentileNs(99)
  }

  private func estimate(_ stage: Int, _ p99Ns: Double) -> RatioInterval.Estimate? {
    QuantileInterval(percent: 99, of: batches(stage).map(\.times.response)).map {
      RatioInterval.Estimate(value: p99Ns, low: min($0.low, p99Ns), high: max($0.high, p99Ns))
    }
  }
}
