package import Workloads

/// A schedule of arrivals.
package struct LoadSchedule: Codable, Equatable {
  package var profile: RateProfile
  package var process: ArrivalProcess
  /// The profile as text without spaces, such as `10s@1000.0` or `10s@0.0..1000.0`.
  package var name: String

  package init(profile: RateProfile, process: ArrivalProcess, name: String) {
    self.profile = profile
    self.process = process
    self.name = name
  }

  /// Creates a schedule of consecutive stages.
  package init(
    stages: [RateSegment], process: ArrivalProcess, name: String? = nil
  ) throws(RateError) {
    self.init(
      profile: try RateProfile(stages), process: process,
      name: name ?? stages.map(\.description).joined(separator: "+"))
  }

  /// Creates a schedule of one rate.
  package init(rate: Double, durationNs: UInt64, process: ArrivalProcess) throws(RateError) {
    try self.init(stages: [RateSegment(durationNs: durationNs, rate: rate)], process: process)
  }

  /// Each stage has histograms of its own.
  static let maxStages = 64

  /// The stages that are recorded separately: all segments of the profile, or the whole if there
  /// are too many.
  package var stages: [RateSegment] {
    let segments = profile.segments
    guard segments.count > Self.maxStages else { return segments }
    let seconds = Double(profile.totalNs) / 1e9
    return [
      RateSegment(durationNs: profile.totalNs, rate: profile.expectedArrivals / seconds)
    ]
  }

  /// A Boolean value that indicates whether the rate is constant.
  package var isSteady: Bool {
    profile.segments.allSatisfy {
      $0.fromRate == $0.toRate && $0.fromRate == profile.segments[0].fromRate
    }
  }

  /// The mean rate over the whole duration.
  package var meanRate: Double { profile.expectedArrivals / (Double(profile.totalNs) / 1e9) }
}

/// The senders of a load, and their times.
package enum LoadTraffic: Codable, Equatable {
  /// Actions arrive on a schedule, whether or not the store is ready.
  case open(LoadSchedule)
  /// Clients send, wait for the end, think, and send again.
  case closed(clients: Int, think: Delay, durationNs: UInt64)
  /// Simulated users come, act in sessions, and leave.
  case users(UserTraffic)
  /// Actions arrive as they were recorded.
  case trace(TraceReplay)

  package var hasUsers: Bool { if case .users = self { true } else { false } }

  /// The time during which actions arrive.
  package var durationNs: UInt64 {
    switch self {
    case .open(let schedule): schedule.profile.totalNs
    case .closed(_, _, let ns): ns
    case .users(let users): users.durationNs
    case .trace(let trace): trace.durationNs
    }
  }

  /// A Boolean value that indicates whether actions depend on the initial state, so that the
  /// warm-up needs another store.
  package var needsFreshStore: Bool {
    switch self {
    case .open, .closed: false
    case .users, .trace: true
    }
  }

  /// The end of each stage; the last one is the end of the load.
  package var stageEndsNs: [UInt64] {
    guard case .open(let schedule) = self else { return [durationNs] }
    var endNs: UInt64 = 0
    return schedule.stages.map { segment in
      endNs += segment.durationNs
      return endNs
    }
  }

  /// Returns the clients of a seed; `nil` for other traffic.
  ///
  /// - Throws: `DelayError` if measured times cannot be read.
  func clients(seed: UInt64) throws -> ThinkingClients? {
    guard case .closed(let clients, let think, let durationNs) = self else { return nil }
    return try ThinkingClients(
      count: clients, think: think, durationNs: durationNs,
      seed: splitSeed(seed, "clients"))
  }

  /// Returns the schedule of a seed; `nil` for other traffic.
  func schedule(seed: UInt64) -> ArrivalSchedule? {
    guard case .open(let schedule) = self else { return nil }
    return ArrivalSchedule(
      profile: schedule.profile, process: schedule.process, seed: splitSeed(seed, "arrivals"))
  }

  /// The expected number of actions, or the number of senders.
  package var size: Int {
    switch self {
    case .open(let schedule): Int(schedule.profile.expectedArrivals)
    case .closed(let clients, _, _): clients
    case .users(let users): users.count
    case .trace(let trace): trace.sentCount
    }
  }

  /// A time without limit.
  package static let unlimitedNs: UInt64 = 1 << 62

  /// The default time for serving the queue: for a trace without limit, because its final state is
  /// checked.
  var standardDrainNs: UInt64 {
    if case .trace = self { Self.unlimitedNs } else { durationNs }
  }
}

extension LoadTraffic: CustomStringConvertible {
  /// The traffic as text without spaces, equal for equal traffic.
  package var description: String {
    switch self {
    case .open(let schedule): "open:\(schedule.process.rawValue):\(schedule.name)"
    case .closed(let clients, let think, let durationNs):
      "closed:\(clients):\(think):\(TimeText.text(ns: durationNs))"
    case .users(let users): "\(users)"
    case .trace(let trace): "\(trace)"
    }
  }
}

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

  /// A Boolean value that indicates whether behaviour does not change over time, except at the
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
