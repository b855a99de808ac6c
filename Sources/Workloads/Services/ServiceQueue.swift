import HeapModule

/// The line in front of a service: says of each request when its answer comes.
///
/// Requests are taken in the order in which they came, each by the place that is free first
/// (Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955): since nobody who
/// gives up notifies the service, and who leaves the line was never to be served, the end of a
/// request is known when it comes.
public struct ServiceQueue: Sendable {
  private let law: ServiceLaw
  private let sampler: DelaySampler
  private let patience: DelaySampler?
  private let seed: UInt64
  /// When each place is free, if there is a limit.
  private var placesNs: Heap<UInt64>
  /// How many may be worked on and wait together, if the line has an end.
  private let limit: Int?
  /// When the work on each of them ends; kept only where there is such a limit.
  private var endsNs: Heap<UInt64> = []

  /// A service that nobody has asked yet.
  ///
  /// - Parameter line: How many may wait for one of its places; `nil`: all of them. Nobody waits
  ///   where the places have no limit.
  /// - Throws: `DelayError` when measured latencies cannot be read.
  public init(_ law: ServiceLaw, seed: UInt64, line: Int? = nil) throws(DelayError) {
    self.law = law
    self.seed = seed
    limit = law.capacity.flatMap { capacity in line.map { capacity + $0 } }
    sampler = try DelaySampler(law.latency)
    patience = if let delay = law.patience { try DelaySampler(delay) } else { nil }
    placesNs = Heap(repeatElement(0, count: law.capacity ?? 0))
  }

  /// Whether a request that came now would find all places taken and the line full.
  ///
  /// - Parameters:
  ///   - atNs: Now; never earlier than the last request.
  ///   - underway: How many others are on their way and have not come yet.
  /// - Complexity: O(log *n*) for each request that has ended since, with at most *n* at once.
  public mutating func isFull(atNs: UInt64, after underway: Int) -> Bool {
    guard let limit else { return false }
    while let first = endsNs.min, first <= atNs { endsNs.removeMin() }
    return endsNs.count + underway >= limit
  }

  /// What becomes of a request.
  ///
  /// - Parameters:
  ///   - number: Decides how long it takes and whether it fails.
  ///   - atNs: When it comes; never earlier than the last one.
  /// - Complexity: O(log capacity).
  public mutating func reply(to number: UInt64, atNs: UInt64) -> ServiceReply {
    var scrambler = SplitMix64(seed: seed &+ number)
    var random = SplitMix64(seed: scrambler.next())
    let workNs = sampler.nextNs(using: &random)
    let fails = law.failureShare > 0 && random.openUnit() < law.failureShare
    var startNs = atNs
    if law.capacity != nil, let freeNs = placesNs.min {
      startNs = max(atNs, freeNs)
      if let patienceNs = patience?.nextNs(using: &random), startNs - atNs > patienceNs {
        return left(atNs: atNs, after: patienceNs)
      }
      placesNs.replaceMin(with: startNs + workNs)
    }
    let endNs = startNs + workNs
    if limit != nil { endsNs.insert(endNs) }
    let waitNs = startNs - atNs
    if let timeoutNs = law.timeoutNs, endNs - atNs > timeoutNs {
      return ServiceReply(
        endNs: atNs + timeoutNs, outcome: .timedOut, waitNs: waitNs, workNs: workNs)
    }
    return ServiceReply(
      endNs: endNs, outcome: fails ? .failed : .answered, waitNs: waitNs, workNs: workNs)
  }

  /// What becomes of a request that is taken back before it has a place; or given up before that.
  private mutating func left(atNs: UInt64, after patienceNs: UInt64) -> ServiceReply {
    let endNs = atNs + patienceNs
    if limit != nil { endsNs.insert(endNs) }
    if let timeoutNs = law.timeoutNs, patienceNs > timeoutNs {
      return ServiceReply(
        endNs: atNs + timeoutNs, outcome: .timedOut, waitNs: patienceNs, workNs: nil)
    }
    return ServiceReply(endNs: endNs, outcome: .reneged, waitNs: patienceNs, workNs: nil)
  }
}

/// What becomes of one request.
public struct ServiceReply: Equatable, Sendable {
  /// What the sender of the request receives.
  public enum Outcome: Sendable {
    case answered, failed, timedOut
    /// It was taken back while it waited for a place.
    case reneged
  }

  /// When the sender of the request is notified, in nanoseconds since the start.
  public let endNs: UInt64
  /// What the asker then gets: an answer, a failure or a timeout.
  public let outcome: Outcome
  /// How long it waits for one of the service's places, in nanoseconds.
  public let waitNs: UInt64
  /// How long the service works on it, in nanoseconds, also when nobody waits for that any more;
  /// `nil`: it left the line before that.
  public let workNs: UInt64?

  /// A reply.
  public init(endNs: UInt64, outcome: Outcome, waitNs: UInt64, workNs: UInt64?) {
    self.endNs = endNs
    self.outcome = outcome
    self.waitNs = waitNs
    self.workNs = workNs
  }
}
