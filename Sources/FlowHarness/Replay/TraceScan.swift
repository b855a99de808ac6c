import FlowTrace
import Workloads

/// What there is in a trace, up to the first fault.
package struct TraceScan: Equatable {
  /// How many actions there are, with answers.
  package var wholeCount = 0
  /// How many of them a replay sends.
  package var sentCount = 0
  /// When the last of these was sent; `nil` if not all of them say it.
  package var lastNs: UInt64? = 0
  /// Whether nobody can tell what was sent from what effects answered.
  package var hidesAnswers = false
  /// Why it is not good beyond these actions.
  package var fault: TraceFault?

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
