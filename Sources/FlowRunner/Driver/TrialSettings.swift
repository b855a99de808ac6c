/// The duration and the number of measurements of a trial.
package struct TrialSettings: Codable, Equatable, Sendable {
  /// The number of actions that are checked before the measurement; the same for every design.
  package var verificationActions: Int
  /// The time of the warm-up.
  package var warmUpNs: UInt64
  /// The minimum time of a sample.
  package var sampleNs: UInt64
  /// The number of samples of each process.
  package var samples: Int
  /// The minimum number of actions in a sample of a store that needs less than 100 ns per action.
  package var fastActions: Int
  /// The maximum number of actions in a sample.
  package var maximumActions: Int
  /// The number of actions in each sample, if it was requested.
  package var sampleActions: Int?
  /// The number of actions in a counting window; a tenth or a hundredth if they take too long.
  package var countedActions: Int
  /// A Boolean value that indicates whether a counting window always has all `countedActions`; `nil` in older
  /// plans.
  package var isCountFixed: Bool?
  /// The number of seconds after which a trial is stopped.
  package var limitSeconds: Double
}
