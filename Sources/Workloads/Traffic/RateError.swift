/// Why a text or a list of segments is no plan of rates.
public enum RateError: Error, Equatable, CustomStringConvertible {
  /// There is no such load shape, or its values are not numbers or spans of time.
  case unknownShape(String)
  /// A stage is not written like one.
  case unknownStage(String)
  /// A value can be read, but not used.
  case outOfRange(value: String, what: String, allowed: String)
  /// There are no segments.
  case noSegments
  /// So few arrivals are expected that there may be none.
  case tooFewArrivals(expected: Double)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .unknownShape(let text):
      let forms = LoadShape.forms.map { $0.form }.joined(separator: ", ")
      return "no load shape is written '\(text)'; choose one of \(forms)"
    case .unknownStage(let text):
      return "no stage is written '\(text)'; write DURATION@RATE or DURATION@RATE..RATE, "
        + "like 10s@1000 or 10s@1000..50000"
    case .outOfRange(let value, let what, let allowed):
      return "the \(what) must be \(allowed), got \(value)"
    case .noSegments:
      return "a rate profile must have at least 1 segment, got none"
    case .tooFewArrivals(let expected):
      return "a rate profile must expect at least 1 arrival, got \(expected)"
    }
  }
}
