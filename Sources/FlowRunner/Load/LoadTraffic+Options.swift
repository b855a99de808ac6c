import FlowHarness
import FlowResults
import PlainText
import Workloads

extension LoadTraffic {
  /// Makes the traffic of a kind.
  ///
  /// - Throws: `PlanError` if values do not go together.
  init(
    _ kind: TrafficKind, _ rate: RateOptions, _ change: RateChangeOptions? = nil,
    clients: Int? = nil, users: UserOptions? = nil
  ) throws(PlanError) {
    let durationNs = rate.duration ?? RateOptions.standardDurationNs
    switch kind {
    case .users:
      self = .users(
        UserTraffic(
          count: users?.users ?? 1, arrival: try Self.arrivals(rate),
          think: users?.think ?? UserOptions.standardThink,
          away: users?.away ?? UserOptions.standardAway, durationNs: durationNs))
    case .clients:
      self = .closed(
        clients: clients ?? 1, think: users?.think ?? UserOptions.standardThinkOfClients,
        durationNs: durationNs)
    case .schedule, .suite: self = .open(try LoadSchedule(rate, change))
    }
  }

  /// Returns the arrival process, of a type with some of all processes.
  fileprivate static func arrivals<Process: RawRepresentable & CaseIterable>(
    _ options: RateOptions
  ) throws(PlanError) -> Process where Process.RawValue == String {
    let name = options.arrivals ?? "poisson"
    guard let process = Process(rawValue: name) else {
      throw .unknown(
        option: "--arrivals", kind: "arrival process of these", name: name,
        known: Process.allCases.map(\.rawValue))
    }
    return process
  }

  /// The expected number of actions, or the number of senders.
  var size: Int {
    switch self {
    case .open(let schedule): Int(schedule.profile.expectedArrivals)
    case .closed(let clients, _, _): clients
    case .users(let users): users.count
    case .trace(let trace): trace.sentCount
    }
  }

  /// Returns the same arrivals at another rate; only for a constant rate.
  func at(rate: Double) throws -> LoadTraffic {
    guard case .open(let schedule) = self else { return self }
    return .open(
      try LoadSchedule(
        .steady, rate: rate, durationNs: durationNs, process: schedule.process))
  }
}

extension LoadTraffic: CustomStringConvertible {
  /// The traffic as text without spaces, equal for equal traffic.
  var description: String {
    switch self {
    case .open(let schedule):
      "open:\(schedule.process.rawValue):\(schedule.name)"
    case .closed(let clients, let think, let durationNs):
      "closed:\(clients):\(think):\(TimeText.text(ns: durationNs))"
    case .users(let users): "\(users)"
    case .trace(let trace): "\(trace)"
    }
  }
}

extension ServiceLaw {
  /// The service that options describe; `nil` if effects complete at once.
  ///
  /// - Throws: `PlanError` if every request would time out.
  init?(_ options: ServiceOptions) throws(PlanError) {
    guard let latency = options.latency else { return nil }
    if let timeoutNs = options.timeout, timeoutNs < latency.leastNs {
      throw .invalid(
        option: "--timeout",
        rule: "must be no less than the shortest latency, or every request times out: "
          + TimeText.text(ns: latency.leastNs), value: TimeText.text(ns: timeoutNs))
    }
    self.init(
      latency: latency, failureShare: options.failures ?? 0, timeoutNs: options.timeout,
      capacity: options.capacity)
  }
}

extension LoadSchedule {
  /// The schedule that options describe.
  ///
  /// - Throws: `PlanError` for a rate of which no action can be expected.
  fileprivate init(_ rate: RateOptions, _ change: RateChangeOptions?) throws(PlanError) {
    let process: ArrivalProcess = try LoadTraffic.arrivals(rate)
    if let stages = change?.stage, !stages.isEmpty {
      do {
        self.init(
          profile: try RateProfile(stages), process: process,
          name: stages.map(\.description).joined(separator: "+"))
      } catch { throw .refused(option: "--stage", reason: "\(error)") }
      return
    }
    do {
      try self.init(
        change?.shape ?? .steady, rate: rate.rate ?? RateOptions.standardRate,
        durationNs: rate.duration ?? RateOptions.standardDurationNs, process: process)
    } catch {
      // One action is enough in an hour; at the standard rate, too short a time has none.
      throw .refused(
        option: rate.rate == nil ? "--duration" : "--rate", reason: "\(error)")
    }
  }

  /// Lays out a shape over a duration.
  init(
    _ shape: LoadShape, rate: Double, durationNs: UInt64, process: ArrivalProcess
  ) throws(RateError) {
    let base = RateSegment(durationNs: durationNs, rate: rate).description
    self.init(
      profile: try shape.profile(rate: rate, durationNs: durationNs), process: process,
      name: shape == .steady ? base : "\(base):\(shape)")
  }
}
