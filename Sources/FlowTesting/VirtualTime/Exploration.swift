/// The result of an exploration without failures.
public struct Exploration: Sendable, Equatable {
  /// The number of runs.
  public let runs: Int
  /// The number of different interleavings among the runs.
  public let interleavings: Int
}

/// A seed for which a body fails.
public struct ExplorationFailure: Error, CustomStringConvertible {
  /// The first seed that failed. `VirtualTime(seed:)` with this seed repeats the failure.
  public let seed: UInt64
  /// The error that the body threw.
  public let error: any Error
  /// The number of successful runs before.
  public let runsBefore: Int
  /// A Boolean value that indicates whether a repetition failed with the same interleaving.
  /// Otherwise, the failure depends on something that the seed does not determine, such as threads,
  /// real time, `Int.random(in:)` or the order of a `Set`.
  public let isReproducible: Bool
  /// The number of jobs that came from other executors.
  public let foreignJobs: Int

  /// The seed and the error.
  public var description: String {
    let replay =
      isReproducible
      ? "a repetition failed with the same interleaving"
      : "a repetition did not, \(foreignJobs) jobs came from other executors"
    return "seed \(seed) fails after \(runsBefore) successful runs; \(replay): \(error)"
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  /// Runs a body once for each seed, each time in a new virtual time, until it fails. The failing
  /// run is repeated once.
  ///
  /// To find race conditions, write a body that performs work concurrently and throws if the result
  /// is wrong for any order. If all *n* orders are equally likely, *k* seeds omit a given one with
  /// probability (1 − 1/*n*)ᵏ. A thousand seeds try all orders of five tasks, but not of ten.
  ///
  /// ```swift
  /// try VirtualTime.explore { time, actor in
  ///   let cart = Cart()
  ///   async let first: Void = cart.add("tea")
  ///   async let second: Void = cart.add("milk")
  ///   _ = await (first, second)
  ///   try #require(await cart.lines.count == 2)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - seeds: The seeds, tried in this order.
  ///   - order: The order of jobs that are ready.
  ///   - limit: The virtual time by which the body must end.
  ///   - body: A closure that receives the virtual time and the actor that it runs on. Tasks that
  ///     sleep after its end are cancelled.
  /// - Throws: ``ExplorationFailure`` if the body throws or cannot end.
  @discardableResult
  public static func explore(
    seeds: Range<UInt64> = 0..<1_000, order: VirtualExecutor.Order = .seeded,
    until limit: VirtualClock.Instant = .init(nanoseconds: .max),
    _ body: @escaping @Sendable (VirtualTime, isolated VirtualActor) async throws -> Void
  ) throws(ExplorationFailure) -> Exploration {
    var fingerprints: Set<UInt64> = []
    for (index, seed) in seeds.enumerated() {
      let first = Attempt(seed: seed, order: order, limit: limit, body)
      fingerprints.insert(first.fingerprint)
      guard let error = first.error else { continue }
      let second = Attempt(seed: seed, order: order, limit: limit, body)
      throw ExplorationFailure(
        seed: seed, error: error, runsBefore: index,
        isReproducible: second.error != nil && second.fingerprint == first.fingerprint
          && first.foreignJobs == 0 && second.foreignJobs == 0,
        foreignJobs: first.foreignJobs)
    }
    return Exploration(runs: seeds.count, interleavings: fingerprints.count)
  }

  /// One run of a body.
  private struct Attempt {
    var error: (any Error)?
    let fingerprint: UInt64
    let foreignJobs: Int

    init(
      seed: UInt64, order: VirtualExecutor.Order, limit: VirtualClock.Instant,
      _ body: @escaping @Sendable (VirtualTime, isolated VirtualActor) async throws -> Void
    ) {
      let time = VirtualTime(seed: seed, order: order)
      do {
        try time.run(until: limit) { actor in try await body(time, actor) }
      } catch {
        self.error = error
      }
      fingerprint = time.fingerprint
      foreignJobs = time.foreignJobs
      time.abandon()
    }
  }
}
