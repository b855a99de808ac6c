/// What the jobs of a plan are dealt out by.
package enum ShardUnit: String, CaseIterable, Codable, Sendable {
  /// All that is sent the same actions, in all rounds: ratios are of one machine.
  case block
  /// The same, each round by itself: a machine has its own ratios, and others have them, too.
  case round
}
