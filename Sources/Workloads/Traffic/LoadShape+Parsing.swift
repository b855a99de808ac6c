import PlainText

extension LoadShape: CustomStringConvertible {
  /// The text form with all values, for example `bursts:100ms:900ms`; parsing it gives the same
  /// value.
  public var description: String {
    switch self {
    case .steady: name
    case .ramp(let fromShare): "\(name):\(fromShare)"
    case .steps(let count): "\(name):\(count)"
    case .stairs(let count): "\(name):\(count)"
    case .peak(let factor): "\(name):\(factor)"
    case .spike(let factor, let share): "\(name):\(factor):\(share)"
    case .bursts(let onNs, let offNs):
      "\(name):\(TimeText.text(ns: onNs)):\(TimeText.text(ns: offNs))"
    }
  }

  /// The first word of the text form.
  public var name: String {
    switch self {
    case .steady: "steady"
    case .ramp: "ramp"
    case .steps: "steps"
    case .stairs: "stairs"
    case .peak: "peak"
    case .spike: "spike"
    case .bursts: "bursts"
    }
  }

  /// The shape that a text form names.
  ///
  /// - Parameter text: One of `forms`, such as `steady`, `ramp:0.1`, `steps`, `bursts:100ms:900ms`.
  /// - Throws: `RateError` when there is no such form, or a value is out of its range.
  public init(parsing text: String) throws(RateError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    guard let known = Self.forms.first(where: { $0.default.name == parts[0] }) else {
      throw .unknownShape(text)
    }
    let values = Array(parts.dropFirst())
    if values.isEmpty {
      self = known.default
      return
    }
    guard let parsed = Self.parse(values: values, like: known.default) else {
      throw .unknownShape(text)
    }
    self = parsed
    try check()
  }

  /// Whether every value is in its range.
  ///
  /// - Throws: `RateError.outOfRange` for the first that is not.
  public func check() throws(RateError) {
    switch self {
    case .steady:
      break
    case .ramp(let fromShare):
      try Self.check(fromShare, "share to start from", Self.fromShares)
    case .steps(let count):
      try Self.check(count, "number of steps", Self.stepCounts)
    case .stairs(let count):
      try Self.check(count, "number of stairs", Self.stairCounts)
    case .peak(let factor):
      try Self.check(factor, "factor of the peak", Self.factors)
    case .spike(let factor, let share):
      try Self.check(factor, "factor of the spike", Self.factors)
      try Self.check(share, "share of the spike", Self.spikeShares)
    case .bursts(let onNs, let offNs):
      for (ns, what) in [(onNs, "time on"), (offNs, "time off")] {
        guard ns > 0, ns <= TimeText.longestNs else {
          throw .outOfRange(
            value: TimeText.text(ns: ns), what: what,
            allowed: "above 0 and at most \(TimeText.text(ns: TimeText.longestNs))")
        }
      }
    }
  }

  private static func check<Value: Comparable>(
    _ value: Value, _ what: String, _ range: ClosedRange<Value>
  ) throws(RateError) {
    guard range.contains(value) else {
      throw .outOfRange(
        value: "\(value)", what: what, allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  private static func parse(values: [String], like form: LoadShape) -> LoadShape? {
    switch (form, values.count) {
    case (.ramp, 1):
      return Double(decimal: values[0]).map { .ramp(fromShare: $0) }
    case (.steps, 1):
      return Int(decimal: values[0]).map { .steps(count: $0) }
    case (.stairs, 1):
      return Int(decimal: values[0]).map { .stairs(count: $0) }
    case (.peak, 1):
      return Double(decimal: values[0]).map { .peak(factor: $0) }
    case (.spike, 2):
      guard let factor = Double(decimal: values[0]), let share = Double(decimal: values[1])
      else { return nil }
      return .spike(factor: factor, share: share)
    case (.bursts, 2):
      guard let onNs = TimeText.parseNs(values[0]), let offNs = TimeText.parseNs(values[1])
      else { return nil }
      return .bursts(onNs: onNs, offNs: offNs)
    default:
      return nil
    }
  }
}
