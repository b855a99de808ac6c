/// How long a service worked on requests and how long these waited for it, as far as theory asks.
public struct ServiceMoments: Codable, Equatable, Sendable {
  /// How many requests there were.
  public private(set) var count = 0
  /// The time that they waited for a place, together, in nanoseconds.
  public private(set) var waitNs = 0.0
  /// The time that the service worked on them, together, in nanoseconds.
  public private(set) var workNs = 0.0
  /// The squares of the times that it worked on each, together, in square nanoseconds.
  public private(set) var workSquareNs = 0.0

  /// No request yet.
  public init() {}

  /// Takes one request in.
  public mutating func add(waitNs: UInt64, workNs: UInt64) {
    count += 1
    self.waitNs += Double(waitNs)
    self.workNs += Double(workNs)
    workSquareNs += Double(workNs) * Double(workNs)
  }

  /// The mean of the waits; `nil` without requests.
  public var meanWaitNs: Double? { mean(waitNs) }
  /// The mean of the times that it worked; `nil` without requests.
  public var meanWorkNs: Double? { mean(workNs) }
  /// The mean of their squares; `nil` without requests.
  public var meanWorkSquareNs: Double? { mean(workSquareNs) }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }
}
