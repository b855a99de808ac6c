import FlowHarness
import Measurement
import Workloads

/// Finds when responses are as before a spike again: a pure function of the batches of both sides.
///
/// The time is cut into windows of one length, each with 100 actions or more. A window is back when its
/// p99 is not above the largest of three: 10 % above the p99 of the time before the spike; the upper end
/// of the 95 % interval of that p99; and what 95 of 100 windows before the spike keep, since a window is
/// shorter than all of that time and scatters more. Recovery is the start of the first of
/// ``windowsToStay`` windows in a row that are back, so that neither one lucky window ends it early nor
/// a single pause later on undoes it.
struct RecoverySearch {
  /// How far above the p99 before the spike is still back.
  static let share = 0.1
  /// So many windows in a row must be back.
  static let windowsToStay = 3
  /// So large a part of the windows before the spike keep the limit.
  private static let keptShare = 0.95

  private let before: [ResponseWindow]
  private let beforeBatches: [LoadBatch]
  private let after: [ResponseWindow]

  /// Of one spike.
  ///
  /// - Parameters:
  ///   - before: The batches of actions meant to come before it.
  ///   - after: The batches of actions meant to come after it; none of later than the last arrival.
  ///   - endNs: When it ended, in nanoseconds since the start of the load.
  init(before: [LoadBatch], after: [LoadBatch], endNs: UInt64) {
    let cut = InitialTransient.length(
      of: before.compactMap { $0.times.response.percentileNs(50).map { Double($0) } })
    beforeBatches = Array(before[cut...])
    // Of two lengths the longer one: a p99 of few actions scatters more.
    let minNs = max(Self.length(of: before), Self.length(of: after))
    self.before = ResponseWindow.joined(
      beforeBatches, fromNs: cut == 0 ? 0 : before[cut - 1].endNs, minNs: minNs)
    self.after = ResponseWindow.joined(after, fromNs: endNs, minNs: minNs)
  }

  /// How long the longest window is, to which recovery is known; `nil` where there is none. The first one
  /// after the spike is not counted: before it those of the spike are served.
  var windowNs: UInt64? { (before + after.dropFirst()).map { $0.endNs - $0.startNs }.max() }

  /// The length of a batch, on average.
  private static func length(of batches: [LoadBatch]) -> UInt64 {
    guard batches.count > 1 else { return 0 }
    return (batches[batches.count - 1].endNs - batches[0].endNs) / UInt64(batches.count - 1)
  }

  /// What the p99 of a window must not be above to be back; `nil` where too few came before the spike.
  var limitNs: Double? {
    guard !before.isEmpty,
      let p99Ns = BatchSeries.times(of: beforeBatches[...]).response.knownPercentileNs(99)
    else { return nil }
    let interval = QuantileInterval(percent: 99, of: beforeBatches.map(\.times.response))
    let windows = before.map(\.p99Ns).sorted()
    let rank = Int((Self.keptShare * Double(windows.count)).rounded(.up))
    return max(p99Ns * (1 + Self.share), interval?.high ?? 0, windows[rank - 1])
  }

  /// The start of the first windows that stay back, in nanoseconds since the start of the load; `nil`
  /// where there are none.
  var backNs: UInt64? {
    guard let limitNs else { return nil }
    var run = 0
    for (index, window) in after.enumerated() {
      run = window.p99Ns <= limitNs ? run + 1 : 0
      if run == Self.windowsToStay { return after[index + 1 - run].startNs }
    }
    return nil
  }
}

/// A part of a load that is long enough for the p99 of its responses to be known.
struct ResponseWindow: Equatable {
  /// When it began, in nanoseconds since the start of the load.
  var startNs: UInt64
  /// When it ended, in nanoseconds since the start of the load.
  var endNs: UInt64
  /// The 99th percentile of the responses of actions that ended in it.
  var p99Ns: Double

  /// Of fewer actions nobody knows a 99th percentile.
  static let minActions = 100

  /// Batches that follow one another, joined until each has enough actions and is long enough. What is
  /// left at the end is too little, and left out.
  ///
  /// - Parameters:
  ///   - fromNs: When the first one begins.
  ///   - minNs: How long each is at least; a hundredth less is enough.
  static func joined(
    _ batches: some Sequence<LoadBatch>, fromNs: UInt64, minNs: UInt64
  ) -> [ResponseWindow] {
    var windows: [ResponseWindow] = []
    var startNs = fromNs
    var response = LatencyHistogram()
    for batch in batches {
      response.add(batch.times.response)
      guard response.count >= minActions, batch.endNs >= startNs,
        batch.endNs - startNs >= minNs - minNs / 100,
        let p99Ns = response.knownPercentileNs(99)
      else { continue }
      windows.append(ResponseWindow(startNs: startNs, endNs: batch.endNs, p99Ns: p99Ns))
      startNs = batch.endNs
      response = LatencyHistogram()
    }
    return windows
  }
}

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
