package import Workloads

/// One load as the child process is asked for it.
@usableFromInline
package struct LoadRequest: Codable, Equatable, Sendable {
  @usableFromInline package var scenario: Scenario
  var round: Int
  package var seed: UInt64
  package var traffic: LoadTraffic
  /// What effects call; nil: they answer at once.
  package var service: ServiceLaw?
  /// How many actions may wait; nil: as many as come.
  package var maxQueue: Int?
  /// How long after the last arrival those who wait are still served.
  package var drainNs: UInt64
  /// Actions sent one after the other before the load begins.
  package var warmUpActions: Int
  /// Whether time jumps instead of passing.
  package var isVirtual = false
  /// How long each part of the load is that is reported, in nanoseconds; whole seconds.
  package var stepNs: UInt64 = 1_000_000_000
  /// Where features that keep files may write.
  package var workDirectory: String

  package init(
    scenario: Scenario, round: Int, seed: UInt64, traffic: LoadTraffic, service: ServiceLaw? = nil,
    maxQueue: Int? = nil, drainNs: UInt64, warmUpActions: Int, isVirtual: Bool = false,
    stepNs: UInt64 = 1_000_000_000, workDirectory: String
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
    self.stepNs = stepNs
    self.workDirectory = workDirectory
  }
}

/// A schedule of arrivals, as it was asked for.
package struct LoadSchedule: Codable, Equatable {
  package var profile: RateProfile
  package var process: ArrivalProcess
  /// The profile in words without spaces, such as `10s@1000` or `10s@1000:peak:5.0`.
  package var name: String
  /// How many workers send it, each its own share; nil: it comes to one thread as a whole.
  package var workers: Int?

  package init(profile: RateProfile, process: ArrivalProcess, name: String) {
    self.profile = profile
    self.process = process
    self.name = name
  }

  /// More parts than these are not kept apart: each has histograms of its own.
  static let maxStages = 64

  /// The parts whose times are kept apart: all of the profile's, or its whole.
  package var stages: [RateSegment] {
    let segments = profile.segments
    guard segments.count > Self.maxStages else { return segments }
    let seconds = Double(profile.totalNs) / 1e9
    return [
      RateSegment(durationNs: profile.totalNs, rate: profile.expectedArrivals / seconds)
    ]
  }

  /// Whether its rate never changes.
  package var isSteady: Bool {
    profile.segments.allSatisfy {
      $0.fromRate == $0.toRate && $0.fromRate == profile.segments[0].fromRate
    }
  }

  /// The mean rate over the whole.
  package var meanRate: Double { profile.expectedArrivals / (Double(profile.totalNs) / 1e9) }
}

/// Who sends, and when.
package enum LoadTraffic: Codable, Equatable {
  /// Actions come on a schedule, whether or not the store is ready.
  case open(LoadSchedule)
  /// So many clients send, wait for the end, think, and send again.
  case closed(clients: Int, think: Delay, durationNs: UInt64)
  /// Simulated users come, act in sessions, and leave, whether or not the store is ready.
  case users(LoadUsers)
  /// Actions come as they did when they were recorded.
  case trace(LoadTrace)

  /// Whether users wait for the ends of their actions.
  package var hasWaitingUsers: Bool {
    if case .users(let users) = self { users.waits } else { false }
  }

  /// How long actions come.
  package var durationNs: UInt64 {
    switch self {
    case .open(let schedule): schedule.profile.totalNs
    case .closed(_, _, let ns): ns
    case .users(let users): users.durationNs
    case .trace(let trace): trace.durationNs
    }
  }

  /// How long the shortest part is that is compared with another one: of a load with a spike, or with
  /// rates that are met on both ways; else the whole.
  package var finestNs: UInt64 {
    guard case .open(let schedule) = self else { return durationNs }
    let profile = schedule.profile
    let compared = profile.returns.flatMap { [$0.up, $0.down] }
    return compared.map { profile.segments[$0].durationNs }.min() ?? durationNs
  }

  /// Whether what is done follows from the initial state, so that nothing may come before it.
  package var needsFreshStore: Bool {
    switch self {
    case .open, .closed: false
    case .users, .trace: true
    }
  }

  /// When each stage ends; the last end is that of the whole.
  package var stageEndsNs: [UInt64] {
    guard case .open(let schedule) = self else { return [durationNs] }
    var endNs: UInt64 = 0
    return schedule.stages.map { segment in
      endNs += segment.durationNs
      return endNs
    }
  }

  /// The clients that belong to a seed; `nil` where there are none.
  ///
  /// - Throws: What reading measured times throws.
  package func clients(seed: UInt64) throws -> ThinkingClients? {
    guard case .closed(let clients, let think, let durationNs) = self else { return nil }
    return try ThinkingClients(
      count: clients, think: think, durationNs: durationNs,
      seed: splitSeed(seed, "clients"))
  }

  /// The schedule that belongs to a seed; `nil` where there is none.
  func schedule(seed: UInt64) -> ArrivalSchedule? {
    guard case .open(let schedule) = self else { return nil }
    return ArrivalSchedule(
      profile: schedule.profile, process: schedule.process, seed: Self.arrivalSeed(seed))
  }

  /// How many workers send; `nil` where one thread does.
  package var workers: Int? { if case .open(let schedule) = self { schedule.workers } else { nil } }

  /// What decides when actions come.
  static func arrivalSeed(_ seed: UInt64) -> UInt64 { splitSeed(seed, "arrivals") }
}

/// A recorded trace whose actions are sent again.
package struct LoadTrace: Codable, Equatable {
  /// The path of the trace's file.
  package var path: String
  /// How many times as fast as it was recorded; `nil`: each action when the last one is done.
  package var speed: Double?
  /// How many actions are sent: all but answers, up to the first fault.
  package var sentCount: Int
  /// When the last one comes, in nanoseconds since the trace began; `nil` if nobody knows.
  package var lastNs: UInt64?
  /// Of the state in which they must end, as the trace says; `nil` if it does not, or goes on.
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

  /// The word for no pauses at all.
  package static let asFastAsPossible = "as-fast-as-possible"

  /// How long actions come.
  var durationNs: UInt64 {
    guard let speed, let lastNs else { return 1 }
    return Self.scaled(lastNs, by: speed) + 1
  }

  /// A time in the trace as one of the replay.
  static func scaled(_ ns: UInt64, by speed: Double) -> UInt64 {
    speed == 1 ? ns : UInt64((Double(ns) / speed).rounded())
  }
}

extension LoadTrace: CustomStringConvertible {
  /// The trace in words without spaces, stable from run to run.
  package var description: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let speed = speed.map { "x\($0)" } ?? Self.asFastAsPossible
    return "trace:\(name.replacing(" ", with: "-")):\(speed)"
  }
}
