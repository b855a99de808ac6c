/// The moments of the waiting and working times of a service, for queueing theory.
public struct ServiceMoments: Codable, Equatable, Sendable {
  /// The number of requests.
  public private(set) var count = 0
  /// The number of served requests.
  public private(set) var servedCount = 0
  /// The sum of the waiting times, in nanoseconds.
  public private(set) var waitNs = 0.0
  /// The sum of the working times, in nanoseconds.
  public private(set) var workNs = 0.0
  /// The sum of the squares of the working times, in square nanoseconds.
  public private(set) var workSquareNs = 0.0

  /// Creates moments without requests.
  public init() {}

  /// Adds one request.
  ///
  /// - Parameter workNs: The working time; `nil` if the request left the line.
  public mutating func add(waitNs: UInt64, workNs: UInt64?) {
    count += 1
    self.waitNs += Double(waitNs)
    guard let workNs else { return }
    servedCount += 1
    self.workNs += Double(workNs)
    workSquareNs += Double(workNs) * Double(workNs)
  }

  /// The mean waiting time; `nil` without requests.
  public var meanWaitNs: Double? { Self.mean(waitNs, count) }
  /// The mean working time; `nil` if none was served.
  public var meanWorkNs: Double? { Self.mean(workNs, servedCount) }
  /// The mean of its squares; `nil` if none was served.
  public var meanWorkSquareNs: Double? { Self.mean(workSquareNs, servedCount) }

  private static func mean(_ sum: Double, _ count: Int) -> Double? {
    count > 0 ? sum / Double(count) : nil
  }
}
