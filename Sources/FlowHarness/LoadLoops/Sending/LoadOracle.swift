import FlowTrace
public import Workloads

/// Returns the next instant of a load's arrivals; `nil` after the last.
package typealias ArrivalInstants = () -> UInt64?

/// The expected arrivals and states of a load.
@MainActor
@usableFromInline
package struct LoadOracle {
  /// Makes the instants of the arrivals; `nil` if they depend on the store.
  package let arrivals: (LoadRequest) -> (@Sendable () -> ArrivalInstants)?
  /// Returns the digest after the warm-up and a number of actions; the actions of users who wait
  /// depend on the log of their response times.
  package let digest: (LoadRequest, _ completed: Int, ResponseTimeLog?) -> UInt64

  init(
    arrivals: @escaping (LoadRequest) -> (@Sendable () -> ArrivalInstants)?,
    digest: @escaping (LoadRequest, _ completed: Int, ResponseTimeLog?) -> UInt64
  ) {
    self.arrivals = arrivals
    self.digest = digest
  }

  /// Creates the oracle of a feature.
  ///
  /// - Parameter input: Makes the feature, with its own dependencies.
  @inlinable
  init<F: Feature>(_ input: @escaping () -> TrialInput<F>) {
    self.init(input) { plainFoldDigests($0, after: [$1])[0] }
  }

  /// - Parameter fold: Returns the digest after a number of actions, specialised for the feature.
  @usableFromInline
  init<F: Feature>(
    _ input: @escaping () -> TrialInput<F>, fold: @escaping (TrialInput<F>, Int) -> UInt64
  ) {
    arrivals = { request in
      if let schedule = request.load.traffic.schedule(seed: request.seed) {
        return {
          var schedule = schedule
          return { schedule.next() }
        }
      }
      guard case .trace(let trace) = request.load.traffic, trace.speed != nil else { return nil }
      return { trace.instants() }
    }
    digest = { request, completed, ends in
      let input = input()
      if case .trace(let trace) = request.load.traffic {
        return Self.digest(of: trace, after: completed, input.feature)
      }
      guard case .users(let users) = request.load.traffic,
        let crowd = try? users.crowd(of: input.feature, request)
      else { return fold(input, request.load.warmUpActions + completed) }
      return Self.digest(of: crowd, after: completed, input.feature, ends)
    }
  }

  /// Returns the digest after the first actions of users.
  private static func digest<F: Feature>(
    of crowd: consuming UserSimulation<F>, after count: Int, _ feature: F, _ ends: ResponseTimeLog?
  ) -> UInt64 {
    var fold = Floor(feature)
    var times = ends?.times()
    for _ in 0..<count {
      guard let next = crowd.next() else { break }
      fold.send(next.action)
      // The end of the last action has no successor.
      if let ns = times?.next() { crowd.ended(next.user, atNs: next.atNs + ns) }
    }
    return fold.digest
  }

  /// Returns the digest after the first actions of a trace.
  private static func digest<F: Feature>(
    of trace: TraceReplay, after count: Int, _ feature: F
  ) -> UInt64 {
    var fold = Floor(feature)
    for next in ReplayedActions(reading: trace.path, for: feature).sent.prefix(count) {
      fold.send(next.action)
    }
    return fold.digest
  }
}

/// The response time of each action of a load, in order. The next actions of users who wait depend
/// on these times.
///
/// Words in blocks that never move, so that nothing is copied while a load runs. A time of 4.2 s or
/// more takes three words: an escape and both halves.
///
/// Unchecked because the thread that drives writes it, and it is read afterwards.
@usableFromInline
package final class ResponseTimeLog: @unchecked Sendable {
  private static let blockSize = 1 << 18
  private static let escape = UInt32.max
  private var blocks: [UnsafeMutablePointer<UInt32>] = []
  private var wordCount = 0

  /// Creates an empty log.
  package init() {}

  deinit { for block in blocks { block.deallocate() } }

  /// Appends the time of the next action.
  @usableFromInline
  func append(_ ns: UInt64) {
    guard ns >= UInt64(Self.escape) else { return write(UInt32(ns)) }
    write(Self.escape)
    write(UInt32(ns >> 32))
    write(UInt32(truncatingIfNeeded: ns))
  }

  private func write(_ word: UInt32) {
    let (block, offset) = wordCount.quotientAndRemainder(dividingBy: Self.blockSize)
    if block == blocks.count { blocks.append(.allocate(capacity: Self.blockSize)) }
    blocks[block][offset] = word
    wordCount += 1
  }

  /// Returns the times from the first on.
  func times() -> some IteratorProtocol<UInt64> {
    var words = (0..<wordCount).lazy.map { [blocks] index in
      UInt64(blocks[index / Self.blockSize][index % Self.blockSize])
    }.makeIterator()
    return AnyIterator { [self] in
      withExtendedLifetime(self) {
        guard let word = words.next() else { return nil }
        guard word == UInt64(Self.escape) else { return word }
        guard let high = words.next(), let low = words.next() else { return nil }
        return high << 32 | low
      }
    }
  }
}
