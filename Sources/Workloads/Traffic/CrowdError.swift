/// Why there is no such crowd.
public enum CrowdError: Error, Equatable, CustomStringConvertible {
  /// A value is out of its range.
  case outOfRange(value: String, what: String, allowed: String)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .outOfRange(let value, let what, let allowed):
      "the \(what) must be \(allowed), got \(value)"
    }
  }
}
