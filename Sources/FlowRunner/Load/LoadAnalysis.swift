import FlowHarness
import Measurement
import Workloads

/// Says what the times of a load are worth: a pure function of what its pages come to.
struct LoadAnalysis {
  let request: LoadRequest
  let result: LoadResult
  let log: LoadLog
  /// What became of its effects, where they took time.
  var effects: EffectCounts?
  /// When the machine stood still; `nil` where nobody could watch.
  var pauses: [Pause]?

  /// Percentiles that have intervals.
  private static let percentiles = LatencyRow.percentiles.filter { $0 < 100 }

  /// What the load's times are worth.
  var statistics: LoadStatistics {
    var statistics = LoadStatistics(times: result.whole)
    statistics.disturbance = disturbance
    if isMeantToBeSteady {
      let batches = steadyBatches(&statistics)
      statistics.steadiness = steadiness(batches)
      if statistics.steadiness != .overloaded { statistics.intervals = Self.intervals(batches) }
    }
    if case .open(let schedule) = request.traffic {
      statistics.changes = ChangeAnalysis(schedule: schedule, log: log).changes
    }
    statistics.checks = LoadTheory(request: request, result: result, log: log, effects: effects)
      .checks(isSteady: isMeantToBeSteady && statistics.steadiness != .overloaded)
    return statistics
  }

  // MARK: - Steadiness

  /// Whether its rate never changes: what else changes is the store's, or the machine's.
  private var isMeantToBeSteady: Bool {
    switch request.traffic {
    case .open(let schedule): schedule.isSteady
    case .closed: true
    case .users(let users): users.isSteady
    case .trace: false
    }
  }

  /// The batches after the warm-up: it ends where leaving more out makes the rest no steadier, by the
  /// medians of response, which one pause does not move.
  private func steadyBatches(_ statistics: inout LoadStatistics) -> ArraySlice<LoadBatch> {
    let all = log.stages.first?.batches ?? []
    // After that nobody comes any more.
    let coming = all.prefix { $0.endNs <= request.traffic.durationNs }
    let medians = coming.compactMap { $0.times.response.percentileNs(50).map { Double($0) } }
    // In a slice without actions there is nothing to be seen.
    let cut = medians.count == coming.count ? InitialTransient.length(of: medians) : 0
    statistics.warmUpNs = cut == 0 ? 0 : all[cut - 1].endNs
    let steady = all[cut...]
    if cut > 0 { statistics.times = BatchSeries.times(of: steady) }
    return steady
  }

  private func steadiness(_ batches: ArraySlice<LoadBatch>) -> Steadiness? {
    let coming = batches.prefix { $0.endNs <= request.traffic.durationNs }
    // Whoever waits for the end of his own action lets no queue grow.
    let inSystem = coming.compactMap(\.inSystem)
    if inSystem.count == coming.count, SteadyState.queueGrowth(inSystem) != nil {
      return .overloaded
    }
    // Workers may leave no core to who reads their pages: then these are of many slices each.
    if request.traffic.workers != nil, coming.count < SteadyState.fewestBatches { return .unknown }
    // Where effects take time a service includes the wait for a place.
    guard request.service == nil else { return coming.isEmpty ? nil : .steady }
    let services = coming.compactMap { $0.times.service.percentileNs(50).map { Double($0) } }
    if let change = SteadyState.drift(of: services) { return .drifting(change) }
    return services.isEmpty ? nil : .steady
  }

  // MARK: - Intervals

  private static func intervals(_ batches: ArraySlice<LoadBatch>) -> [LoadInterval] {
    let named = batches.map(\.times.named)
    return ActionLatencies().named.indices.dropLast().flatMap { index in
      let histograms = named.map { $0[index].histogram }
      return percentiles.compactMap { percent in
        QuantileInterval(percent: percent, of: histograms).map {
          LoadInterval(
            time: named[0][index].name, percent: percent, lowNs: $0.low, highNs: $0.high,
            batches: $0.batches)
        }
      }
    }
  }

  // MARK: - Disturbances

  private var disturbance: LoadDisturbance {
    var found = LoadDisturbance()
    if pauses != nil { found.pauses = 0 }
    if pauses != nil { found.pausedNs = 0 }
    for stall in result.stalls {
      if stall.isPause(pauses ?? [], startNs: result.startNs) {
        found.pauses = (found.pauses ?? 0) + 1
        found.pausedNs = (found.pausedNs ?? 0) + stall.toNs - stall.fromNs
        found.pausedActions += stall.actions
      } else {
        found.stalls += 1
        found.stalledNs += stall.toNs - stall.fromNs
      }
    }
    return found
  }
}

/// Up to which percentile the times of a load are the store's.
///
/// A percentile is believed while the generator's own delay at that percentile is less than a tenth of
/// it, and while of the actions above it less than a tenth were made late by a pause of the machine. A
/// mean says less: one pause moves the mean delay of a million actions, and no percentile but the last.
struct TrustedPercentile {
  private let times: ActionLatencies
  private let pausedActions: Int

  /// Of the times of a load, and what disturbed it.
  init(_ statistics: LoadStatistics) {
    times = statistics.times
    pausedActions = statistics.disturbance.pausedActions
  }

  /// What is not the store's may be this share of a percentile.
  private static let share = 0.1
  /// Those that are tried, ascending; the last is the maximum.
  private static let percentiles: [Double] = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100]

  /// What is said of a load whose median is not believed.
  static let warning = "of the median response a tenth or more is the generator's own delay"

  /// Whether a percentile of one of the four times is believed.
  func isTrusted(_ percent: Double, of time: String) -> Bool {
    // Services are timed from their start; the delay is what it is.
    guard time != "generator_delay" else { return true }
    return areFew(above: percent)
      && (time == "service" || isPrompt(percent))
  }

  /// The highest percentile of the response up to which all are believed; `nil`: not even the median.
  var highest: Double? {
    Self.percentiles.filter { times.response.knownPercentileNs($0) != nil }
      .prefix { isTrusted($0, of: "response") }.last
  }

  /// Whether hardly any of the actions above a percentile were made late by a pause.
  private func areFew(above percent: Double) -> Bool {
    // 100 - 99.9 is a little less than 0.1.
    let above = Double(times.response.count) * (100 - percent) / 100 * (1 + 1e-9)
    return Double(pausedActions) <= Self.share * above
  }

  /// Whether the generator's own delay is a small part of the response at a percentile.
  private func isPrompt(_ percent: Double) -> Bool {
    guard let response = times.response.knownPercentileNs(percent),
      let delay = times.generatorDelay.knownPercentileNs(percent)
    else { return false }
    return delay <= Self.share * response
  }
}
