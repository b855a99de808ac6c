import PlainText

/// How long something takes: a think time between two actions, the latency of a service.
///
/// A constant flatters queues, because nothing ever bunches. `exponential` is what independent
/// causes make; `log-normal` has the long tail that services show; `measured` repeats what was
/// seen, without its order: two long delays in a row are as likely as two of any.
public enum Delay: Hashable, Sendable {
  /// Always the same.
  case constant(ns: UInt64)
  /// Every whole number of nanoseconds between two bounds, both of them included, is as likely.
  case uniform(fromNs: UInt64, toNs: UInt64)
  /// Short ones more likely than long ones, whatever has passed so far: no memory.
  case exponential(meanNs: UInt64)
  /// A bell curve without its part below 0.
  ///
  /// The two values are those of the whole bell. What is left of it has a larger mean and a
  /// smaller variance, which `meanNs` and `varianceNs` say exactly: by nothing that could be
  /// noticed where the mean is above five deviations, by a tenth of a deviation where it is 1.7,
  /// and from 0 to 0.8 deviations where it is 0.
  case normal(meanNs: UInt64, deviationNs: UInt64)
  /// A bell curve of the logarithm: `sigma` is the deviation of the natural logarithm.
  case logNormal(medianNs: UInt64, sigma: Double)
  /// One of the values in a CSV file, each as likely: see `MeasuredDelays`.
  case measured(path: String)

  /// The shortest that is known without drawing one, in nanoseconds; 0 where any may come, or where a
  /// file says it.
  public var leastNs: UInt64 {
    switch self {
    case .constant(let ns): ns
    case .uniform(let fromNs, _): fromNs
    case .exponential, .normal, .logNormal, .measured: 0
    }
  }

  /// The values of `sigma` that are accepted.
  public static let sigmas: ClosedRange<Double> = 0...4

  /// The text forms, with the values that are taken when a form names none; a file has none.
  public static let forms: [(form: String, default: Delay?)] = [
    ("constant[:TIME]", .constant(ns: 5_000_000)),
    ("uniform[:FROM:TO]", .uniform(fromNs: 1_000_000, toNs: 5_000_000)),
    ("exponential[:MEAN]", .exponential(meanNs: 10_000_000)),
    ("normal[:MEAN:DEVIATION]", .normal(meanNs: 10_000_000, deviationNs: 2_000_000)),
    ("log-normal[:MEDIAN:SIGMA]", .logNormal(medianNs: 10_000_000, sigma: 0.5)),
    ("measured:FILE", nil),
  ]
}

extension Delay: CustomStringConvertible {
  /// The text form with all values, for example `normal:10ms:2ms`; parsing it gives the same
  /// value.
  public var description: String {
    switch self {
    case .constant(let ns), .exponential(let ns):
      "\(name):\(TimeText.text(ns: ns))"
    case .uniform(let first, let second), .normal(let first, let second):
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
    case .normal: "normal"
    case .logNormal: "log-normal"
    case .measured: "measured"
    }
  }
}

extension Delay {
  /// The delay that a text form names.
  ///
  /// - Parameter text: One of `forms`, such as `constant:5ms`, `exponential`, `normal:10ms:2ms`,
  ///   `log-normal:10ms:0.5`, `measured:latency.csv`. Files are read by `DelaySampler` only.
  /// - Throws: `DelayError` when there is no such form, or a value is out of its range.
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

  /// Whether every value is in its range. Does not look for the file of `measured`.
  ///
  /// - Throws: `DelayError.outOfRange` for the first that is not.
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
    case .normal(let meanNs, let deviationNs):
      try Self.check(meanNs, "mean")
      try Self.check(deviationNs, "deviation")
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
    case (.normal, 2):
      return times[1].map { .normal(meanNs: first, deviationNs: $0) }
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
