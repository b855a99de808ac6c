/// A count whose answer is known, and what was counted.
public struct KnownCount: Codable, Equatable, Sendable {
  /// What was done, in words.
  public var name: String
  /// Which counter looked.
  public var counter: String
  /// The right answer.
  public var asked: Int
  /// What was counted; `nil` when it could not be.
  public var counted: Int?

  /// Whether the count is right to the last unit.
  public var isExact: Bool { asked == counted }
}

/// What a process says of the counter that was preloaded into it.
public struct CounterReport: Codable, Equatable, Sendable {
  /// Why nothing is counted; `nil` when something is.
  public var obstacle: String?
  /// Why objects, retains and releases are not counted.
  public var runtimeObstacle: String?
  /// Known answers, if they were asked for.
  public var known: [KnownCount] = []
}
