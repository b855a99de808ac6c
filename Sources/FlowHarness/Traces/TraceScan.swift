import FlowTrace
import Workloads

/// What there is in a trace, up to the first fault.
struct TraceScan: Equatable {
  /// How many actions there are, with answers.
  var wholeCount = 0
  /// How many of them a replay sends.
  var sentCount = 0
  /// When the last of these was sent; `nil` if not all of them say it.
  var lastNs: UInt64? = 0
  /// Whether nobody can tell what was sent from what effects answered.
  var hidesAnswers = false
  /// Why it is not good beyond these actions.
  var fault: TraceFault?

  init<F: Feature>(reading path: String, for feature: F) {
    do throws(TraceFault) {
      var actions = try SentActions(reading: path, for: feature)
      hidesAnswers = F.hasEffects && !actions.header.marksAnswers
      defer { wholeCount = actions.wholeCount }
      while let sent = try actions.next() {
        sentCount += 1
        lastNs = lastNs == nil ? nil : sent.atNs
      }
    } catch {
      fault = error
    }
  }
}
