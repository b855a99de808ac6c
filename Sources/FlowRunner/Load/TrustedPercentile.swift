import FlowHarness
import Measurement

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
