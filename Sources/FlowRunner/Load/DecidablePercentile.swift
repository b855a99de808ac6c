import FlowHarness
import FlowResults
import Measurement
import PlainText
import Workloads

/// The number of actions that a bound of a percentile requires to be decided.
///
/// An interval of a percentile needs at least ``QuantileInterval/fewestBeyond`` actions beyond it,
/// each in a batch of its own. With several processes each needs one action beyond, because the
/// interval is over processes.
struct DecidablePercentile {
  let bound: LoadThreshold
  let percent: Double
  let neededActions: Int

  /// Creates the requirement of a bound; `nil` if it is not about a percentile.
  init?(_ bound: LoadThreshold, rounds: Int) {
    guard let percent = LoadMetric.named(bound.metric)?.percent else { return nil }
    self.bound = bound
    self.percent = percent
    let beyond = rounds > 1 ? 1 : Double(QuantileInterval.fewestBeyond)
    // 100 - 99.9 is a little less than 0.1.
    neededActions = Int((beyond * 100 / (100 - percent) - 1e-6).rounded(.up))
  }

  /// Refuses bounds that a load cannot decide.
  ///
  /// - Throws: `PlanError`, with the required number, and the duration that gives it.
  static func check(
    _ bounds: [LoadThreshold], of traffic: LoadTraffic, rounds: Int, option: String
  ) throws(PlanError) {
    guard let most = traffic.mostActions else { return }
    for bound in bounds {
      guard let need = DecidablePercentile(bound, rounds: rounds),
        most.rounded(.up) < Double(need.neededActions)
      else { continue }
      throw .refused(option: option, reason: need.text(traffic, most))
    }
  }

  private func text(_ traffic: LoadTraffic, _ most: Double) -> String {
    let few = CountText.grouped(Int(most.rounded(.up)))
    let cause =
      "\(bound) needs \(CountText.text(neededActions, "action")) in each process to be decided, "
      + "but \(traffic) has at most \(few)"
    guard traffic.hasDuration else { return cause }
    let neededNs = Double(traffic.durationNs) * Double(neededActions) / most
    return "\(cause); use --duration \(Self.roundedUp(neededNs)) or a lower percentile"
  }

  /// Returns a time rounded up to two digits.
  private static func roundedUp(_ ns: Double) -> String {
    var unit = 1.0
    while ns / unit > 99 { unit *= 10 }
    return TimeText.text(ns: UInt64((ns / unit).rounded(.up) * unit))
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
