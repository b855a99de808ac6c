/// How long and how often a trial measures.
package struct TrialSettings: Codable, Equatable, Sendable {
  /// Actions sent and checked before anything is measured; the same for every design.
  package var verificationActions: Int
  /// Time spent sending before the first sample.
  package var warmUpNs: UInt64
  /// Time that one sample should take, unless `fastActions` asks for more.
  package var sampleNs: UInt64
  /// Samples for each process.
  package var samples: Int
  /// The least actions in a sample of a store that needs less than 100 ns for one.
  package var fastActions: Int
  /// The most actions in one sample.
  package var maximumActions: Int
  /// Actions in each sample whatever they take, when a person asked for a number.
  package var sampleActions: Int?
  /// Actions in a counting window; a tenth or a hundredth of it where they take too long.
  package var countedActions: Int
  /// Whether a counting window has all `countedActions`, whatever they take; unknown to older plans.
  package var isCountFixed: Bool?
  /// Seconds after which a trial is stopped and its row voided.
  package var limitSeconds: Double
}
