package import Workloads

/// Simulated users, each in sessions of its own, as they were asked for.
package struct LoadUsers: Codable, Equatable {
  /// Who comes, and when.
  package enum Entry: Codable, Equatable {
    /// So many users, who come for the first time in this way, and are away so long between two
    /// sessions; nil: for good.
    case population(count: Int, arrival: CrowdArrival, away: Delay?)
    /// Sessions that begin on a schedule, each by a user who comes once.
    case sessions(LoadSchedule)
  }

  package var entry: Entry
  /// How long one thinks between two actions.
  package var think: Delay
  /// Whether each waits for the end of an action before thinking of the next one.
  package var waits: Bool
  /// Whether they share the features, or each has a copy.
  package var places: CrowdPlaces
  /// How many worlds they live in, which know nothing of each other; `nil`: all in one.
  package var worlds: Int?
  /// Which of the worlds these are, from 1; `nil`: all of them.
  package private(set) var world: Int?
  var durationNs: UInt64

  package init(
    _ entry: Entry, think: Delay, waits: Bool, places: CrowdPlaces = .shared, worlds: Int? = nil,
    durationNs: UInt64
  ) {
    self.entry = entry
    self.think = think
    self.waits = waits
    self.places = places
    self.worlds = worlds
    self.durationNs = durationNs
  }

  /// The most users that a world has.
  package static let mostOfWorld = 1_000_000

  /// Those of each world, as equally many as can be; `nil` where all live in one.
  package var ofWorlds: [LoadUsers]? {
    guard let worlds, case .population(let count, let arrival, let away) = entry else { return nil }
    return (0..<worlds).map { index in
      var part = self
      part.entry = .population(
        count: count / worlds + (index < count % worlds ? 1 : 0), arrival: arrival, away: away)
      part.world = index + 1
      return part
    }
  }

  /// How many users there are; of sessions how many are to be expected.
  package var count: Int {
    switch entry {
    case .population(let count, _, _): count
    case .sessions(let schedule): Int(schedule.profile.expectedArrivals.rounded())
    }
  }

  /// Whether what they do is the same at all times, but for the beginning.
  package var isSteady: Bool {
    switch entry {
    case .population(_, let arrival, _): arrival == .poisson
    case .sessions(let schedule): schedule.isSteady
    }
  }

  /// The crowd of a load.
  ///
  func crowd<F: Feature>(of feature: F, _ request: LoadRequest) throws -> Crowd<F> {
    guard case .zipf(let exponent) = request.scenario.distribution else {
      preconditionFailure("the plan lets users like features by Zipf's law only")
    }
    let seed = splitSeed(request.seed, "crowd")
    return try Crowd(
      feature: feature, entry: crowdEntry(seed: seed), think: think, skew: exponent,
      places: places, durationNs: durationNs, seed: seed)
  }

  private func crowdEntry(seed: UInt64) -> CrowdEntry {
    switch entry {
    case .population(let count, let arrival, let away):
      .population(users: count, arrival: arrival, pause: away)
    case .sessions(let schedule):
      .sessions(
        ArrivalSchedule(
          profile: schedule.profile, process: schedule.process, seed: splitSeed(seed, "sessions")),
        // A Poisson number is hardly ever ten standard deviations above its mean.
        most: count + 10 * Int(Double(count).squareRoot().rounded(.up)) + 10)
    }
  }
}

extension LoadUsers: CustomStringConvertible {
  /// The users in words without spaces, stable from run to run.
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
