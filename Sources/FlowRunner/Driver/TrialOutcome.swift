import FlowResults

/// What a trial found.
struct TrialOutcome: Codable, Equatable {
  var samples: [SampleMeasures] = []
  /// The state's digest after the verification actions.
  var digest: UInt64
  var isValid = true
  /// Whether all threads ran on one core; `nil` when nobody asked for that.
  var isPinned: Bool?
  /// Why it is not valid, or what could not be measured.
  var reason: String?

  /// Adds a warning; the trial stays valid.
  mutating func warn(_ text: String) {
    reason = reason.map { $0.contains(text) ? $0 : "\($0); \(text)" } ?? text
  }

  /// Takes away everybody's trust.
  mutating func void(_ text: String) {
    isValid = false
    reason = text
  }

  /// Adds what another window of the same trial found.
  mutating func append(_ window: TrialOutcome) {
    samples += window.samples
    if !window.isValid {
      void(window.reason ?? "a window is not valid")
    } else if window.digest != digest {
      void("wrong digest: two windows of one trial end in different states")
    } else if isValid, let warning = window.reason {
      self.warn(warning)
    }
  }
}
