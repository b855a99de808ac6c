/// Why a text does not name a delay, or a file holds none.
public enum DelayError: Error, Equatable, CustomStringConvertible {
  /// There is no such form, or its values are not spans of time or numbers.
  case unknownForm(String)
  /// A value can be read, but not used.
  case outOfRange(value: String, what: String, allowed: String)
  /// The file of measured values cannot be read.
  case unreadable(path: String, reason: String)
  /// A line of the file does not hold a value; lines count from 1.
  case badValue(path: String, line: Int, text: String)
  /// The file holds no values.
  case noValues(path: String)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .unknownForm(let text):
      let forms = Delay.forms.map { $0.form }.joined(separator: ", ")
      return "no delay is written '\(text)'; choose one of \(forms), times like 5ms or 2.5s"
    case .outOfRange(let value, let what, let allowed):
      return "the \(what) must be \(allowed), got \(value)"
    case .unreadable(let path, let reason):
      return "\(path): cannot read measured delays: \(reason)"
    case .badValue(let path, let line, let text):
      return "\(path):\(line): a measured delay must be a number of nanoseconds from 0 to "
        + "\(TimeText.longestNs), got '\(text)'"
    case .noValues(let path):
      return "\(path): measured delays need at least 1 value, got none"
    }
  }
}
