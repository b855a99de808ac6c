import FlowHarness
import FlowResults
import Workloads

extension LoadTraffic {
  private static let standardRate = 10_000.0
  fileprivate static let standardDurationNs: UInt64 = 10_000_000_000

  /// Checks what was asked for.
  init(_ options: LoadOptions) throws(PlanError) {
    if let people = options.people {
      self = .people(try LoadPeople(options, count: people))
      return
    }
    if let away = options.away {
      throw .conflict(
        option: "--away", rule: "must be given with --people, who go away", value: "'\(away)'")
    }
    if let producers = options.producers {
      self = try Self.closed(options, producers: producers)
      return
    }
    if let think = options.think {
      throw .conflict(
        option: "--think", rule: "must be given with --producers or --people, who think",
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
    do {
      let shape = try LoadShape(parsing: options.shape ?? "steady")
      self = .open(
        try LoadSchedule(shape, rate: rate, durationNs: durationNs, process: process))
    } catch { throw .refused(option: "--shape", reason: "\(error)") }
  }

  private static func closed(
    _ options: LoadOptions, producers: Int
  ) throws(PlanError) -> LoadTraffic {
    try refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--arrivals", options.arrivals),
        ("--shape", options.shape), ("--stage", options.stages.first),
      ], rule: "must not be given with --producers, who send when they are ready")
    try Plan.check(producers, in: Bounds.producers, "--producers")
    return .closed(
      producers: producers, think: try delay(options.think ?? "exponential:1s", "--think"),
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
    case .closed(let producers, let think, let durationNs):
      "closed:\(producers):\(think):\(TimeText.text(ns: durationNs))"
    case .people(let people): "\(people)"
    case .trace(let trace): "\(trace)"
    }
  }
}

extension LoadPeople {
  /// Checks what was asked for of so many people.
  init(_ options: LoadOptions, count: Int) throws(PlanError) {
    try LoadTraffic.refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--shape", options.shape),
        ("--stage", options.stages.first), ("--producers", options.producers.map { "\($0)" }),
        ("--backlog", options.backlog.map { "\($0)" }),
      ], rule: "must not be given with --people, whose next step follows from the last one")
    try Plan.check(count, in: Bounds.people, "--people")
    let name = options.arrivals ?? CrowdArrival.poisson.rawValue
    guard let arrival = CrowdArrival(rawValue: name) else {
      throw .unknown(
        option: "--arrivals", kind: "way for people to come", name: name,
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
