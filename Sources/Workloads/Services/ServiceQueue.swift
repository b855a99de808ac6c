import HeapModule

/// The queue of a service, which determines the end of each request.
///
/// Requests are served in the order of arrival, each by the first free place (Kiefer and Wolfowitz,
/// "On the theory of queues with many servers", 1955). The service does not notice timeouts, so the end of a request is known when it arrives.
public struct ServiceQueue: Sendable {
  private let law: ServiceLaw
  private let sampler: DelaySampler
  private let seed: UInt64
  /// The times at which the places become free, if there is a limit.
  private var placesNs: Heap<UInt64>
  /// The maximum number of requests in service and in the queue, if the queue is limited.
  private let limit: Int?
  /// The ends of these requests; kept only if there is such a limit.
  private var endsNs: Heap<UInt64> = []

  /// Creates a service without requests.
  ///
  /// - Parameters:
  ///   - law: The service.
  ///   - seed: The seed of latencies and failures.
  ///   - line: The maximum number of requests that queue; `nil`: no limit.
  /// - Throws: `DelayError` if measured latencies cannot be read.
  public init(_ law: ServiceLaw, seed: UInt64, line: Int? = nil) throws(DelayError) {
    self.law = law
    self.seed = seed
    limit = law.capacity.flatMap { capacity in line.map { capacity + $0 } }
    sampler = try DelaySampler(law.latency)
    placesNs = Heap(repeatElement(0, count: law.capacity ?? 0))
  }

  /// Returns whether a request would find all places taken and the queue full.
  ///
  /// - Parameters:
  ///   - atNs: The arrival; not before that of the last request.
  ///   - underway: The number of other requests that have not arrived yet.
  /// - Complexity: O(log *n*) for each request that has ended since, with at most *n* in service and
  ///   in the queue.
  public mutating func isFull(atNs: UInt64, after underway: Int) -> Bool {
    guard let limit else { return false }
    while let first = endsNs.min, first <= atNs { endsNs.removeMin() }
    return endsNs.count + underway >= limit
  }

  /// Returns the outcome of a request.
  ///
  /// - Parameters:
  ///   - number: The number of the request, which decides its latency and failure.
  ///   - atNs: The arrival; not before that of the last request.
  /// - Complexity: O(log capacity).
  public mutating func reply(to number: UInt64, atNs: UInt64) -> ServiceReply {
    var scrambler = SplitMix64(seed: seed &+ number)
    var random = SplitMix64(seed: scrambler.next())
    let workNs = sampler.nextNs(using: &random)
    let fails = law.failureShare > 0 && random.openUnit() < law.failureShare
    var startNs = atNs
    if law.capacity != nil, let freeNs = placesNs.min {
      startNs = max(atNs, freeNs)
      placesNs.replaceMin(with: startNs + workNs)
    }
    let endNs = startNs + workNs
    if limit != nil { endsNs.insert(endNs) }
    if let timeoutNs = law.timeoutNs, endNs - atNs > timeoutNs {
      return ServiceReply(endNs: atNs + timeoutNs, outcome: .timedOut)
    }
    return ServiceReply(endNs: endNs, outcome: fails ? .failed : .answered)
  }
}

/// The outcome of one request.
public struct ServiceReply: Equatable, Sendable {
  /// The kind of outcome.
  public enum Outcome: Sendable {
    case answered, failed, timedOut
  }

  /// The time at which the sender is notified, in nanoseconds since the start.
  public let endNs: UInt64
  /// The kind of outcome that the sender receives.
  public let outcome: Outcome

  /// Creates a reply.
  public init(endNs: UInt64, outcome: Outcome) {
    self.endNs = endNs
    self.outcome = outcome
  }
}
