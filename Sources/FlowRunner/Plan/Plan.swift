package import FlowHarness
package import FlowResults
import Workloads

/// All trials of a run: checked, unchangeable, printable.
package struct Plan: Sendable, Codable, Equatable {
  /// The suite it was made from.
  package let suite: Suite
  /// The seed of all randomness in the run.
  package let seed: UInt64
  /// What is measured, one pass after the other.
  package let passes: [Pass]
  /// Fresh processes for each scenario's timing.
  package let rounds: Int
  /// What every trial is told.
  package let settings: TrialSettings
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  /// A fault planted for the harness's own tests.
  let fault: PlantedFault?

  /// How many combinations were left out because the catalogue does not have them.
  package internal(set) var dropped = 0

  /// One trial of the plan.
  package struct Trial: Hashable, Sendable {
    /// The scenario that is measured.
    package let scenario: Scenario
    /// What is measured in it.
    package let pass: Pass
    /// Which of the scenario's processes.
    package let round: Int
  }

  /// All trials in the order they run: rounds of all scenarios in seeded random order, so that a
  /// drift of the machine hits all alike; then the counting pass.
  package var trials: [Trial] {
    var random = SplitMix64(seed: splitSeed(seed, "order of trials"))
    return passes.flatMap { pass in
      (0..<rounds(of: pass)).flatMap { round in
        scenarios.shuffled(using: &random).map { Trial(scenario: $0, pass: pass, round: round) }
      }
    }
  }

  /// Fresh processes for each scenario in one pass.
  private func rounds(of pass: Pass) -> Int {
    switch pass {
    case .timing: rounds
    // Repeats itself in its one process; a gate wants to know how far processes differ.
    case .counting: suite == .gate ? 3 : 1
    // Shows that another process executes the same.
    case .instructions: suite == .gate ? 1 : 2
    }
  }

  /// The seed of a scenario's actions: it depends on the run's seed and on what is sent, and on
  /// nothing else.
  package func seed(for scenario: Scenario) -> UInt64 {
    splitSeed(seed, scenario.stream)
  }

  private enum CodingKeys: CodingKey {
    case suite, seed, passes, rounds, settings, scenarios, fault, dropped
  }
}

extension Plan {
  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(_ options: RunOptions, catalogue: Catalogue) throws(PlanError) {
    guard let suite = Suite(rawValue: options.suite) else {
      throw .unknown(
        option: "--suite", kind: "suite", name: options.suite,
        known: Suite.allCases.map(\.rawValue))
    }
    let request = try CheckedLists(options, catalogue: catalogue)
    var scenarios: [Scenario] = []
    var seen: Set<Scenario> = []
    var dropped = 0
    for sweep in suite.sweeps(catalogue) {
      let made = request.replacing(sweep).scenarios(in: catalogue)
      dropped += made.dropped.count
      for scenario in made.scenarios where seen.insert(scenario).inserted {
        scenarios.append(scenario)
      }
    }
    guard !scenarios.isEmpty else {
      throw Self.nothingLeft(options, suite, catalogue)
    }
    scenarios = try Self.filtered(scenarios, by: options.filter)
    var (settings, rounds) = suite.settings
    try Self.apply(options, to: &settings, &rounds)
    self.suite = suite
    self.seed = options.seed
    self.passes = try Self.passes(options.passes) ?? suite.passes
    self.rounds = rounds
    self.settings = settings
    self.scenarios = scenarios
    if let text = options.fault { fault = try PlantedFault(text) } else { fault = nil }
    self.dropped = dropped
  }

  @MainActor
  private static func nothingLeft(
    _ options: RunOptions, _ suite: Suite, _ catalogue: Catalogue
  ) -> PlanError {
    EmptySelection(
      options: options, given: options.given, catalogue: catalogue,
      candidates: { options in
        guard let lists = try? CheckedLists(options, catalogue: catalogue) else { return nil }
        return suite.sweeps(catalogue).flatMap {
          lists.replacing($0).product(of: catalogue.designs)
        }
      }, canRun: { catalogue.canRun($0) }
    ).error()
  }

  /// The scenarios that a person's regular expression leaves.
  static func filtered(
    _ scenarios: [Scenario], by filter: String?
  ) throws(PlanError) -> [Scenario] {
    guard let filter else { return scenarios }
    guard let expression = try? Regex(filter) else {
      throw .outOfRange(option: "--filter", rule: "must be a regular expression", value: filter)
    }
    let kept = scenarios.filter { $0.id.contains(expression) }
    guard !kept.isEmpty else { throw .empty(option: "--filter", value: filter) }
    return kept
  }

  private static func passes(_ names: [String]?) throws(PlanError) -> [Pass]? {
    guard let names else { return nil }
    var passes: [Pass] = []
    for name in names {
      guard let pass = Pass(rawValue: name) else {
        throw .unknown(
          option: "--passes", kind: "pass", name: name, known: Pass.allCases.map(\.rawValue))
      }
      if !passes.contains(pass) { passes.append(pass) }
    }
    return passes
  }

  private static func apply(
    _ options: RunOptions, to settings: inout TrialSettings, _ rounds: inout Int
  ) throws(PlanError) {
    if let actions = options.actions {
      try check(actions, in: Bounds.actions, "--actions")
      settings.sampleActions = actions
    }
    if let wanted = options.rounds {
      try check(wanted, in: Bounds.rounds, "--rounds")
      rounds = wanted
    }
    if let limit = options.limitSeconds {
      try check(limit, in: Bounds.limitSeconds, "--limit")
      settings.limitSeconds = limit
    }
  }

  static func check<T: Comparable>(
    _ value: T, in range: ClosedRange<T>, _ option: String
  ) throws(PlanError) {
    guard range.contains(value) else {
      throw .outOfRange(
        option: option, rule: "must be \(range.lowerBound) to \(range.upperBound)",
        value: "\(value)")
    }
  }
}
