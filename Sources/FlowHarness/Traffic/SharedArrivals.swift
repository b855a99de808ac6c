package import Workloads

extension LoadSchedule {
  /// What each worker sends of the schedule; `nil` where there are no workers.
  ///
  /// - Throws: `RateError` when there are fewer arrivals than workers.
  package func shares(seed: UInt64) throws(RateError) -> [ArrivalShare]? {
    guard let workers else { return nil }
    var shares: [ArrivalShare] = []
    for worker in 0..<workers {
      shares.append(
        try ArrivalShare(
          of: worker, among: workers, profile: profile, process: process,
          seed: LoadTraffic.arrivalSeed(seed)))
    }
    return shares
  }
}

/// The arrivals of all workers in the order of time: what comes to their stores.
package struct SharedArrivals: Sendable {
  private var shares: [ArrivalShare]
  private var upcoming: [UInt64?]

  /// Those of some shares, none of which has begun.
  package init(_ shares: [ArrivalShare]) {
    var shares = shares
    upcoming = shares.indices.map { shares[$0].next() }
    self.shares = shares
  }

  /// The next arrival of any worker; `nil` when there are no more.
  ///
  /// - Complexity: O(*n*) in the number of workers.
  package mutating func next() -> UInt64? {
    var first: (worker: Int, atNs: UInt64)?
    for (worker, atNs) in upcoming.enumerated() {
      guard let atNs, first.map({ atNs < $0.atNs }) != false else { continue }
      first = (worker, atNs)
    }
    guard let first else { return nil }
    upcoming[first.worker] = shares[first.worker].next()
    return first.atNs
  }
}
