package import Workloads

/// The request of a load to a child process.
@usableFromInline
package struct LoadRequest: Codable, Equatable, Sendable {
  @usableFromInline package var scenario: Scenario
  var round: Int
  package var seed: UInt64
  package var traffic: LoadTraffic
  /// The service that effects call; `nil` if they complete at once.
  package var service: ServiceLaw?
  /// The maximum number of waiting actions; `nil` without a maximum.
  package var maxQueue: Int?
  /// The time after the last arrival for serving the queue.
  package var drainNs: UInt64
  /// The number of actions that are sent before the load begins.
  package var warmUpActions: Int
  package var isVirtual = false
  /// The directory of features that write files.
  package var workDirectory: String

  package init(
    scenario: Scenario, round: Int, seed: UInt64, traffic: LoadTraffic, service: ServiceLaw? = nil,
    maxQueue: Int? = nil, drainNs: UInt64, warmUpActions: Int, isVirtual: Bool = false,
    workDirectory: String
  ) {
    self.scenario = scenario
    self.round = round
    self.seed = seed
    self.traffic = traffic
    self.service = service
    self.maxQueue = maxQueue
    self.drainNs = drainNs
    self.warmUpActions = warmUpActions
    self.isVirtual = isVirtual
    self.workDirectory = workDirectory
  }
}

/// A schedule of arrivals.
package struct LoadSchedule: Codable, Equatable {
  package var profile: RateProfile
  package var process: ArrivalProcess
  /// The profile as text without spaces, such as `10s@1000` or `10s@1000:peak:5.0`.
  package var name: String

  package init(profile: RateProfile, process: ArrivalProcess, name: String) {
    self.profile = profile
    self.process = process
    self.name = name
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
  package func clients(seed: UInt64) throws -> ThinkingClients? {
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
}

/// A recorded trace that is replayed.
package struct TraceReplay: Codable, Equatable {
  /// The path of the file.
  package var path: String
  /// The multiple of the recorded speed; `nil` if each action follows the end of the last.
  package var speed: Double?
  /// The number of actions that are sent: all but answers of effects, up to the first fault.
  package var sentCount: Int
  /// The time of the last one in nanoseconds since the start of the trace; `nil` if it is not
  /// recorded.
  package var lastNs: UInt64?
  /// The recorded digest of the final state; `nil` if there is none, or if the trace is damaged.
  package var digest: UInt64?

  package init(
    path: String, speed: Double? = nil, sentCount: Int, lastNs: UInt64? = nil,
    digest: UInt64? = nil
  ) {
    self.path = path
    self.speed = speed
    self.sentCount = sentCount
    self.lastNs = lastNs
    self.digest = digest
  }

  /// The name of a speed without pauses.
  package static let asFastAsPossible = "as-fast-as-possible"

  /// The time during which actions arrive.
  var durationNs: UInt64 {
    guard let speed, let lastNs else { return 1 }
    return Self.scaled(lastNs, by: speed) + 1
  }

  /// Returns a time of the trace as a time of the replay.
  static func scaled(_ ns: UInt64, by speed: Double) -> UInt64 {
    speed == 1 ? ns : UInt64((Double(ns) / speed).rounded())
  }
}

extension TraceReplay: CustomStringConvertible {
  /// The trace as text without spaces, equal for equal replays.
  package var description: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let speed = speed.map { "x\($0)" } ?? Self.asFastAsPossible
    return "trace:\(name.replacing(" ", with: "-")):\(speed)"
  }
}
