package import FlowHarness
import FlowResults
import PlainText
import Workloads

/// A load with all its scenarios.
package struct LoadPlan: Sendable, Codable, Equatable {
  package let seed: UInt64
  /// The number of fresh processes for each scenario.
  package let rounds: Int
  /// The maximum number of processes, if a threshold or a rate is undecided.
  let maxRounds: Int
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  /// The load of each process; of a search, the first one.
  private(set) var load: Load
  /// Omitted scenarios, whose stores are bound to the main actor and cannot use virtual time.
  let boundToMainActor: [String]
  /// The time in seconds after which a silent process is stopped.
  let limitSeconds: Double
  let thresholds: [LoadThreshold]
  /// The bound of a search for the highest rate; `nil` without a search.
  let bound: LoadThreshold?
  /// The number of combinations that the catalogue does not have.
  package let dropped: Int
  /// The requirements that their designs do not meet, as sentences.
  let leftOut: [String]

  /// Checks a load against the catalogue.
  ///
  /// - Parameters:
  ///   - lists: The lists that the user gives.
  ///   - isOfSuite: Indicates whether the load is one of a suite.
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  init(
    _ load: Load, _ lists: ScenarioLists, _ catalogue: Catalogue,
    seed: UInt64? = nil, limit: LimitOptions, rounds: Int? = nil,
    thresholds: ThresholdOptions? = nil, bound: LoadThreshold? = nil, maxRounds: Int? = nil,
    isOfSuite: Bool = false
  ) throws(PlanError) {
    self.load = load
    limitSeconds = limit.limit ?? ChildProcess.standardLimitSeconds
    let selected = try ScenarioSelection(load, lists, catalogue)
    (scenarios, boundToMainActor) = (selected.scenarios, selected.boundToMainActor)
    try Self.checkTime(
      of: load, hasCancellation: scenarios.contains { catalogue.hasCancellation($0) })
    dropped = selected.dropped.count
    leftOut = catalogue.omissions(of: selected.dropped)
    self.seed = seed ?? ProcessOptions.standardSeed
    let rounds = rounds ?? 1
    self.rounds = rounds
    self.bound = bound
    let most = thresholds?.roundsMax ?? maxRounds
    if let most, most < rounds {
      throw .invalid(
        option: "--rounds-max", rule: "must be no less than --rounds, which is \(rounds)",
        value: "\(most)")
    }
    self.maxRounds = most ?? (bound == nil ? rounds : Self.maxRoundsOfRate)
    self.thresholds = thresholds?.threshold ?? []
    let bounds = [bound].compactMap(\.self)
    try Self.checkMetrics(of: self.thresholds, load, option: "--threshold")
    try Self.checkMetrics(of: bounds, load, option: "--bound")
    // The number of actions of a suite is fixed: a threshold may stay undecided.
    guard !isOfSuite else { return }
    try Self.checkPercentiles(
      of: self.thresholds, load.traffic, rounds: rounds, option: "--threshold")
    try Self.checkPercentiles(of: bounds, load.traffic, rounds: 1, option: "--bound")
  }

  /// Returns the same load at another rate; only for a constant rate.
  func at(rate: Double) throws(RateError) -> LoadPlan {
    var plan = self
    plan.load = try load.at(rate: rate)
    return plan
  }

  /// The maximum number of tries of an undecided rate.
  private static let maxRoundsOfRate = 3

  /// Returns the seed of a scenario's actions and arrivals: equal for all designs and topologies.
  func seed(for scenario: Scenario, round: Int) -> UInt64 {
    splitSeed(seed, round == 0 ? scenario.stream : "\(scenario.stream)/round:\(round)")
  }

  /// The maximum silent time of a load in seconds: while it generates arrivals, runs and
  /// drains its queue. In virtual time, many actions may be in one second.
  var quietSeconds: Double {
    let makingSeconds = Double(load.traffic.size) * 2e-6
    guard !load.isVirtual else { return max(makingSeconds, (load.traffic.mostActions ?? 0) * 2e-6) }
    let drainNs = load.drainNs == LoadTraffic.unlimitedNs ? 0 : load.drainNs
    return makingSeconds + Double(load.traffic.durationNs + drainNs) / 1e9
  }

  /// The rule for actions that find the queue full; `nil` without a maximum.
  var lineText: String? {
    load.maxQueue.map { count in
      let place = load.service == nil ? "" : " for a place at the service"
      return "at most \(CountText.text(count, "action waits", "actions wait"))\(place); "
        + "others are dropped"
    }
  }

  /// The plan for a reader.
  package var text: String {
    var lines = [
      CountText.text(scenarios.count, "scenario"), "load: \(load.traffic)",
      "seed: \(seed); processes for each scenario: \(rounds)",
    ]
    if let service = load.service { lines.append("latency of effects: \(service)") }
    if load.isVirtual { lines.append("virtual time: jumps to the next event; work takes no time") }
    if let lineText { lines.append(lineText) }
    if let bound { lines.append("search for the highest rate with \(bound)") }
    lines += thresholds.map { "must hold: \($0)" }
    lines += scenarios.map { "  \($0.id)" }
    lines += boundToMainActor.map {
      "  omitted, because the main actor has no virtual time: \($0)"
    }
    lines += leftOut.map { "omitted: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the plan as JSON.
  package func json() throws -> String { try JSONText.encoded(self) }
}
