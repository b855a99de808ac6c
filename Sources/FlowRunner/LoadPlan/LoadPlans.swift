package import FlowHarness
package import FlowResults
import PlainText
import Workloads

/// All loads of a run, one after the other: the one that was asked for, or those of a suite.
package struct LoadPlans: Sendable, Codable, Equatable {
  /// The suite that they are of; `nil`: somebody asked for one load.
  package let suite: LoadSuite?
  /// The loads, at least one.
  package let plans: [LoadPlan]
  /// Loads of the suite that nothing is left of, and why.
  let omitted: [String]

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(_ options: OptionValues, catalogue: Catalogue) throws(PlanError) {
    guard let suite = options[LoadOptions.suite] else {
      suite = nil
      plans = [try LoadPlan(options, catalogue: catalogue)]
      omitted = []
      return
    }
    self.suite = suite
    try OptionRule.check(options, OptionRule.ofLoadSuites)
    var plans: [LoadPlan] = []
    var filtered: PlanError?
    var omitted: [String] = []
    for load in suite.loads(catalogue) {
      let load = load.replaced(by: options, suite)
      // A person's lists, and a filter, need not leave something of every load.
      do throws(PlanError) {
        plans.append(try LoadPlan(load, catalogue: catalogue, isOfSuite: true))
      } catch .empty(let option, let value, let see) {
        filtered = .empty(option: option, value: value, see: see)
      } catch .nothingLeft(_, _, let reason) {
        let text = LoadPlan.loadText(try LoadTraffic(load), try ServiceLaw(load))
        omitted.append("\(text): \(reason)")
      }
    }
    if plans.isEmpty { throw filtered ?? Self.nothingLeft(options, suite, catalogue) }
    self.plans = plans
    self.omitted = omitted
  }

  /// Checks a request for the highest rate that keeps a bound.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(searching options: OptionValues, catalogue: Catalogue) throws(PlanError) {
    guard options.has(SaturateOptions.bound.option) else {
      throw .refused(
        option: SaturateOptions.bound.option.name,
        reason: "must be given, such as p99=5ms: it is what is searched for")
    }
    try self.init(options, catalogue: catalogue)
  }

  @MainActor
  private static func nothingLeft(
    _ options: OptionValues, _ suite: LoadSuite, _ catalogue: Catalogue
  ) -> PlanError {
    EmptySelection(
      options: options, catalogue: catalogue,
      candidates: { options in
        suite.loads(catalogue).flatMap { load -> [Scenario] in
          let load = load.replaced(by: options, suite)
          guard let traffic = try? LoadTraffic(load) else { return [] }
          return LoadSelection.candidates(load, traffic, catalogue) ?? []
        }
      }, canRun: { catalogue.canRun($0) }
    ).error()
  }

  /// What of a suite is left out, a line each: for stderr, where it is said before anything runs.
  package var omissions: String {
    guard suite != nil else { return "" }
    let parts = plans.flatMap { plan in plan.leftOut.map { "of \(plan.loadText): \($0)" } }
    return (parts + omitted.map { "all of \($0)" }).map { "left out \($0)\n" }.joined()
  }

  /// Fresh processes for each scenario.
  var rounds: Int { plans.map(\.rounds).max() ?? 1 }

  /// The seed of all randomness.
  package var seed: UInt64 { plans[0].seed }

  /// Whether time jumps.
  var isVirtual: Bool { plans[0].isVirtual }

  /// Whether users of any of the loads live in worlds.
  var hasWorlds: Bool { plans.contains { $0.worlds != nil } }

  /// Whether effects of any of the loads take time.
  var hasService: Bool { plans.contains { $0.service != nil } }

  /// What the run is called in `runs.csv`.
  package var suiteName: String { suite.map { "load-\($0.rawValue)" } ?? "load" }

  /// How long actions come in all processes together, in nanoseconds.
  var totalNs: UInt64 {
    plans.reduce(0) {
      $0 + UInt64($1.scenarios.count) * UInt64($1.rounds) * $1.traffic.durationNs
    }
  }

  /// The plan for a reader.
  package var text: String {
    let loads = plans.map(\.text).joined(separator: "\n")
    guard let suite else { return loads }
    let scenarios = plans.reduce(0) { $0 + $1.scenarios.count }
    return "suite \(suite.rawValue): \(CountText.text(plans.count, "load")), "
      + "\(CountText.text(scenarios, "scenario")) under them, \(TimeText.text(ns: totalNs)) of load in all\n\n"
      + loads
      + omitted.map { "\nleft out: \($0)\n" }.joined()
  }
}

extension OptionValues {
  /// A suite's load with everything that a person gave in place of its own.
  fileprivate func replaced(by asked: OptionValues, _ suite: LoadSuite) -> OptionValues {
    var load = asked
    load.remove(LoadOptions.suite.option)
    load.take(from: self)
    load.fill(LoadOptions.rounds, suite.rounds)
    return load
  }
}
