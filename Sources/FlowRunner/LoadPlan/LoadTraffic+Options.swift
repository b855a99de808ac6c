import FlowHarness
import FlowResults
import PlainText
import Workloads

extension LoadTraffic {
  /// What was asked for, by options that go together.
  init(_ options: OptionValues) throws(PlanError) {
    let durationNs = options.value(RateOptions.duration)
    if let users = options[UserOptions.users] {
      let entry = LoadUsers.Entry.population(
        count: users, arrival: try Self.arrivals(options), away: options.value(UserOptions.away))
      let made = LoadUsers(options, entry, durationNs: durationNs)
      try made.checkWorlds(count: users)
      self = .users(made)
      return
    }
    if let clients = options[ClientOptions.clients] {
      self = .closed(
        clients: clients, think: options[UserOptions.think] ?? Self.clientThink,
        durationNs: durationNs)
      return
    }
    var schedule = try Self.schedule(options, durationNs)
    guard !options.value(UserOptions.sessions) else {
      self = .users(try Self.sessions(schedule, options))
      return
    }
    schedule.workers = options[LoadWorkerOptions.workers]
    do { _ = try schedule.shares(seed: 0) } catch {
      throw .conflict(
        option: LoadWorkerOptions.workers.option.name,
        rule: "must be no more than actions to be expected, "
          + "\(Int(schedule.profile.expectedArrivals))",
        value: "\(schedule.workers ?? 1)")
    }
    self = .open(schedule)
  }

  private static func sessions(
    _ schedule: LoadSchedule, _ options: OptionValues
  ) throws(PlanError) -> LoadUsers {
    let users = LoadUsers(options, .sessions(schedule), durationNs: schedule.profile.totalNs)
    let counts = Crowd<CounterFeature>.counts
    guard counts.contains(users.count) else {
      throw .refused(
        option: UserOptions.sessions.option.name,
        reason: "must be 1 to \(counts.upperBound) sessions in all, and --rate and --duration make "
          + "\(users.count)")
    }
    return users
  }

  private static func schedule(
    _ options: OptionValues, _ durationNs: UInt64
  ) throws(PlanError) -> LoadSchedule {
    let process: ArrivalProcess = try arrivals(options)
    if let stages = options[RateChangeOptions.stages] { return try staged(stages, process) }
    do {
      return try LoadSchedule(
        options.value(RateChangeOptions.shape), rate: options.value(RateOptions.rate),
        durationNs: durationNs, process: process)
    } catch {
      // Of an hour one action is enough; of the standard rate too short a time has none.
      let blamed =
        options.has(RateOptions.rate.option) ? RateOptions.rate.option : RateOptions.duration.option
      throw .refused(option: blamed.name, reason: "\(error)")
    }
  }

  /// How long a client thinks when nobody says.
  private static let clientThink = Delay.exponential(meanNs: 1_000_000_000)

  /// How arrivals are spread, of a type that knows some of the ways.
  fileprivate static func arrivals<Way: RawRepresentable & CaseIterable>(
    _ options: OptionValues
  ) throws(PlanError) -> Way where Way.RawValue == String {
    let name = options.value(RateOptions.arrivals)
    guard let way = Way(rawValue: name) else {
      throw .unknown(
        option: RateOptions.arrivals.option.name, kind: "arrival process of these", name: name,
        known: Way.allCases.map(\.rawValue))
    }
    return way
  }

  private static func staged(
    _ segments: [RateSegment], _ process: ArrivalProcess
  ) throws(PlanError) -> LoadSchedule {
    do {
      return LoadSchedule(
        profile: try RateProfile(segments), process: process,
        name: segments.map(\.description).joined(separator: "+"))
    } catch { throw .refused(option: RateChangeOptions.stages.option.name, reason: "\(error)") }
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
    var other = try LoadSchedule(
      .steady, rate: rate, durationNs: durationNs, process: schedule.process)
    other.workers = schedule.workers
    _ = try other.shares(seed: 0)
    return .open(other)
  }
}

extension LoadTraffic: CustomStringConvertible {
  /// The load in words without spaces, stable from run to run.
  var description: String {
    switch self {
    case .open(let schedule):
      "open:\(schedule.process.rawValue):\(schedule.name)"
        + (schedule.workers.map { ":workers:\($0)" } ?? "")
    case .closed(let clients, let think, let durationNs):
      "closed:\(clients):\(think):\(TimeText.text(ns: durationNs))"
    case .users(let users): "\(users)"
    case .trace(let trace): "\(trace)"
    }
  }
}

extension LoadUsers {
  private static let userThink = Delay.exponential(meanNs: 10_000_000_000)

  /// What was asked for of users who come like this.
  init(_ options: OptionValues, _ entry: Entry, durationNs: UInt64) {
    self.init(
      entry, think: options[UserOptions.think] ?? Self.userThink,
      waits: !options.value(AnswerOptions.blind),
      places: options.value(WorldOptions.own) ? .own : .shared,
      worlds: options[WorldOptions.worlds], durationNs: durationNs)
  }

  /// Refuses worlds that could not be.
  func checkWorlds(count: Int) throws(PlanError) {
    guard let worlds else {
      let counts = Crowd<CounterFeature>.counts
      guard counts.contains(count) else {
        throw .conflict(
          option: UserOptions.users.option.name,
          rule:
            "must be \(counts.upperBound) or less in one world; \(WorldOptions.worlds.option.name) "
            + "parts them", value: "\(count)")
      }
      return
    }
    guard countOfWorld <= Self.mostOfWorld else {
      let least = (count + Self.mostOfWorld - 1) / Self.mostOfWorld
      throw .conflict(
        option: WorldOptions.worlds.option.name,
        rule:
          "must be \(least) or more for \(CountText.text(count, "user")): "
          + "a world has at most \(CountText.grouped(Self.mostOfWorld))",
        value: "\(worlds)")
    }
    guard worlds <= count else {
      throw .conflict(
        option: WorldOptions.worlds.option.name,
        rule: "must be no more than --users, which is \(count)", value: "\(worlds)")
    }
    guard places == .shared || count.isMultiple(of: worlds) else {
      throw .conflict(
        option: WorldOptions.worlds.option.name,
        rule: "must divide --users, which is \(count), so that all worlds have as many copies",
        value: "\(worlds)")
    }
  }

  /// How many users each world has, the first of them one more where they cannot be equal.
  var countOfWorld: Int { worlds.map { (count + $0 - 1) / $0 } ?? count }
}

extension ServiceLaw {
  /// What was asked for; `nil` when effects answer at once.
  ///
  /// - Throws: `PlanError` where nobody could ever have an answer.
  init?(_ options: OptionValues) throws(PlanError) {
    guard let latency = options[ServiceOptions.latency] else { return nil }
    if let timeoutNs = options[ServiceOptions.timeout], timeoutNs < latency.leastNs {
      throw .conflict(
        option: ServiceOptions.timeout.option.name,
        rule: "must be no less than the shortest latency, or nobody has an answer: "
          + TimeText.text(ns: latency.leastNs), value: TimeText.text(ns: timeoutNs))
    }
    self.init(
      latency: latency, failureShare: options.value(ServiceOptions.failures),
      timeoutNs: options[ServiceOptions.timeout], capacity: options[ServiceOptions.capacity],
      patience: options[ServiceOptions.patience])
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
