package import FlowHarness
package import FlowResults
import PlainText
import Workloads

/// All trials of a run: checked, unchangeable, printable.
package struct Plan: Sendable, Encodable, Equatable {
  package let suite: Suite
  /// The seed of all randomness in the run.
  package let seed: UInt64
  /// The passes, measured in separate trials.
  package let passes: [Pass]
  /// The number of fresh processes for each scenario's timing.
  package let rounds: Int
  package let settings: TrialSettings
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  let fault: PlantedFault?

  /// The number of combinations that the catalogue cannot run.
  package internal(set) var dropped = 0
  /// A Boolean value that indicates whether stores are measured by lists of actions.
  let hasMeasuredStores: Bool

  /// One trial of the plan.
  package struct Trial: Hashable, Sendable {
    package let scenario: Scenario
    package let pass: Pass
    /// The number of the scenario's process, from 0.
    package let round: Int
  }

  /// All trials in their order: rounds of all scenarios in seeded random order, so that a drift of
  /// the machine affects all alike.
  ///
  /// The trials of all passes are spread evenly, so that the remaining time can be estimated.
  package var trials: [Trial] {
    var random = SplitMix64(seed: splitSeed(seed, "order of trials"))
    let placed = passes.flatMap { pass -> [(place: Double, trial: Trial)] in
      let trials = (0..<rounds(of: pass)).flatMap { round in
        scenarios.shuffled(using: &random).map { Trial(scenario: $0, pass: pass, round: round) }
      }
      return trials.enumerated().map { ((Double($0) + 0.5) / Double(trials.count), $1) }
    }
    return placed.sorted { $0.place < $1.place }.map(\.trial)
  }

  /// Returns the number of fresh processes for each scenario in one pass.
  private func rounds(of pass: Pass) -> Int {
    switch pass {
    case .timing: rounds
    case .cold: settings.cold?.rounds ?? 0
    // One process repeats the count; a gate needs the difference between processes.
    case .counting: suite == .gate ? 3 : 1
    // The second process shows that the count is reproducible.
    case .instructions: suite == .gate ? 1 : 2
    }
  }

  /// Returns the seed of a scenario's actions, which depends only on the seed of the run and the
  /// stream.
  package func seed(for scenario: Scenario) -> UInt64 {
    splitSeed(seed, scenario.stream)
  }

  private enum CodingKeys: CodingKey {
    case suite, seed, passes, rounds, settings, scenarios, fault, dropped
  }
}

extension Plan {
  /// Checks a request against the catalogue and multiplies it out.
  @MainActor
  package init(_ options: RunOptions, catalogue: Catalogue) throws(PlanError) {
    let measurement = options.measurement
    let suite = measurement.suite ?? .default
    var lists = options.lists
    let isSuite = measurement.suite != nil || !lists.namesDimension
    if !isSuite { lists.features = lists.features ?? catalogue.plain.features }
    try lists.check(in: catalogue)
    var scenarios: [Scenario] = []
    var seen: Set<Scenario> = []
    var dropped: [Scenario] = []
    for sweep in isSuite ? suite.sweeps(catalogue) : [catalogue.plain] {
      var sweep = lists.replacing(sweep)
      if lists.namesDimension, lists.affinities == nil { sweep.affinities = Affinity.standard }
      let made = sweep.scenarios(in: catalogue)
      dropped += made.dropped
      for scenario in made.scenarios where seen.insert(scenario).inserted {
        scenarios.append(scenario)
      }
    }
    guard !scenarios.isEmpty else { throw catalogue.nothingLeft(of: dropped) }
    scenarios = try lists.filtered(scenarios)
    try lists.check(scenarios)
    var (settings, rounds) = suite.settings
    if let actions = measurement.actions { settings.sampleActions = actions }
    if let limit = measurement.limit { settings.limitSeconds = limit }
    rounds = measurement.rounds ?? rounds
    settings.cold = measurement.cold
    self.suite = suite
    self.seed = measurement.seed ?? ProcessOptions.standardSeed
    self.passes = try measurement.passes(of: suite)
    self.rounds = rounds
    self.settings = settings
    self.scenarios = scenarios
    self.fault = measurement.inject
    self.dropped = dropped.count
    hasMeasuredStores = scenarios.contains { catalogue.isMeasured($0) }
  }
}

extension Plan {
  /// The plan for a reader.
  package var text: String {
    var lines = [
      "\(CountText.text(scenarios.count, "scenario")), \(CountText.text(trials.count, "trial"))",
      "suite \(suite.rawValue), seed \(seed), passes \(passes.map(\.rawValue).joined(separator: ", ")),"
        + " \(CountText.text(rounds, "round"))",
    ]
    if let cold = settings.cold {
      lines.append(
        "single actions at \(cold.pace), \(cold.actions) in each of "
          + CountText.text(cold.rounds, "process", "processes"))
    }
    if dropped > 0 {
      lines.append(
        "\(CountText.text(dropped, "combination")) omitted: "
          + "the design lacks the topology, views, middlewares or completion")
    }
    lines += scenarios.map { "  " + $0.id }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Plan: SessionPlan {
  package var command: String { "run" }

  package static func parsed(
    _ arguments: [String], in catalogue: Catalogue
  ) throws -> Plan {
    try Plan(RunOptions.parsed(Array(arguments.dropFirst())), catalogue: catalogue)
  }

  package var home: ResultsHome { .runs }
  package var suiteName: String { suite.rawValue }
  package var files: [any JobRow.Type] { [SampleRow.self] }
  package var derivedFiles: [String] { [SummaryRow.fileName] }
  package var usualAtOnce: Int { Machine.cpuCount }

  /// Returns a name from the plan and the build, on which alone counts depend.
  package func repeatableRunID(of run: RunRow) throws -> String? {
    guard !measuresTime else { return nil }
    let build = [try json(), run.commit, run.toolVersion, run.swiftVersion, run.buildMode]
    return RunRow.countedPrefix
      + splitSeed(seed, build.joined(separator: "\n")).hexadecimal
  }

  private var measuresTime: Bool { passes.contains(.timing) || passes.contains(.cold) }

  package var jobs: [PlannedJob] {
    let isRepeatable = !measuresTime
    return trials.map { trial in
      PlannedJob(
        key: trial.key, block: isRepeatable ? trial.scenario.floor.id : trial.scenario.stream,
        seconds: seconds(of: trial.pass))
    }
  }

  // These passes need valgrind or the counting library.
  package var optionalParts: Set<String> { [Pass.counting.rawValue, Pass.instructions.rawValue] }

  /// Returns the estimated seconds of a trial: a mean over the default suite, equal for all stores.
  private func seconds(of pass: Pass) -> Double {
    switch pass {
    case .timing:
      0.1 + Double(settings.warmUpNs + UInt64(settings.samples) * settings.sampleNs) / 1e9
    case .cold: 0.1 + (settings.cold?.seconds ?? 0)
    case .counting: 0.2
    case .instructions: 2
    }
  }

  package func tools(for executable: String) async throws -> PassCheck {
    try await PassCheck(passes, executable: executable)
  }

  package func drive(_ runner: inout JobRunner, with tools: PassCheck) async throws {
    let verified = VerifiedDesigns(of: runner.executable)
    try await runner.run(
      trials.filter { tools.skipped[$0.pass] == nil }.map { trial in
        TrialJob(trial: trial, plan: self, tools: tools, verified: verified)
      })
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> RunReport {
    let log = try folder.log()
    let report = try RunReport(plan: self, end: end) { scenarios in
      try log.rows { scenarios.contains($0.scenario) }
    }
    try folder.replace(by: report.summary)
    return report
  }
}
