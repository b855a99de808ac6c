import FlowHarness
import FlowResults
import Measurement
import PlainText
import Workloads

/// Whether a load has enough actions to decide a bound of a percentile, before it is driven.
///
/// An interval of a percentile needs at least ``QuantileInterval/fewestBeyond`` actions beyond it, each in
/// a batch of its own; of several processes each needs one action beyond, since it is the processes that
/// make the interval. What a load of fewer says of the percentile is chance.
struct DecidablePercentile {
  let bound: LoadThreshold
  let percent: Double
  /// How many actions decide it.
  let neededActions: Int

  /// What a bound of a load with so many processes needs; `nil` where it is of no percentile.
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
  /// - Parameter option: Which asks for them.
  /// - Throws: `PlanError`, with the number that is needed and the time that gives it.
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
      + "and at most \(few) come of \(traffic)"
    guard traffic.hasDuration else { return cause }
    let neededNs = Double(traffic.durationNs) * Double(neededActions) / most
    return "\(cause); --duration \(Self.roundedUp(neededNs)) would do, or a lower percentile"
  }

  /// A time with two digits that is not shorter.
  private static func roundedUp(_ ns: Double) -> String {
    var unit = 1.0
    while ns / unit > 99 { unit *= 10 }
    return TimeText.text(ns: UInt64((ns / unit).rounded(.up) * unit))
  }
}

extension LoadTraffic {
  /// How many actions can be expected at most; `nil` where that is not known beforehand.
  var mostActions: Double? {
    switch self {
    case .open(let schedule): return schedule.profile.expectedArrivals
    case .trace(let trace): return Double(trace.sentCount)
    case .closed(let clients, let think, let durationNs):
      // Who does nothing but think acts most often.
      guard let meanNs = think.meanNs, meanNs > 0 else { return nil }
      return Double(clients) * (1 + Double(durationNs) / meanNs)
    // How often they come depends on what they do.
    case .users: return nil
    }
  }

  /// Whether a person says how long it lasts: stages have their own times, and so has a trace.
  fileprivate var hasDuration: Bool {
    switch self {
    case .open(let schedule): !schedule.isStaged
    case .closed, .users: true
    case .trace: false
    }
  }
}

extension LoadSchedule {
  /// Whether it was asked for stage by stage; a single stage of one rate looks like a rate.
  var isStaged: Bool { name.contains("+") || name.contains("..") }
}
