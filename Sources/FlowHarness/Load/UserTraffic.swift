package import Workloads

/// Simulated users who act in sessions.
package struct UserTraffic: Codable, Equatable {
  /// The arrival of users.
  package enum Entry: Codable, Equatable {
    /// A number of users who come again after the time `away`, or once without one.
    case population(count: Int, arrival: UserArrival, away: Delay?)
    /// Sessions that begin on a schedule, each of a new user.
    case sessions(LoadSchedule)
  }

  package var entry: Entry
  /// The think time between two actions.
  package var think: Delay
  /// A Boolean value that indicates whether users wait for the end of an action before they think.
  package var waits: Bool
  /// The slots in which users act.
  package var places: UserPlaces
  /// The number of independent worlds; `nil` if all users are in one.
  package var worlds: Int?
  /// The number of this world, from 1; `nil` for all worlds.
  package private(set) var world: Int?
  var durationNs: UInt64

  package init(
    _ entry: Entry, think: Delay, waits: Bool, places: UserPlaces = .shared, worlds: Int? = nil,
    durationNs: UInt64
  ) {
    self.entry = entry
    self.think = think
    self.waits = waits
    self.places = places
    self.worlds = worlds
    self.durationNs = durationNs
  }

  /// The maximum number of users of a world.
  package static let mostOfWorld = 1_000_000

  /// The users of each world, in nearly equal numbers; `nil` without worlds.
  package var ofWorlds: [UserTraffic]? {
    guard let worlds, case .population(let count, let arrival, let away) = entry else { return nil }
    return (0..<worlds).map { index in
      var part = self
      part.entry = .population(
        count: count / worlds + (index < count % worlds ? 1 : 0), arrival: arrival, away: away)
      part.world = index + 1
      return part
    }
  }

  /// The number of users, or the expected number of sessions.
  package var count: Int {
    switch entry {
    case .population(let count, _, _): count
    case .sessions(let schedule): Int(schedule.profile.expectedArrivals.rounded())
    }
  }

  /// A Boolean value that indicates whether behavior does not change over time, except at the
  /// start.
  package var isSteady: Bool {
    switch entry {
    case .population(_, let arrival, _): arrival == .poisson
    case .sessions(let schedule): schedule.isSteady
    }
  }

  /// Returns the users of a load.
  func crowd<F: Feature>(of feature: F, _ request: LoadRequest) throws -> UserSimulation<F> {
    guard case .zipf(let exponent) = request.scenario.distribution else {
      preconditionFailure("the plan lets users like features by Zipf's law only")
    }
    let seed = splitSeed(request.seed, "crowd")
    return try UserSimulation(
      feature: feature, entry: crowdEntry(seed: seed), think: think, skew: exponent,
      places: places, durationNs: durationNs, seed: seed)
  }

  private func crowdEntry(seed: UInt64) -> UserEntry {
    switch entry {
    case .population(let count, let arrival, let away):
      .population(users: count, arrival: arrival, pause: away)
    case .sessions(let schedule):
      .sessions(
        ArrivalSchedule(
          profile: schedule.profile, process: schedule.process, seed: splitSeed(seed, "sessions")),
        // A Poisson number is practically never ten standard deviations above its mean.
        most: count + 10 * Int(Double(count).squareRoot().rounded(.up)) + 10)
    }
  }
}

extension UserTraffic: CustomStringConvertible {
  /// The users as text without spaces, equal for equal users.
  package var description: String {
    let model = (waits ? "waiting" : "blind") + (places == .own ? ":own" : "")
    switch entry {
    case .population(let count, let arrival, let away):
      let away = away.map { "\($0)" } ?? "never"
      return "users:\(count):\(arrival.rawValue):think:\(think):away:\(away):\(model):"
        + TimeText.text(ns: durationNs) + worldText
    case .sessions(let schedule):
      return "sessions:\(schedule.process.rawValue):\(schedule.name):think:\(think):\(model)"
    }
  }

  private var worldText: String {
    guard let worlds else { return "" }
    return world.map { ":world:\($0)/\(worlds)" } ?? ":worlds:\(worlds)"
  }
}
