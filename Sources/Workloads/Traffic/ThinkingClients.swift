import HeapModule

/// The clients of a closed loop: each thinks, acts, waits for the end, and thinks again. One acts at a
/// time.
///
/// A closed loop slows down with its store: by J. D. C. Little's law the throughput is clients /
/// (think time + response time).
///
/// Clients are not distinguished, and draw from one stream: two stores under the same seed get the same
/// think times.
public struct ThinkingClients: Sendable {
  /// The ready times in nanoseconds.
  private var readyNs: Heap<UInt64>
  private let think: DelaySampler
  private let durationNs: UInt64
  private var random: SplitMix64

  /// The accepted numbers of clients.
  public static let counts: ClosedRange<Int> = 1...10_000_000

  /// Creates clients that begin to think.
  ///
  /// - Parameters:
  ///   - think: The think time before each action.
  ///   - durationNs: The end of all actions, at most `TimeText.longestNs`.
  /// - Complexity: O(`count`), and 8 bytes for each client.
  public init(count: Int, think delay: Delay, durationNs: UInt64, seed: UInt64) throws(DelayError) {
    let think = try DelaySampler(delay)
    precondition(
      Self.counts.contains(count), "clients must be 1 to 10000000, got \(count)")
    precondition(
      durationNs <= TimeText.longestNs,
      "the duration must be at most \(TimeText.longestNs) ns, got \(durationNs)")
    var random = SplitMix64(seed: splitSeed(seed, "think"))
    readyNs = Heap((0..<count).map { _ in think.nextNs(using: &random) })
    self.think = think
    self.durationNs = durationNs
    self.random = random
  }

  /// Returns the ready time of the client that acts next, below the duration; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  public mutating func next() -> UInt64? {
    guard let firstNs = readyNs.min, firstNs < durationNs else { return nil }
    return readyNs.removeMin()
  }

  /// Ends the action of the client that acts, who thinks.
  ///
  /// - Parameter atNs: The end in nanoseconds from the start, at most 2⁶³.
  /// - Complexity: O(log *n*).
  public mutating func ended(atNs: UInt64) {
    precondition(atNs <= 1 << 63, "the end must be at most 2^63 ns, got \(atNs)")
    readyNs.insert(atNs + think.nextNs(using: &random))
  }
}
