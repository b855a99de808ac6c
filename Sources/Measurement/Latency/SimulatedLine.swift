import Foundation

/// The mean queueing time of a load, predicted by simulation from its own service times.
///
/// A formula such as Pollaczek's and Khinchin's ignores phases in which a machine is slower. Here
/// each batch of consecutive actions draws its services, the generator's turnarounds and its idle
/// delays from the measurements of that batch. Arrivals are those of a Poisson process. If the
/// measured wait lies beyond the interval, long services, or short gaps between arrivals, follow
/// one another within a batch.
///
/// Source of the recursion: D. V. Lindley, *The theory of queues with a single server*, 1952; of
/// the resampling: B. Efron, *Bootstrap methods: another look at the jackknife*, 1979.
package struct SimulatedLine: Equatable, Sendable {
  /// The mean of all simulated loads in nanoseconds, including the generator's delay.
  package let meanQueueingNs: Double
  /// The 95 % prediction interval of the mean of another load, by Student's law, in nanoseconds.
  package let interval: ClosedRange<Double>

  /// The default maximum number of simulated actions: half a second of work.
  package static let maxActions = 10_000_000
  private static let loads = 5...40

  /// Simulates the load several times.
  ///
  /// - Parameters:
  ///   - arrivalsPerNs: The rate; above 0 and finite.
  ///   - batches: The times of consecutive actions.
  ///   - maxActions: The maximum number of simulated actions, in all loads together.
  /// - Returns: `nil` if nothing was served, or too much to be simulated five times.
  /// - Complexity: O(*n* log *c*) in the actions of `batches` and the classes of their histograms,
  ///   at most 40 times and at most `maxActions` in all.
  package init?(
    arrivalsPerNs: Double, batches: [ActionLatencies], maxActions: Int = Self.maxActions,
    using random: inout some RandomNumberGenerator
  ) {
    precondition(
      arrivalsPerNs > 0 && arrivalsPerNs.isFinite,
      "arrivalsPerNs: must be above 0, got \(arrivalsPerNs)")
    let parts = batches.compactMap(Part.init)
    let count = parts.reduce(0) { $0 + $1.count }
    guard count > 0, count * Self.loads.lowerBound <= maxActions else { return nil }
    let loads = min(Self.loads.upperBound, maxActions / count)
    var (sum, squares) = (0.0, 0.0)
    for _ in 0..<loads {
      let mean = Self.meanQueueingNs(parts, gapNs: 1 / arrivalsPerNs, using: &random)
      sum += mean
      squares += mean * mean
    }
    let mean = sum / Double(loads)
    let variance = max(0, squares - sum * mean) / Double(loads - 1)
    // The interval of another load includes the error of the mean.
    let quantile = StudentT(degreesOfFreedom: Double(loads - 1)).quantile(0.975)
    let margin = quantile * (variance * (1 + 1 / Double(loads))).squareRoot()
    meanQueueingNs = mean
    interval = max(0, mean - margin)...(mean + margin)
  }

  /// Simulates one load.
  private static func meanQueueingNs(
    _ parts: [Part], gapNs: Double, using random: inout some RandomNumberGenerator
  ) -> Double {
    var (aheadNs, sum, count) = (0.0, 0.0, 0)
    for part in parts {
      for _ in 0..<part.count {
        let queueingNs = aheadNs > 0 ? aheadNs : part.delays.draw(using: &random)
        sum += queueingNs
        let busyNs = part.services.draw(using: &random) + part.turnarounds.draw(using: &random)
        let gap = -log(1 - Double.random(in: 0..<1, using: &random)) * gapNs
        aheadNs = max(0, queueingNs + busyNs - gap)
      }
      count += part.count
    }
    return sum / Double(count)
  }
}

/// The measurements of a batch.
private struct Part {
  let count: Int
  let services: Draws
  let turnarounds: Draws
  let delays: Draws

  init?(_ times: ActionLatencies) {
    guard times.service.count > 0 else { return nil }
    count = times.service.count
    services = Draws(times.service)
    turnarounds = Draws(times.turnaround)
    delays = Draws(times.generatorDelay, without: times.turnaround)
  }
}

/// Times with their frequencies.
private struct Draws {
  private var ns: [Double] = []
  /// The number of times up to each.
  private var seen: [UInt64] = []

  init(_ histogram: LatencyHistogram, without others: LatencyHistogram = LatencyHistogram()) {
    let taken = Dictionary(
      uniqueKeysWithValues: others.classes.map { (LatencyRecorder.index(of: $0.ns), $0.count) })
    var sum: UInt64 = 0
    for part in histogram.classes {
      let rest = part.count - (taken[LatencyRecorder.index(of: part.ns)] ?? 0)
      guard rest > 0 else { continue }
      sum += rest
      seen.append(sum)
      ns.append(Double(part.ns))
    }
  }

  /// Returns a random time; 0 without any.
  func draw(using random: inout some RandomNumberGenerator) -> Double {
    guard let all = seen.last else { return 0 }
    let rank = UInt64.random(in: 0..<all, using: &random)
    var (low, high) = (0, seen.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if seen[middle] > rank { high = middle } else { low = middle + 1 }
    }
    return ns[low]
  }
}
