/// The service that effects call: how long it takes, how often it fails, how many it serves at once.
///
/// What a request meets is decided by the seed and the request's number alone, so that every design
/// meets the same. Only who has to wait for a place depends on when requests come.
public struct ServiceLaw: Codable, Equatable, Sendable {
  /// How long the service works on a request.
  public var latency: Delay
  /// The share of requests that fail, 0 to 1; they take as long as the others.
  public var failureShare: Double
  /// After how long whoever asked gives up; `nil`: never. The service works on all the same.
  public var timeoutNs: UInt64?
  /// How many requests are worked on at once; the others wait in line. `nil`: all of them.
  public var capacity: Int?
  /// How long a request waits for a place before it is taken back (reneging); `nil`: as long as it
  /// takes. The service never works on one that was.
  public var patience: Delay?

  /// The shares of failures that are accepted.
  public static let failureShares: ClosedRange<Double> = 0...1
  /// The numbers of places that are accepted.
  public static let capacities: ClosedRange<Int> = 1...1_000_000

  /// A service; by default it never fails, nobody gives up and nobody waits for a place.
  public init(
    latency: Delay, failureShare: Double = 0, timeoutNs: UInt64? = nil, capacity: Int? = nil,
    patience: Delay? = nil
  ) {
    self.latency = latency
    self.failureShare = failureShare
    self.timeoutNs = timeoutNs
    self.capacity = capacity
    self.patience = patience
  }
}

extension ServiceLaw: CustomStringConvertible {
  /// The service in words without spaces, such as `log-normal:20ms:0.5/fail:0.01/timeout:100ms/16`.
  public var description: String {
    var parts = ["\(latency)"]
    if failureShare > 0 { parts.append("fail:\(failureShare)") }
    if let timeoutNs { parts.append("timeout:\(TimeText.text(ns: timeoutNs))") }
    if let capacity { parts.append("capacity:\(capacity)") }
    if let patience { parts.append("patience:\(patience)") }
    return parts.joined(separator: "/")
  }
}
