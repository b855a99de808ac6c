import FlowHarness
import FlowResults
import Measurement
import PlainText
import Workloads

// The loads that are refused although each of their options is valid.

extension LoadPlan {
  /// Refuses a load whose senders could act without end at one instant.
  ///
  /// In virtual time the store's work takes no time, only think times, pauses and the service do.
  ///
  /// - Parameter hasCancellation: Indicates whether a newer request cancels an older one.
  /// - Throws: `PlanError`, naming the delay, the rule and the value.
  static func checkTime(of load: Load, hasCancellation: Bool) throws(PlanError) {
    guard load.isVirtual else { return }
    switch load.traffic {
    case .open, .trace: return
    case .closed(_, let think, _):
      guard isZero(think) else { return }
      throw .invalid(
        option: "--think",
        rule: "must not always be 0 with --virtual, because time would never advance; use a delay "
          + "such as exponential:1s", value: "\(think)")
    case .users(let users):
      guard let away = users.away, isZero(away), isZero(users.think),
        let cause = instantEnd(load.service, users.count, hasCancellation)
      else { return }
      throw .invalid(
        option: "--away",
        rule: "must not always be 0 where --think is \(users.think) and \(cause), because time "
          + "would never advance; use a delay such as exponential:10m", value: "\(away)")
    }
  }

  /// Returns the reason why actions without end could begin and end at one instant; `nil` if time
  /// passes.
  private static func instantEnd(
    _ service: ServiceLaw?, _ senders: Int, _ hasCancellation: Bool
  ) -> String? {
    guard let service else { return "actions take no time" }
    if isZero(service.latency) { return "--latency is \(service.latency)" }
    return hasCancellation && senders > 1 ? "a newer request cancels an older one immediately" : nil
  }

  private static func isZero(_ delay: Delay) -> Bool {
    // Measured delays that cannot be read are refused elsewhere.
    (try? DelaySampler(delay))?.isAlwaysZero ?? false
  }

  /// Refuses bounds of metrics that a load does not measure.
  ///
  /// - Parameter option: The option of the bounds.
  /// - Throws: `PlanError`, with the option that the metric needs.
  static func checkMetrics(
    of bounds: [LoadThreshold], _ load: Load, option: String
  ) throws(PlanError) {
    for bound in bounds {
      guard let metric = LoadMetric.named(bound.metric), load.isVirtual else { continue }
      let need: String? =
        if metric.name == LoadMetric.processorTime {
          "is not measured with --virtual"
        } else if metric.isTime, load.service == nil {
          "is measured in virtual time only with --latency, because work takes no virtual time"
        } else { nil }
      guard let need else { continue }
      throw .invalid(option: option, rule: "\(metric.name) \(need)", value: "'\(bound)'")
    }
  }

  /// Refuses bounds of percentiles that a load cannot decide.
  ///
  /// An interval of a percentile needs at least ``QuantileInterval/fewestBeyond`` actions beyond it,
  /// each in a batch of its own. With several processes each needs one action beyond, because the
  /// interval is over processes.
  ///
  /// - Throws: `PlanError`, with the required number, and the duration that gives it.
  static func checkPercentiles(
    of bounds: [LoadThreshold], _ traffic: LoadTraffic, rounds: Int, option: String
  ) throws(PlanError) {
    guard let most = traffic.mostActions else { return }
    for bound in bounds {
      guard let needed = bound.actionsNeeded(rounds: rounds), most.rounded(.up) < needed else {
        continue
      }
      let few = CountText.grouped(Int(most.rounded(.up)))
      let cause =
        "\(bound) needs \(CountText.text(Int(needed), "action")) in each process to be decided, "
        + "but \(traffic) has at most \(few)"
      guard traffic.hasDuration else { throw .refused(option: option, reason: cause) }
      let neededNs = roundedUp(Double(traffic.durationNs) * needed / most)
      throw .refused(
        option: option, reason: "\(cause); use --duration \(neededNs) or a lower percentile")
    }
  }

  /// Returns a time rounded up to two digits.
  private static func roundedUp(_ ns: Double) -> String {
    var unit = 1.0
    while ns / unit > 99 { unit *= 10 }
    return TimeText.text(roundingNs: (ns / unit).rounded(.up) * unit)
  }
}

extension LoadThreshold {
  /// Returns the minimum number of actions of a process for a verdict on a percentile; `nil` for
  /// other metrics.
  func actionsNeeded(rounds: Int) -> Double? {
    let beyond = rounds > 1 ? 1 : Double(QuantileInterval.fewestBeyond)
    // 100 - 99.9 is a little less than 0.1.
    return LoadMetric.named(metric)?.percent.map {
      (beyond * 100 / (100 - $0) - 1e-6).rounded(.up)
    }
  }
}

extension LoadTraffic {
  /// The maximum expected number of actions; `nil` if it is unknown.
  var mostActions: Double? {
    switch self {
    case .open(let schedule): return schedule.profile.expectedArrivals
    case .trace(let trace): return Double(trace.sentCount)
    case .closed(let clients, let think, let durationNs):
      // A client without response times acts most often.
      guard let meanNs = think.meanNs, meanNs > 0 else { return nil }
      return Double(clients) * (1 + Double(durationNs) / meanNs)
    // The number of sessions depends on their length.
    case .users: return nil
    }
  }

  /// A Boolean value that indicates whether `--duration` applies.
  fileprivate var hasDuration: Bool {
    switch self {
    case .open(let schedule): !schedule.isStaged
    case .closed, .users: true
    case .trace: false
    }
  }
}

extension LoadSchedule {
  /// A Boolean value that indicates whether the schedule was given in stages, not as a rate.
  var isStaged: Bool { name.contains("+") || name.contains("..") }
}
