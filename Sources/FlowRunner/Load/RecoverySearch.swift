import FlowHarness
import FlowResults
import Measurement
import Workloads

/// Finds the time at which responses are as before a spike: a pure function of the batches of both
/// sides.
///
/// Time is divided into windows of equal length with at least 100 actions each. A window is back if
/// its p99 is at most the largest of: 110 % of the p99 before the spike; the upper end of the 95 %
/// interval of that p99; and the limit that 95 of 100 windows before the spike keep, because
/// windows scatter more than the whole. Recovery is the start of the first ``windowsToStay``
/// consecutive windows that are back, so that one window does not end it early, and a later pause
/// does not undo it.
struct RecoverySearch {
  /// The accepted increase of the p99.
  static let share = 0.1
  /// The number of consecutive windows that must be back.
  static let windowsToStay = 3
  private static let keptShare = 0.95

  private let before: [ResponseWindow]
  private let beforeBatches: [TimedBatch]
  private let after: [ResponseWindow]

  /// - Parameters:
  ///   - before: The batches before the spike, by intended starts.
  ///   - after: The batches after it, up to the last arrival.
  ///   - endNs: The end of the spike, in nanoseconds since the start of the load.
  init(before: [TimedBatch], after: [TimedBatch], endNs: UInt64) {
    let cut = InitialTransient.length(
      of: before.compactMap { $0.times.response.percentileNs(50).map { Double($0) } })
    beforeBatches = Array(before[cut...])
    // The longer one, because the p99 of few actions scatters more.
    let minNs = max(Self.length(of: before), Self.length(of: after))
    self.before = ResponseWindow.joined(
      beforeBatches, fromNs: cut == 0 ? 0 : before[cut - 1].endNs, minNs: minNs)
    self.after = ResponseWindow.joined(after, fromNs: endNs, minNs: minNs)
  }

  /// The length of the longest window, which is the resolution of recovery. The first window after
  /// the spike is not counted, because it begins when the actions of the spike are served.
  var windowNs: UInt64? { (before + after.dropFirst()).map { $0.endNs - $0.startNs }.max() }

  /// Returns the mean length of a batch.
  private static func length(of batches: [TimedBatch]) -> UInt64 {
    guard batches.count > 1 else { return 0 }
    return (batches[batches.count - 1].endNs - batches[0].endNs) / UInt64(batches.count - 1)
  }

  /// The maximum p99 of a window that is back; `nil` with too few actions before the spike.
  var limitNs: Double? {
    guard !before.isEmpty,
      let p99Ns = BatchSeries.times(of: beforeBatches[...]).response.knownPercentileNs(99)
    else { return nil }
    let interval = QuantileInterval(percent: 99, of: beforeBatches.map(\.times.response))
    let windows = before.map(\.p99Ns).sorted()
    let rank = Int((Self.keptShare * Double(windows.count)).rounded(.up))
    return max(p99Ns * (1 + Self.share), interval?.high ?? 0, windows[rank - 1])
  }

  /// The start of the first windows that stay back, in nanoseconds since the start of the load.
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
  /// The start, in nanoseconds since the start of the load.
  var startNs: UInt64
  var endNs: UInt64
  /// The 99th percentile of the response times of actions that ended in it.
  var p99Ns: Double

  /// With fewer actions the 99th percentile is unknown.
  static let minActions = 100

  /// Joins consecutive batches into windows with enough actions; an incomplete last window is
  /// omitted.
  ///
  /// - Parameters:
  ///   - fromNs: The start of the first window.
  ///   - minNs: The minimum length of a window, with a tolerance of 1 %.
  static func joined(
    _ batches: some Sequence<TimedBatch>, fromNs: UInt64, minNs: UInt64
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

/// Compares parts of a load whose rate changes: a pure function of its batches.
struct ChangeAnalysis {
  let schedule: LoadSchedule
  let log: BatchLog

  /// Adds the recovery from a spike, and the rates that are held on the way up and down.
  func add(to statistics: inout LoadStatistics) {
    // If a schedule has too many segments, only the whole is recorded.
    guard schedule.stages.count == schedule.profile.segments.count else { return }
    if let spike = schedule.profile.spike { statistics.recovery = recovery(spike) }
    for rate in schedule.profile.returns { statistics.returns[rate.down] = returned(rate) }
  }

  private func recovery(_ spike: RateSpike) -> LoadChange {
    let durationNs = schedule.profile.totalNs
    let search = RecoverySearch(
      before: batches(0),
      after: batches(schedule.stages.count - 1).filter { $0.endNs <= durationNs },
      endNs: spike.endNs)
    var change = LoadChange()
    change.spikeStartNs = Int(spike.startNs)
    change.spikeEndNs = Int(spike.endNs)
    change.recoveryWindowNs = search.windowNs.map { Int($0) }
    change.recoveryNs = search.backNs.map { Int($0 - spike.endNs) }
    if change.recoveryNs == nil {
      change.recoveryNote = search.limitNs == nil ? LoadChange.tooFew : LoadChange.notBack
    }
    return change
  }

  private func returned(_ rate: RateReturn) -> LoadChange? {
    guard let up = p99Ns(rate.up), let down = p99Ns(rate.down), up > 0 else { return nil }
    let interval = estimate(rate.down, down).flatMap { down in
      estimate(rate.up, up).flatMap { RatioInterval(down, over: $0) }
    }
    var change = LoadChange()
    change.upStage = rate.up
    change.ratio = down / up
    change.ratioLow = interval?.low
    change.ratioHigh = interval?.high
    return change
  }

  private func batches(_ stage: Int) -> [TimedBatch] {
    // The last stages may have no actions.
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
