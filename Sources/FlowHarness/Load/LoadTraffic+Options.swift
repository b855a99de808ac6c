import Workloads

extension LoadTraffic {
  private static let standardRate = 10_000.0
  private static let standardDurationNs: UInt64 = 10_000_000_000

  /// Checks what was asked for.
  init(_ options: LoadOptions) throws(PlanError) {
    if let producers = options.producers {
      self = try Self.closed(options, producers: producers)
      return
    }
    if let think = options.think {
      throw .conflict(
        option: "--think", rule: "must be given with --producers, who think", value: "'\(think)'")
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
    let scheduled = [
      ("--rate", options.rate.map { "\($0)" }), ("--arrivals", options.arrivals),
      ("--shape", options.shape), ("--stage", options.stages.first),
    ]
    for (option, value) in scheduled {
      guard let value else { continue }
      throw .conflict(
        option: option, rule: "must not be given with --producers, who send when they are ready",
        value: "'\(value)'")
    }
    try Plan.check(producers, in: Bounds.producers, "--producers")
    let think: Delay
    do {
      think = try Delay(parsing: options.think ?? "exponential:1s")
      // Reads measured times: a broken file is told now, not by the first child.
      _ = try DelaySampler(think)
    } catch {
      throw .refused(option: "--think", reason: "\(error)")
    }
    return .closed(
      producers: producers, think: think,
      durationNs: try LoadPlan.ns(options.duration, "--duration") ?? standardDurationNs)
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
    let single = [
      ("--rate", options.rate.map { "\($0)" }), ("--duration", options.duration),
      ("--shape", options.shape),
    ]
    for (option, value) in single {
      guard let value else { continue }
      throw .conflict(
        option: option, rule: "must not be given with --stage, which has its own",
        value: "'\(value)'")
    }
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
    }
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
