/// What many seeds found.
public struct Exploration: Sendable, Equatable {
  /// How many runs there were.
  public let runs: Int
  /// How many of them took an interleaving that none before had taken.
  public let interleavings: Int
}

/// A seed with which a body fails.
public struct ExplorationFailure: Error, CustomStringConvertible {
  /// The first seed that failed: `VirtualTime(seed:)` with it does so again.
  public let seed: UInt64
  /// What the body threw.
  public let error: any Error
  /// How many runs went well before.
  public let runsBefore: Int
  /// Whether it failed once more when it was repeated, by the same interleaving. If not, chance had
  /// a part in it that no seed decides: threads, real time, `Int.random(in:)`, an order of a `Set`.
  public let isReproducible: Bool
  /// How many jobs came back from elsewhere.
  public let foreignJobs: Int

  /// The seed and the error, for a reader.
  public var description: String {
    let replay =
      isReproducible
      ? "it does so again"
      : "it did not when it was repeated, \(foreignJobs) jobs came from other executors"
    return "seed \(seed) fails after \(runsBefore) that did not; \(replay): \(error)"
  }
}

extension VirtualTime {
  /// Runs a body once for each seed, each time in a world of its own, up to the first that fails;
  /// and that one twice.
  ///
  /// To look for a race, let the body do what must hold in any order, and throw when it does not
  /// hold. Of *n* orders, each as likely as the others, *k* seeds leave out a given one with
  /// probability (1 − 1/*n*)ᵏ: 1,000 seeds try all orders of five tasks, and not of ten.
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
  ///   - order: Which of the jobs that could run is next.
  ///   - limit: When a body is overdue.
  ///   - body: Given its world, and the actor it runs on. Whoever sleeps after its end is cancelled.
  /// - Throws: ``ExplorationFailure`` if a body throws, or cannot end.
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

  /// One run of a body, and what came of it.
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
