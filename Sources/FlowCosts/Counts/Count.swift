/// A number of events per action, such as allocations.
///
/// A count is exact or missing. A missing count has a ``reason`` and is neither equal to a number, nor less,
/// nor greater, so that each expectation about it fails and prints the reason.
///
/// The number is a mean over the measured actions. It is a fraction if the actions differ, as when each
/// hundredth action lets an array grow.
public struct Count: Sendable {
  /// The number of events per action; `nil` if there is no exact number.
  public let value: Double?
  /// The reason why there is no number; `nil` if there is one.
  public let reason: String?

  /// A Boolean value that indicates whether this process can count: not under a sanitizer.
  public static var isMeasured: Bool { KnownAnswers.ofThisProcess.heapReason == nil }

  /// Creates a known count.
  public init(_ value: Double) {
    self.value = value
    reason = nil
  }

  /// Creates a missing count.
  ///
  /// - Parameter reason: The reason, in words that fit after "not counted: ".
  public init(missing reason: String) {
    value = nil
    self.reason = reason
  }

  /// Returns a count with a changed number; a missing one stays as it is.
  func map(_ transform: (Double) -> Double) -> Count {
    value.map { Count(transform($0)) } ?? self
  }
}

extension Count: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a known count.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  /// Creates a known count.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension Count: Comparable {
  /// Returns a Boolean value that indicates whether both counts are known and equal.
  public static func == (left: Count, right: Count) -> Bool {
    left.compare(right, ==)
  }

  /// Returns a Boolean value that indicates whether both counts are known and the first one is less.
  public static func < (left: Count, right: Count) -> Bool { left.compare(right, <) }

  // The default implementations of the others negate `<`, so that a missing count would pass.

  /// Returns a Boolean value that indicates whether both counts are known and the first one is at most the other.
  public static func <= (left: Count, right: Count) -> Bool { left.compare(right, <=) }

  /// Returns a Boolean value that indicates whether both counts are known and the first one is greater.
  public static func > (left: Count, right: Count) -> Bool { left.compare(right, >) }

  /// Returns a Boolean value that indicates whether both counts are known and the first one is at least the other.
  public static func >= (left: Count, right: Count) -> Bool { left.compare(right, >=) }

  private func compare(_ other: Count, _ holds: (Double, Double) -> Bool) -> Bool {
    guard let value, let number = other.value else { return false }
    return holds(value, number)
  }
}

extension Count: CustomStringConvertible {
  /// The number with at most four decimals, or "not counted: " and the reason.
  public var description: String {
    guard let value else { return "not counted: \(reason ?? "")" }
    return Self.text(value)
  }

  static func text(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    guard value != value.rounded() else { return "\(Int(value))" }
    let scaled = (value * 10_000).rounded() / 10_000
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }
}
