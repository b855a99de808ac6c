import FlowHarness
import FlowResults
import FlowTrace
import Workloads

/// A load as the options of a subcommand describe it.
struct LoadSpecification {
  var traffic: LoadTraffic
  /// The service that effects call; `nil` if they complete at once.
  var service: ServiceLaw?
  /// The lists that the user gives.
  var lists: ScenarioLists
  /// A Boolean value that indicates whether the user gives a latency. The explanation of an empty
  /// selection then also tries the lists without it.
  var isLatencyGiven = false
  var isVirtual = false
  var maxQueue: Int?
  var drainNs: UInt64?
  var rounds: Int?
  var maxRounds: Int?
  var seed: UInt64?
  var limitSeconds: Double?
  var thresholds: [LoadThreshold] = []
  /// The bound of a search for the highest rate.
  var bound: LoadThreshold?

  init(_ traffic: LoadTraffic, _ lists: ScenarioLists, _ process: ProcessOptions? = nil) {
    self.traffic = traffic
    self.lists = lists
    seed = process?.seed
    limitSeconds = process?.watch.limit
  }

  fileprivate mutating func apply(_ options: ServiceOptions) throws(PlanError) {
    service = try ServiceLaw(options)
    lists.latency = options.latency
    isLatencyGiven = options.latency != nil
  }

  mutating func apply(_ options: ThresholdOptions) {
    thresholds = options.threshold
    maxRounds = options.roundsMax
  }
}

extension LoadOptions {
  var lists: ScenarioLists {
    var lists = stores.lists
    lists.affinities = cores.affinity
    lists.workloads = content.workload
    lists.features = size.features
    lists.distributions = size.distribution
    return lists
  }

  /// Returns the load of the options.
  ///
  /// - Throws: `PlanError` if options do not go together.
  func specification() throws(PlanError) -> LoadSpecification {
    let kind = try LoadOptionRules.check(given)
    var load = LoadSpecification(
      try LoadTraffic(
        kind, rate, change, clients: clients.clients, users: users),
      lists, process)
    try load.apply(service)
    load.apply(thresholds)
    load.isVirtual = time.virtual
    load.maxQueue = queue.maxQueue
    load.drainNs = queue.drain
    load.rounds = repetition.rounds
    return load
  }
}

extension SaturateOptions {
  /// Returns the load at which the search begins.
  ///
  /// - Throws: `PlanError` if options do not go together, or without a bound.
  func specification() throws(PlanError) -> LoadSpecification {
    guard let bound = search.bound else {
      throw .refused(
        option: "--bound",
        reason: "must be given, such as p99=5ms: the search finds the highest rate that keeps it")
    }
    let kind = try LoadOptionRules.check(given)
    var lists = stores.lists
    lists.affinities = cores.affinity
    lists.workloads = content.workload
    lists.features = size.features
    lists.distributions = size.distribution
    var load = LoadSpecification(
      try LoadTraffic(kind, rate), lists, process)
    try load.apply(service)
    load.bound = bound
    load.maxRounds = search.roundsMax
    load.isVirtual = time.virtual
    load.maxQueue = queue.maxQueue
    load.drainNs = queue.drain
    return load
  }
}

extension ReplayOptions {
  /// Returns the replay of the trace.
  ///
  /// - Throws: An error if options do not go together, or the trace cannot be replayed.
  @MainActor
  func specification(in catalogue: Catalogue) throws -> LoadSpecification {
    let replay = try TraceReplay(self, catalogue: catalogue)
    _ = try LoadOptionRules.check(given)
    let app = try TraceApp(parsing: TraceReplay.header(trace).app, of: trace, in: catalogue)
    var lists = stores.lists
    lists.affinities = cores.affinity
    lists.workloads = [app.workload]
    lists.features = [app.features]
    lists.isOfTrace = true
    var load = LoadSpecification(.trace(replay), lists)
    load.limitSeconds = watch.limit
    load.apply(thresholds)
    load.isVirtual = time.virtual
    load.drainNs = pace.drain
    load.rounds = repetition.rounds
    return load
  }
}
