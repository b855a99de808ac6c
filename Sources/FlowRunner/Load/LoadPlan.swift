package import FlowHarness
import FlowResults
import PlainText
import Workloads

/// All loads of a run: checked, unchangeable, printable.
package struct LoadPlan: Sendable, Codable, Equatable {
  /// The seed of all randomness.
  package let seed: UInt64
  /// Fresh processes for each scenario.
  package let rounds: Int
  /// The most processes for each scenario, where that many are needed to decide a threshold or a rate.
  let maxRounds: Int
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  let traffic: LoadTraffic
  /// What effects call; nil: they answer at once.
  let service: ServiceLaw?
  /// Scenarios that were left out, because their stores cannot be moved into virtual time.
  let boundToMainActor: [String]
  /// How many actions may wait; nil: as many as come.
  let maxQueue: Int?
  let drainNs: UInt64
  let warmUpActions: Int
  /// Whether time jumps to whatever comes next instead of passing.
  let isVirtual: Bool
  /// How long a process may say nothing, in seconds.
  let limitSeconds: Double
  let thresholds: [LoadThreshold]
  /// What the highest rate is searched for; nil: nothing is.
  let bound: LoadThreshold?
  /// How many combinations were left out because the catalogue does not have them.
  package let dropped: Int
  /// What the designs of those cannot do, in sentences.
  let leftOut: [String]

  /// Checks a load against the catalogue and multiplies it out.
  ///
  /// - Parameter isOfSuite: Whether a suite determines the traffic.
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  init(
    _ load: LoadSpecification, catalogue: Catalogue, isOfSuite: Bool = false
  ) throws(PlanError) {
    traffic = load.traffic
    service = load.service
    isVirtual = load.isVirtual
    limitSeconds = load.limitSeconds ?? ChildProcess.standardLimitSeconds
    let selected = try LoadSelection(load, catalogue)
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
      throw .conflict(
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
    // A suite determines the number of actions: a load that has too few is undecided.
    guard !isOfSuite else { return }
    try DecidablePercentile.check(
      thresholds, of: traffic, rounds: rounds, option: "--threshold")
    try DecidablePercentile.check(bounds, of: traffic, rounds: 1, option: "--bound")
  }

  /// How often a rate is tried that neither keeps its bound nor breaks it, when nobody says.
  private static let maxRoundsOfRate = 3

  /// What is driven in a process: the load, or that of each of its worlds.
  var parts: [LoadTraffic] {
    guard case .users(let users) = traffic, let worlds = users.ofWorlds else { return [traffic] }
    return worlds.map { .users($0) }
  }

  /// How many worlds there are; `nil` where nobody asked for any.
  var worlds: Int? { if case .users(let users) = traffic { users.worlds } else { nil } }

  /// The seed of a scenario's actions and arrivals: alike for every design and topology.
  ///
  /// - Parameter part: Which of `parts`; `nil`: the whole load.
  func seed(for scenario: Scenario, round: Int, _ part: LoadTraffic? = nil) -> UInt64 {
    let whole = splitSeed(seed, round == 0 ? scenario.stream : "\(scenario.stream)/round:\(round)")
    guard case .users(let users) = part, let world = users.world else { return whole }
    return splitSeed(whole, "world:\(world)")
  }

  /// How long each row of `timeline.csv` is: a second, or of long loads in many worlds a minute.
  var stepNs: UInt64 {
    worlds != nil && traffic.durationNs > Self.longInSeconds
      ? 60 * LoadMeter.secondNs
      : LoadMeter.secondNs
  }

  private static let longInSeconds = 3600 * LoadMeter.secondNs

  /// How long a load of these need not say anything, in seconds: while it makes who sends, as long as
  /// it lasts, and while those who wait are served. Where time jumps, many actions may be one second.
  func quietSeconds(_ traffic: LoadTraffic) -> Double {
    let makingSeconds = Double(traffic.size) * 2e-6
    guard !isVirtual else { return max(makingSeconds, (traffic.mostActions ?? 0) * 2e-6) }
    let drainNs = drainNs == LoadTraffic.unlimitedNs ? 0 : drainNs
    return makingSeconds + Double(traffic.durationNs + drainNs) / 1e9
  }

  /// Who sends and when, and what effects call, in words without spaces.
  var loadText: String { Self.loadText(traffic, service) }

  static func loadText(_ traffic: LoadTraffic, _ service: ServiceLaw?) -> String {
    service.map { "\(traffic):service:\($0)" } ?? "\(traffic)"
  }

  /// What becomes of actions that come while too many wait; `nil` when as many may as come.
  var lineText: String? {
    maxQueue.map { count in
      let place = service == nil ? "" : " for a place at the service"
      return
        "at most \(CountText.text(count, "action waits", "actions wait"))\(place); the others are dropped"
    }
  }

  /// The plan for a reader.
  package var text: String {
    var lines = [
      "load: \(traffic)", "seed: \(seed); processes for each scenario: \(rounds)",
    ]
    if let service { lines.append("effects take: \(service)") }
    if isVirtual { lines.append("time jumps to whatever comes next; work takes none") }
    if let lineText { lines.append(lineText) }
    if let bound { lines.append("searches for the highest rate with \(bound)") }
    lines += thresholds.map { "must hold: \($0)" }
    lines += scenarios.map { "  \($0.id)" }
    lines += boundToMainActor.map { "  without virtual time, bound to the main actor: \($0)" }
    lines += leftOut.map { "left out: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The plan as JSON, to be read again.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.encoded(self) }
}
