import FlowHarness
import FlowResults
import FlowTrace
import PlainText
import Workloads

// The plan of each command that drives a load.

extension LoadPlan {
  /// Plans a load.
  ///
  /// - Throws: `PlanError` if options do not go together.
  @MainActor
  init(_ options: LoadOptions, catalogue: Catalogue) throws(PlanError) {
    let kind = try LoadOptionRules.check(options.given)
    let load = Load(
      try LoadTraffic(
        kind, options.rate, options.change, clients: options.clients.clients,
        users: options.users),
      service: try ServiceLaw(options.service), maxQueue: options.queue.maxQueue,
      drainNs: options.queue.drain, isVirtual: options.time.virtual)
    try self.init(
      load, options.scenarios.lists, catalogue, seed: options.process.seed,
      limit: options.process.watch,
      rounds: options.repetition.rounds, thresholds: options.thresholds)
  }

  /// Plans a search that begins at a rate.
  ///
  /// - Throws: `PlanError` if options do not go together, or without a bound.
  @MainActor
  init(_ options: SaturateOptions, catalogue: Catalogue) throws(PlanError) {
    guard let bound = options.search.bound else {
      throw .refused(
        option: "--bound",
        reason: "must be given, such as p99=5ms: the search finds the highest rate that keeps it")
    }
    let kind = try LoadOptionRules.check(options.given)
    let load = Load(
      try LoadTraffic(kind, options.rate), service: try ServiceLaw(options.service),
      maxQueue: options.queue.maxQueue, drainNs: options.queue.drain,
      isVirtual: options.time.virtual)
    try self.init(
      load, options.scenarios.lists, catalogue, seed: options.process.seed,
      limit: options.process.watch,
      bound: bound, maxRounds: options.search.roundsMax)
  }

  /// Plans the replay of a trace.
  ///
  /// - Throws: An error if options do not go together, or the trace cannot be replayed.
  @MainActor
  init(_ options: ReplayOptions, catalogue: Catalogue) throws {
    let replay = try TraceReplay(options, catalogue: catalogue)
    _ = try LoadOptionRules.check(options.given)
    let app = try options.app(in: catalogue)
    var lists = options.stores.lists
    lists.affinities = options.cores.affinity
    // The app of the trace is not named by the user.
    if !lists.namesDimension { lists.topologies = [.single, .perFeature] }
    lists.workloads = [app.workload]
    lists.features = [app.features]
    try self.init(
      Load(.trace(replay), drainNs: options.pace.drain, isVirtual: options.time.virtual), lists,
      catalogue, limit: options.watch, rounds: options.repetition.rounds,
      thresholds: options.thresholds)
  }
}

extension ReplayOptions {
  /// The path of the trace.
  var path: String {
    get throws(PlanError) {
      guard let trace else { throw .refused(option: "TRACE", reason: "must be given") }
      return trace
    }
  }

  /// Returns the app of the trace.
  @MainActor
  func app(in catalogue: Catalogue) throws -> TraceApp {
    let path = try path
    return try TraceApp(parsing: TraceReplay.header(path).app, of: path, in: catalogue)
  }
}

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
    let option: String
    do throws(RateError) {
      if let stages = change?.stage, !stages.isEmpty {
        option = "--stage"
        try self.init(stages: stages, process: process)
      } else {
        // One action is enough in an hour; at the standard rate, too short a time has none.
        option = rate.rate == nil ? "--duration" : "--rate"
        try self.init(
          rate: rate.rate ?? RateOptions.standardRate,
          durationNs: rate.duration ?? RateOptions.standardDurationNs, process: process)
      }
    } catch { throw .refused(option: option, reason: "\(error)") }
  }
}
