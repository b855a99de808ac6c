package import Workloads

/// Simulated users, each in sessions of its own, as they were asked for.
package struct LoadUsers: Codable, Equatable {
  /// How many users there are.
  package var count: Int
  /// How long one thinks between two actions.
  var think: Delay
  /// How long one stays away between two sessions; nil: for good.
  var away: Delay?
  /// When they come for the first time.
  package var arrival: CrowdArrival
  var durationNs: UInt64

  package init(
    count: Int, think: Delay, away: Delay? = nil, arrival: CrowdArrival, durationNs: UInt64
  ) {
    self.count = count
    self.think = think
    self.away = away
    self.arrival = arrival
    self.durationNs = durationNs
  }

  /// The crowd of a load.
  ///
  /// - Throws: `CrowdError`, or `DelayError` when measured times cannot be read.
  func crowd<F: Feature>(of feature: F, _ request: LoadRequest) throws -> Crowd<F> {
    guard case .zipf(let exponent) = request.scenario.distribution else {
      preconditionFailure("the plan lets users like features by Zipf's law only")
    }
    return try Crowd(
      feature: feature, users: count, think: think, pause: away, skew: exponent,
      durationNs: durationNs, arrival: arrival, seed: splitSeed(request.seed, "crowd"))
  }
}

extension LoadUsers: CustomStringConvertible {
  /// The users in words without spaces, stable from run to run.
  package var description: String {
    let away = away.map { "\($0)" } ?? "never"
    return "users:\(count):\(arrival.rawValue):think:\(think):away:\(away):"
      + TimeText.text(ns: durationNs)
  }
}
