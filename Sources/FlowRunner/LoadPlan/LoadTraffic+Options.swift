import FlowHarness
import FlowResults
import Workloads

extension LoadTraffic {
  private static let standardRate = 10_000.0
  fileprivate static let standardDurationNs: UInt64 = 10_000_000_000

  /// Checks what was asked for.
  init(_ options: LoadOptions) throws(PlanError) {
    if let users = options.users {
      self = .users(try LoadUsers(options, count: users))
      return
    }
    if let away = options.away {
      throw .conflict(
        option: "--away", rule: "must be given with --users, who go away", value: "'\(away)'")
    }
    if let clients = options.clients {
      self = try Self.closed(options, clients: clients)
      return
    }
    if let think = options.think {
      throw .conflict(
        option: "--think", rule: "must be given with --clients or --users, who think",
        value: "'\(think)'")
    }
    let process = try Self.process(options.arrivals)
    guard options.stages.isEmpty else {
      self = .open(try Self.staged(options, process))
      return
    }
    let rate = options.rate ?? Self.standardRate
    try Plan.check(rate, in: Bounds.rate, "--rate")
    let durationNs = try LoadPlan.ns(options.duration, "--duration") ?? Self.standardDurationNs
    let shape: LoadShape
    do { shape = try LoadShape(parsing: options.shape ?? "steady") } catch {
      throw .refused(option: "--shape", reason: "\(error)")
    }
    do {
      self = .open(
        try LoadSchedule(shape, rate: rate, durationNs: durationNs, process: process))
    } catch {
      // Of an hour one action is enough; of the standard rate too short a time has none.
      throw .refused(option: options.rate == nil ? "--duration" : "--rate", reason: "\(error)")
    }
  }

  private static func closed(
    _ options: LoadOptions, clients: Int
  ) throws(PlanError) -> LoadTraffic {
    try refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--arrivals", options.arrivals),
        ("--shape", options.shape), ("--stage", options.stages.first),
      ], rule: "must not be given with --clients, who send when they are ready")
    try Plan.check(clients, in: Bounds.clients, "--clients")
    return .closed(
      clients: clients, think: try delay(options.think ?? "exponential:1s", "--think"),
      durationNs: try LoadPlan.ns(options.duration, "--duration") ?? standardDurationNs)
  }

  /// Refuses each of the options that was given.
  static func refuse(
    _ options: [(String, String?)], rule: String
  ) throws(PlanError) {
    for case (let option, let value?) in options {
      throw .conflict(option: option, rule: rule, value: "'\(value)'")
    }
  }

  /// Reads a delay, and measured times with it: a broken file is told now, not by the first child.
  static func delay(_ text: String, _ option: String) throws(PlanError) -> Delay {
    do {
      let delay = try Delay(parsing: text)
      _ = try DelaySampler(delay)
      return delay
    } catch { throw .refused(option: option, reason: "\(error)") }
  }

  private static func process(_ name: String?) throws(PlanError) -> ArrivalProcess {
    guard let name else { return .poisson }
    guard let process = ArrivalProcess(rawValue: name) else {
      throw .unknown(
        option: "--arrivals", kind: "arrival process", name: name,
        known: ArrivalProcess.allCases.map(\.rawValue))
    }
    return process
  }

  private static func staged(
    _ options: LoadOptions, _ process: ArrivalProcess
  ) throws(PlanError) -> LoadSchedule {
    try refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--duration", options.duration),
        ("--shape", options.shape),
      ], rule: "must not be given with --stage, which has its own")
    do {
      let segments = try options.stages.map { try RateSegment(parsing: $0) }
      return LoadSchedule(
        profile: try RateProfile(segments), process: process,
        name: segments.map(\.description).joined(separator: "+"))
    } catch { throw .refused(option: "--stage", reason: "\(error)") }
  }

  /// How many actions are expected, or who sends them where nobody knows how many.
  var size: Int {
    switch self {
    case .open(let schedule): Int(schedule.profile.expectedArrivals)
    case .closed(let clients, _, _): clients
    case .users(let users): users.count
    case .trace(let trace): trace.sentCount
    }
  }

  /// The same arrivals at another rate; only for a steady schedule.
  func at(rate: Double) throws -> LoadTraffic {
    guard case .open(let schedule) = self else { return self }
    return .open(
      try LoadSchedule(.steady, rate: rate, durationNs: durationNs, process: schedule.process))
  }
}

extension LoadTraffic: CustomStringConvertible {
  /// The load in words without spaces, stable from run to run.
  var description: String {
    switch self {
    case .open(let schedule): "open:\(schedule.process.rawValue):\(schedule.name)"
    case .closed(let clients, let think, let durationNs):
      "closed:\(clients):\(think):\(TimeText.text(ns: durationNs))"
    case .users(let users): "\(users)"
    case .trace(let trace): "\(trace)"
    }
  }
}

extension LoadUsers {
  /// Checks what was asked for of so many users.
  init(_ options: LoadOptions, count: Int) throws(PlanError) {
    try LoadTraffic.refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--shape", options.shape),
        ("--stage", options.stages.first), ("--clients", options.clients.map { "\($0)" }),
        ("--max-queue", options.maxQueue.map { "\($0)" }),
      ], rule: "must not be given with --users, whose next step follows from the last one")
    try Plan.check(count, in: Bounds.users, "--users")
    let name = options.arrivals ?? CrowdArrival.poisson.rawValue
    guard let arrival = CrowdArrival(rawValue: name) else {
      throw .unknown(
        option: "--arrivals", kind: "way for users to come", name: name,
        known: CrowdArrival.allCases.map(\.rawValue))
    }
    self.init(
      count: count, think: try LoadTraffic.delay(options.think ?? "exponential:10s", "--think"),
      away: try LoadTraffic.delay(options.away ?? "exponential:10m", "--away"),
      arrival: arrival,
      durationNs: try LoadPlan.ns(options.duration, "--duration")
        ?? LoadTraffic.standardDurationNs)
  }
}

extension LoadSchedule {
  /// A shape laid out over a duration.
  ///
  /// - Throws: `RateError`.
  init(
    _ shape: LoadShape, rate: Double, durationNs: UInt64, process: ArrivalProcess
  ) throws(RateError) {
    let base = RateSegment(durationNs: durationNs, rate: rate).description
    self.init(
      profile: try shape.profile(rate: rate, durationNs: durationNs), process: process,
      name: shape == .steady ? base : "\(base):\(shape)")
  }
}
