/// A count whose answer is known, and what was counted.
package struct KnownCount: Codable, Equatable, Sendable {
  /// What was done, in words.
  package var name: String
  /// The counter that was tried.
  package var counter: String
  /// The count that is right.
  package var asked: Int
  /// What was counted; `nil` when it could not be.
  package var counted: Int?

  /// Whether the count is right to the last unit.
  package var isExact: Bool { asked == counted }
}

/// What a process says of the counter that was preloaded into it.
package struct CounterReport: Codable, Equatable, Sendable {
  /// Why nothing is counted; `nil` when something is.
  package var invalidReason: String?
  /// Why objects, retains and releases are not counted.
  package var runtimeInvalidReason: String?
  /// Known answers, if they were asked for.
  package var known: [KnownCount] = []
}
