/// Why a text does not name a distribution.
public enum DistributionError: Error, Equatable, CustomStringConvertible {
  /// There is no such form, or its values are not numbers.
  case unknownForm(String)
  /// A value is a number, but not a usable one.
  case outOfRange(value: String, what: String, allowed: String)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .unknownForm(let text):
      let forms = Distribution.forms.map { $0.form }.joined(separator: ", ")
      return "no distribution is written '\(text)'; choose one of \(forms)"
    case .outOfRange(let value, let what, let allowed):
      return "the \(what) must be \(allowed), got \(value)"
    }
  }
}
