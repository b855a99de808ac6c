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
  private(set) var traffic: LoadTraffic
  /// The service that effects call; `nil` if they complete at once.
  let service: ServiceLaw?
  /// Omitted scenarios, whose stores are bound to the main actor and cannot use virtual time.
  let boundToMainActor: [String]
  /// The maximum number of waiting actions; `nil` without a maximum.
  let maxQueue: Int?
  let drainNs: UInt64
  let warmUpActions: Int
  let isVirtual: Bool
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
  /// - Parameter isOfSuite: Indicates whether the load is one of a suite.
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  init(
    _ load: LoadSpecification, catalogue: Catalogue, isOfSuite: Bool = false
  ) throws(PlanError) {
    traffic = load.traffic
    service = load.service
    isVirtual = load.isVirtual
    limitSeconds = load.limitSeconds ?? ChildProcess.standardLimitSeconds
    let selected = try ScenarioSelection(load, catalogue)
    (scenarios, boundToMainActor) = (selected.scenarios, selected.boundToMainActor)
    try EndlessInstant(
      traffic: traffic, service: service, isVirtual: isVirtual,
      hasCancellation: scenarios.contains { catalogue.hasCancellation($0) }
    ).check()
    dropped = selected.dropped.count
    leftOut = UnmetRequirement.sentences(
      selected.dropped.map { UnmetRequirement($0, in: catalogue) })
    seed = load.seed ?? ProcessOptions.standardSeed
    rounds = load.rounds ?? 1
    bound = load.bound
    if let most = load.maxRounds, most < rounds {
      throw .invalid(
        option: "--rounds-max", rule: "must be no less than --rounds, which is \(rounds)",
        value: "\(most)")
    }
    maxRounds = load.maxRounds ?? (bound == nil ? rounds : Self.maxRoundsOfRate)
    maxQueue = load.maxQueue
    drainNs = load.drainNs ?? traffic.standardDrainNs
    warmUpActions = 10_000
    thresholds = load.thresholds
    let measurable = MeasurableMetric(traffic: traffic, service: service, isVirtual: isVirtual)
    let bounds = [bound].compactMap(\.self)
    try measurable.check(thresholds, option: "--threshold")
    try measurable.check(bounds, option: "--bound")
    // The number of actions of a suite is fixed: a threshold may stay undecided.
    guard !isOfSuite else { return }
    try DecidablePercentile.check(
      thresholds, of: traffic, rounds: rounds, option: "--threshold")
    try DecidablePercentile.check(bounds, of: traffic, rounds: 1, option: "--bound")
  }

  /// Returns the same load at another rate; only for a constant rate.
  func at(rate: Double) throws -> LoadPlan {
    var plan = self
    plan.traffic = try traffic.at(rate: rate)
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
    let makingSeconds = Double(traffic.size) * 2e-6
    guard !isVirtual else { return max(makingSeconds, (traffic.mostActions ?? 0) * 2e-6) }
    let drainNs = drainNs == LoadTraffic.unlimitedNs ? 0 : drainNs
    return makingSeconds + Double(traffic.durationNs + drainNs) / 1e9
  }

  /// The traffic and the service, as text without spaces.
  var loadText: String { Self.loadText(traffic, service) }

  static func loadText(_ traffic: LoadTraffic, _ service: ServiceLaw?) -> String {
    service.map { "\(traffic):service:\($0)" } ?? "\(traffic)"
  }

  /// The rule for actions that find the queue full; `nil` without a maximum.
  var lineText: String? {
    maxQueue.map { count in
      let place = service == nil ? "" : " for a place at the service"
      return "at most \(CountText.text(count, "action waits", "actions wait"))\(place); "
        + "others are dropped"
    }
  }

  /// The plan for a reader.
  package var text: String {
    var lines = [
      "load: \(traffic)", "seed: \(seed); processes for each scenario: \(rounds)",
    ]
    if let service { lines.append("latency of effects: \(service)") }
    if isVirtual { lines.append("virtual time: jumps to the next event; work takes no time") }
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
