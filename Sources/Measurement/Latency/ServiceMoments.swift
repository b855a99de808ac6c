/// How long a service worked on requests and how long these waited for it, as far as theory asks.
public struct ServiceMoments: Codable, Equatable, Sendable {
  /// How many requests there were.
  public private(set) var count = 0
  /// How many of them were worked on.
  public private(set) var servedCount = 0
  /// The time that they waited for a place, together, in nanoseconds.
  public private(set) var waitNs = 0.0
  /// The time that the service worked on them, together, in nanoseconds.
  public private(set) var workNs = 0.0
  /// The squares of the times that it worked on each, together, in square nanoseconds.
  public private(set) var workSquareNs = 0.0

  /// No request yet.
  public init() {}

  /// Takes one request in.
  ///
  /// - Parameter workNs: How long the service worked on it; `nil`: it left the line before that.
  public mutating func add(waitNs: UInt64, workNs: UInt64?) {
    count += 1
    self.waitNs += Double(waitNs)
    guard let workNs else { return }
    servedCount += 1
    self.workNs += Double(workNs)
    workSquareNs += Double(workNs) * Double(workNs)
  }

  /// The mean of the waits of all; `nil` without requests.
  public var meanWaitNs: Double? { Self.mean(waitNs, count) }
  /// The mean of the times that it worked; `nil` where it never did.
  public var meanWorkNs: Double? { Self.mean(workNs, servedCount) }
  /// The mean of their squares; `nil` where it never worked.
  public var meanWorkSquareNs: Double? { Self.mean(workSquareNs, servedCount) }

  private static func mean(_ sum: Double, _ count: Int) -> Double? {
    count > 0 ? sum / Double(count) : nil
  }
}
