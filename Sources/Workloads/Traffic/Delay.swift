import PlainText

/// A distribution of delays, such as a think time or the latency of a service.
///
/// A constant delay keeps queues short, because it has no variance. `log-normal` has the long tail
/// of services; `measured` repeats measured values in random order.
public enum Delay: Hashable, Sendable {
  case constant(ns: UInt64)
  /// Whole nanoseconds between two bounds, both included.
  case uniform(fromNs: UInt64, toNs: UInt64)
  case exponential(meanNs: UInt64)
  /// `sigma` is the standard deviation of the natural logarithm.
  case logNormal(medianNs: UInt64, sigma: Double)
  /// The values of a file, each with the same probability: see `MeasuredDelays`.
  case measured(path: String)

  /// The shortest possible delay in nanoseconds; 0 for unbounded distributions and files.
  public var leastNs: UInt64 {
    switch self {
    case .constant(let ns): ns
    case .uniform(let fromNs, _): fromNs
    case .exponential, .logNormal, .measured: 0
    }
  }

  /// The path of the file of measured values; `nil` for others.
  public var file: String? { if case .measured(let path) = self { path } else { nil } }

  /// The accepted values of `sigma`.
  public static let sigmas: ClosedRange<Double> = 0...4

  /// The text forms with their default values; a file has none.
  public static let forms: [(form: String, default: Delay?)] = [
    ("constant[:TIME]", .constant(ns: 5_000_000)),
    ("uniform[:FROM:TO]", .uniform(fromNs: 1_000_000, toNs: 5_000_000)),
    ("exponential[:MEAN]", .exponential(meanNs: 10_000_000)),
    ("log-normal[:MEDIAN:SIGMA]", .logNormal(medianNs: 10_000_000, sigma: 0.5)),
    ("measured:FILE", nil),
  ]
}

extension Delay: CustomStringConvertible {
  /// The text form with all values, for example `uniform:1ms:5ms`.
  public var description: String {
    switch self {
    case .constant(let ns), .exponential(let ns):
      "\(name):\(TimeText.text(ns: ns))"
    case .uniform(let first, let second):
      "\(name):\(TimeText.text(ns: first)):\(TimeText.text(ns: second))"
    case .logNormal(let medianNs, let sigma):
      "\(name):\(TimeText.text(ns: medianNs)):\(sigma)"
    case .measured(let path):
      "\(name):\(path)"
    }
  }

  /// The first word of the text form.
  public var name: String {
    switch self {
    case .constant: "constant"
    case .uniform: "uniform"
    case .exponential: "exponential"
    case .logNormal: "log-normal"
    case .measured: "measured"
    }
  }
}

extension Delay {
  /// Parses one of `forms`, such as `uniform:1ms:5ms`. Files are read by `DelaySampler` only.
  ///
  /// - Throws: `DelayError` if there is no such form, or a value is out of range.
  public init(parsing text: String) throws(DelayError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    if parts[0] == "measured" {
      // A path may have colons in it.
      let path = parts.dropFirst().joined(separator: ":")
      guard !path.isEmpty else { throw .unknownForm(text) }
      self = .measured(path: path)
      return
    }
    guard
      let known = Self.forms.lazy.compactMap({ $0.default }).first(where: { $0.name == parts[0] })
    else { throw .unknownForm(text) }
    let values = Array(parts.dropFirst())
    if values.isEmpty {
      self = known
      return
    }
    guard let parsed = Self.parse(values: values, like: known) else { throw .unknownForm(text) }
    self = parsed
    try check()
  }

  /// Checks the ranges of all values, but not the file of `measured`.
  public func check() throws(DelayError) {
    switch self {
    case .constant(let ns):
      try Self.check(ns, "delay")
    case .uniform(let fromNs, let toNs):
      try Self.check(fromNs, "shortest delay")
      try Self.check(toNs, "longest delay")
      guard fromNs <= toNs else {
        throw .outOfRange(
          value: TimeText.text(ns: toNs), what: "longest delay",
          allowed: "at least the shortest, \(TimeText.text(ns: fromNs))")
      }
    case .exponential(let meanNs):
      try Self.check(meanNs, "mean")
    case .logNormal(let medianNs, let sigma):
      try Self.check(medianNs, "median")
      guard Self.sigmas.contains(sigma) else {
        let range = "\(Self.sigmas.lowerBound) to \(Self.sigmas.upperBound)"
        throw .outOfRange(value: "\(sigma)", what: "sigma", allowed: range)
      }
    case .measured:
      break
    }
  }

  private static func check(_ ns: UInt64, _ what: String) throws(DelayError) {
    guard ns <= TimeText.longestNs else {
      let longest = TimeText.text(ns: TimeText.longestNs)
      throw .outOfRange(value: TimeText.text(ns: ns), what: what, allowed: "0 to \(longest)")
    }
  }

  private static func parse(values: [String], like form: Delay) -> Delay? {
    let times = values.map { TimeText.parseNs($0) }
    guard let first = times[0] else { return nil }
    switch (form, values.count) {
    case (.constant, 1):
      return .constant(ns: first)
    case (.exponential, 1):
      return .exponential(meanNs: first)
    case (.uniform, 2):
      return times[1].map { .uniform(fromNs: first, toNs: $0) }
    case (.logNormal, 2):
      return Double(decimal: values[1]).map { .logNormal(medianNs: first, sigma: $0) }
    default:
      return nil
    }
  }
}

extension Delay: Codable {
  /// Reads the text form.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Delay {
  /// The mean in nanoseconds; `nil` for a file.
  public var meanNs: Double? { moments?.mean }

  /// The variance in square nanoseconds, without that of rounding; `nil` for a file.
  public var varianceNs: Double? { moments?.variance }

  private var moments: (mean: Double, variance: Double)? {
    switch self {
    case .constant(let ns):
      return (Double(ns), 0)
    case .uniform(let fromNs, let toNs):
      let values = Double(toNs - fromNs) + 1
      return (Double(fromNs) / 2 + Double(toNs) / 2, (values * values - 1) / 12)
    case .exponential(let meanNs):
      return (Double(meanNs), Double(meanNs) * Double(meanNs))
    case .logNormal(let medianNs, let sigma):
      let growth = PortableMath.exp(sigma * sigma / 2)
      let mean = Double(medianNs) * growth
      return (mean, (growth * growth - 1) * mean * mean)
    case .measured:
      return nil
    }
  }
}

/// The reason why there is no such delay, or crowd.
public enum DelayError: Error, Equatable, CustomStringConvertible {
  case unknownForm(String)
  case outOfRange(value: String, what: String, allowed: String)
  case unreadable(path: String, reason: String)
  case badValue(path: String, line: Int, text: String)
  case noValues(path: String)

  /// The fault, and the accepted values.
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
        + "\(TimeText.longestNs), alone in its line or in the column 'ns' of a CSV file, "
        + "got '\(text.prefix(80))'"
    case .noValues(let path):
      return "\(path): measured delays need at least 1 value, got none"
    }
  }
}
