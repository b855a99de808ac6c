/// The clients of a closed loop: each thinks, acts, waits for the end, and thinks again.
///
/// A closed loop slows down with its store: by J. D. C. Little's law the throughput is clients /
/// (think time + response time). Actions may overlap.
///
/// Clients are not distinguished, and draw from one stream: two stores under the same seed get the same
/// think times. The ready times are in a heap with four branches, whose four children share a cache line
/// (D. B. Johnson, Information Processing Letters 4 (3), 1975).
public struct ThinkingClients: Sendable {
  /// The ready times in nanoseconds, each at most that of its four children.
  @usableFromInline var readyNs: [UInt64]
  @usableFromInline let think: DelaySampler
  @usableFromInline let durationNs: UInt64
  @usableFromInline var random: SplitMix64
  /// A Boolean value that indicates whether the first client of the heap acts.
  @usableFromInline var isActing = false
  /// The number of others that act; they are not in the heap.
  @usableFromInline var away = 0

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
    // Ascending values are a heap.
    readyNs = (0..<count).map { _ in think.nextNs(using: &random) }.sorted()
    self.think = think
    self.durationNs = durationNs
    self.random = random
  }

  /// The number of clients that act.
  @inlinable public var acting: Int { away + (isActing ? 1 : 0) }

  /// Returns the earliest ready time of a client that does not act, below the duration; `nil` if there
  /// is none.
  ///
  /// - Complexity: O(1); O(log *n*) if the last one acts.
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

  /// Lets the earliest client act, and returns its ready time, as `upcoming()`.
  @inlinable public mutating func next() -> UInt64? {
    guard let firstNs = upcoming() else { return nil }
    isActing = true
    return firstNs
  }

  /// Ends an action: its client thinks.
  ///
  /// - Parameter atNs: The end in nanoseconds from the start, not before the ready time and at most 2⁶³.
  /// - Precondition: A client acts.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func ended(atNs: UInt64) {
    precondition(acting > 0, "no client acts that could end at \(atNs) ns")
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
