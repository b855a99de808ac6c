/// The service that effects call: its latency, its failures and its capacity.
///
/// The seed and the number of a request decide its latency and failure, so that they are the same for
/// every design. Only the waiting times depend on the arrivals of requests.
public struct ServiceLaw: Codable, Equatable, Sendable {
  /// The time that the service works on a request.
  public var latency: Delay
  /// The share of requests that fail, 0 to 1; they take as long as the others.
  public var failureShare: Double
  /// The time after which a request times out; `nil`: never. The service continues to work on it.
  public var timeoutNs: UInt64?
  /// The number of requests that are served at the same time; the others queue. `nil`: all.
  public var capacity: Int?

  /// The range of failure shares.
  public static let failureShares: ClosedRange<Double> = 0...1
  /// The range of capacities.
  public static let capacities: ClosedRange<Int> = 1...1_000_000

  /// Creates a service; by default without failures, timeouts and queueing.
  public init(
    latency: Delay, failureShare: Double = 0, timeoutNs: UInt64? = nil, capacity: Int? = nil
  ) {
    self.latency = latency
    self.failureShare = failureShare
    self.timeoutNs = timeoutNs
    self.capacity = capacity
  }
}

extension ServiceLaw: CustomStringConvertible {
  /// The service as text without spaces, such as `log-normal:20ms:0.5/fail:0.01/timeout:100ms/16`.
  public var description: String {
    var parts = ["\(latency)"]
    if failureShare > 0 { parts.append("fail:\(failureShare)") }
    if let timeoutNs { parts.append("timeout:\(TimeText.text(ns: timeoutNs))") }
    if let capacity { parts.append("capacity:\(capacity)") }
    return parts.joined(separator: "/")
  }
}
