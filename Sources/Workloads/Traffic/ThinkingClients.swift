/// When actions come in a closed loop: each client thinks, acts, waits for the end, thinks again.
///
/// A closed loop slows down with whatever it drives, so it can never show more waiting than there
/// are clients: J. D. C. Little's law gives the throughput as clients / (think time + response
/// time). Use it for a fixed number of users; for users who do not wait for each other use an
/// open loop.
///
/// Actions may overlap: whoever was handed out is away until somebody has ended.
///
/// All clients draw from one stream, and they are not distinguished: the *n*-th action that ends is
/// followed by the *n*-th think time after the first ones of all clients, whatever it drives.
/// Two stores under the same seed are therefore given the same think times. Only the ready times
/// are kept, in a heap with four branches, of which the four children share a cache line
/// (D. B. Johnson, *Priority queues with update and finding minimum spanning trees*, Information
/// Processing Letters 4 (3), 1975).
public struct ThinkingClients: Sendable {
  /// When each client is ready, in nanoseconds; each not later than its four children.
  @usableFromInline var readyNs: [UInt64]
  @usableFromInline let think: DelaySampler
  @usableFromInline let durationNs: UInt64
  @usableFromInline var random: SplitMix64
  /// Whether the first of the heap was handed out and has not ended.
  @usableFromInline var isActing = false
  /// How many others were handed out and have not ended; they are not in the heap.
  @usableFromInline var away = 0

  /// The numbers of clients that are accepted.
  public static let counts: ClosedRange<Int> = 1...10_000_000

  /// Clients that begin to think now.
  ///
  /// - Parameters:
  ///   - count: How many, in `counts`.
  ///   - think: How long each thinks before each action, the first one too.
  ///   - durationNs: Nanoseconds after which nobody acts, at most `TimeText.longestNs`.
  ///   - seed: Decides all think times.
  /// - Complexity: O(`count`), and 8 bytes for each client.
  public init(count: Int, think: DelaySampler, durationNs: UInt64, seed: UInt64) {
    precondition(
      Self.counts.contains(count), "clients must be 1 to 10000000, got \(count)")
    precondition(
      durationNs <= TimeText.longestNs,
      "the duration must be at most \(TimeText.longestNs) ns, got \(durationNs)")
    var random = SplitMix64(seed: splitSeed(seed, "think"))
    // Ascending values are a heap.
    readyNs = (0..<count).map { _ in think.nextNs(using: &random) }.sorted()
    self.think = think
    self.durationNs = durationNs
    self.random = random
  }

  /// Clients that begin to think now, for a think time whose sampler is made here.
  ///
  /// - Throws: `DelayError` as `DelaySampler.init(_:)` does.
  public init(count: Int, think: Delay, durationNs: UInt64, seed: UInt64) throws(DelayError) {
    self.init(count: count, think: try DelaySampler(think), durationNs: durationNs, seed: seed)
  }

  /// How many were handed out and have not ended.
  @inlinable public var acting: Int { away + (isActing ? 1 : 0) }

  /// When the earliest client is ready who does not act; it is not handed out.
  ///
  /// - Returns: Nanoseconds from the start, below the duration; `nil` when nobody is ready before
  ///   the end, unless somebody ends who acts.
  /// - Complexity: O(1); O(log *n*) if the last one has not ended.
  @inlinable public mutating func upcoming() -> UInt64? {
    if isActing {
      isActing = false
      away += 1
      let last = readyNs.removeLast()
      if !readyNs.isEmpty { replaceFirst(with: last) }
    }
    guard let firstNs = readyNs.first, firstNs < durationNs else { return nil }
    return firstNs
  }

  /// Hands out the earliest client who does not act.
  ///
  /// - Returns: When it is ready, as `upcoming()`.
  /// - Complexity: O(1); O(log *n*) if the last one has not ended.
  @inlinable public mutating func next() -> UInt64? {
    guard let firstNs = upcoming() else { return nil }
    isActing = true
    return firstNs
  }

  /// A client who was handed out is done: it thinks and comes back.
  ///
  /// - Parameter atNs: When its action ended, in nanoseconds from the start; not before it was
  ///   ready, and at most 2⁶³.
  /// - Precondition: One was handed out and has not ended.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func ended(atNs: UInt64) {
    precondition(acting > 0, "nobody acts who could have ended at \(atNs) ns")
    precondition(
      atNs <= 1 << 63 && (!isActing || away > 0 || atNs >= readyNs[0]),
      "an action of \(readyNs.first ?? 0) ns cannot end at \(atNs) ns")
    let backNs = atNs + think.nextNs(using: &random)
    guard isActing else {
      away -= 1
      insert(backNs)
      return
    }
    isActing = false
    replaceFirst(with: backNs)
  }

  @inlinable mutating func insert(_ ns: UInt64) {
    readyNs.append(ns)
    var hole = readyNs.count - 1
    while hole > 0, readyNs[(hole - 1) / 4] > ns {
      readyNs[hole] = readyNs[(hole - 1) / 4]
      hole = (hole - 1) / 4
    }
    readyNs[hole] = ns
  }

  @inlinable mutating func replaceFirst(with ns: UInt64) {
    readyNs.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        let first = hole * 4 + 1
        if first >= heap.count { break }
        var least = first
        var child = first + 1
        while child < min(first + 4, heap.count) {
          if heap[child] < heap[least] { least = child }
          child += 1
        }
        if ns <= heap[least] { break }
        heap[hole] = heap[least]
        hole = least
      }
      heap[hole] = ns
    }
  }
}
