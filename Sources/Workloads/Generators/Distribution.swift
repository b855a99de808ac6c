import PlainText

/// The distribution of actions over an app's slots.
///
/// Topologies differ most with skew. `uniform` favours caches that hold everything; `zipf` and
/// `hotspot` are closer to the behaviour of users.
public enum Distribution: Hashable, Sendable {
  /// All slots are equally likely.
  case uniform
  /// Slot of rank *k*, from 1, is as likely as *k*^−exponent.
  case zipf(exponent: Double)
  /// A share of the slots, the first in rank, gets a share of the actions. Both shares are above 0
  /// and below 1.
  case hotspot(slots: Double, actions: Double)
  /// Runs of actions for one slot, then for another, with geometric lengths of this mean.
  case burst(meanLength: Int)
  /// A number of users in Markov sessions; a user who leaves is replaced by one at a slot by Zipf's
  /// law with exponent 1.
  case session(users: Int)
  /// All actions are for the first slot.
  case first

  /// The range of exponents.
  public static let exponents: ClosedRange<Double> = 0.01...16
  /// The range of mean run lengths.
  public static let meanLengths: ClosedRange<Int> = 1...1_000_000
  /// The range of numbers of users.
  public static let userCounts: ClosedRange<Int> = 1...1_000_000

  /// The text forms, with their default values.
  public static let forms: [(form: String, default: Distribution)] = [
    ("uniform", .uniform),
    ("zipf[:EXPONENT]", .zipf(exponent: 1)),
    ("hotspot[:SLOTS:ACTIONS]", .hotspot(slots: 0.1, actions: 0.9)),
    ("burst[:MEAN-LENGTH]", .burst(meanLength: 32)),
    ("session[:USERS]", .session(users: 8)),
    ("first", .first),
  ]
}

extension Distribution: CustomStringConvertible {
  /// The text form with all values, for example `zipf:1.0`.
  public var description: String {
    switch self {
    case .uniform, .first: name
    case .zipf(let exponent): "\(name):\(exponent)"
    case .hotspot(let slots, let actions): "\(name):\(slots):\(actions)"
    case .burst(let meanLength): "\(name):\(meanLength)"
    case .session(let users): "\(name):\(users)"
    }
  }

  /// The first word of the text form.
  public var name: String {
    switch self {
    case .uniform: "uniform"
    case .zipf: "zipf"
    case .hotspot: "hotspot"
    case .burst: "burst"
    case .session: "session"
    case .first: "first"
    }
  }
}

extension Distribution {
  /// Creates a distribution from its text form.
  ///
  /// - Parameter text: One of `forms`, such as `uniform`, `zipf`, `zipf:1.2`, `hotspot:0.1:0.9`.
  /// - Throws: `DistributionError`.
  public init(parsing text: String) throws(DistributionError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    guard let known = Self.forms.first(where: { $0.default.name == parts[0] }) else {
      throw .unknownForm(text)
    }
    let values = parts.dropFirst()
    if values.isEmpty {
      self = known.default
      return
    }
    guard let parsed = Self.parse(values: Array(values), like: known.default) else {
      throw .unknownForm(text)
    }
    self = parsed
    try check()
  }

  /// Checks that every value is in its range.
  ///
  /// - Throws: `DistributionError.outOfRange`.
  public func check() throws(DistributionError) {
    switch self {
    case .uniform, .first:
      break
    case .zipf(let exponent):
      try Self.check(exponent, "exponent", Self.exponents)
    case .hotspot(let slots, let actions):
      for (share, what) in [(slots, "share of slots"), (actions, "share of actions")] {
        guard share > 0 && share < 1 else {
          throw .outOfRange(value: "\(share)", what: what, allowed: "above 0 and below 1")
        }
      }
    case .burst(let meanLength):
      try Self.check(meanLength, "mean length", Self.meanLengths)
    case .session(let users):
      try Self.check(users, "number of users", Self.userCounts)
    }
  }

  private static func check<Value: Comparable>(
    _ value: Value, _ what: String, _ range: ClosedRange<Value>
  ) throws(DistributionError) {
    guard range.contains(value) else {
      throw .outOfRange(
        value: "\(value)", what: what, allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  private static func parse(values: [String], like form: Distribution) -> Distribution? {
    switch form {
    case .uniform, .first:
      return nil
    case .zipf:
      guard values.count == 1, let exponent = Double(decimal: values[0]) else { return nil }
      return .zipf(exponent: exponent)
    case .hotspot:
      guard values.count == 2, let slots = Double(decimal: values[0]),
        let actions = Double(decimal: values[1])
      else { return nil }
      return .hotspot(slots: slots, actions: actions)
    case .burst:
      guard values.count == 1, let meanLength = Int(decimal: values[0]) else { return nil }
      return .burst(meanLength: meanLength)
    case .session:
      guard values.count == 1, let users = Int(decimal: values[0]) else { return nil }
      return .session(users: users)
    }
  }
}

extension Distribution: Codable {
  /// Decodes the text form.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The reason why a text is not a distribution.
public enum DistributionError: Error, Equatable, CustomStringConvertible {
  /// The form does not exist, or its values are not numbers.
  case unknownForm(String)
  /// A value is out of its range.
  case outOfRange(value: String, what: String, allowed: String)

  /// The error with the accepted values.
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
