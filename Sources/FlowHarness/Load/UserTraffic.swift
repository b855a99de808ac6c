package import Workloads

/// Simulated users who act in sessions, and wait for the end of each action.
package struct UserTraffic: Codable, Equatable {
  package var count: Int
  package var arrival: UserArrival
  /// The think time between the end of an action and the next one.
  package var think: Delay
  /// The time between two sessions of a user; `nil` if users come once.
  package var away: Delay?
  package var durationNs: UInt64

  package init(
    count: Int, arrival: UserArrival, think: Delay, away: Delay?, durationNs: UInt64
  ) {
    self.count = count
    self.arrival = arrival
    self.think = think
    self.away = away
    self.durationNs = durationNs
  }

  /// A Boolean value that indicates whether behavior does not change over time, except at the
  /// start.
  package var isSteady: Bool { arrival == .poisson }

  /// Returns the users of a load.
  func crowd<F: Feature>(of feature: F, _ request: LoadRequest) throws -> UserSimulation<F> {
    guard case .zipf(let exponent) = request.scenario.distribution else {
      preconditionFailure("the plan lets users like features by Zipf's law only")
    }
    return try UserSimulation(
      feature: feature, users: count, arrival: arrival, think: think, pause: away, skew: exponent,
      durationNs: durationNs, seed: splitSeed(request.seed, "crowd"))
  }
}

extension UserTraffic: CustomStringConvertible {
  /// The users as text without spaces, equal for equal users.
  package var description: String {
    let away = away.map { "\($0)" } ?? "never"
    return "users:\(count):\(arrival.rawValue):think:\(think):away:\(away):waiting:"
      + TimeText.text(ns: durationNs)
  }
}
