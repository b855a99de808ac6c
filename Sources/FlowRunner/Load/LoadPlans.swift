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
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: LoadOptions, catalogue: Catalogue) throws(PlanError) {
    guard let suite = options.suite else {
      suite = nil
      plans = [try LoadPlan(options.specification(), catalogue: catalogue)]
      omitted = []
      return
    }
    _ = try LoadOptionRules.check(options.given)
    self.suite = suite
    var plans: [LoadPlan] = []
    var filtered: PlanError?
    var omitted: [String] = []
    for load in try suite.specifications(options, options.lists, catalogue) {
      // The user's lists, or a filter, need not leave scenarios of every load.
      do throws(PlanError) {
        plans.append(try LoadPlan(load, catalogue: catalogue, isOfSuite: true))
      } catch .empty(let option, let value, let see) {
        filtered = .empty(option: option, value: value, see: see)
      } catch .nothingLeft(_, _, let reason) {
        omitted.append("\(LoadPlan.loadText(load.traffic, load.service)): \(reason)")
      }
    }
    if plans.isEmpty {
      throw filtered
        ?? EmptySelection(
          lists: options.lists, catalogue: catalogue,
          candidates: { lists in
            let loads = try? suite.specifications(options, lists, catalogue)
            return loads?.flatMap { LoadSelection.candidates($0, catalogue) ?? [] }
          }, canRun: { catalogue.canRun($0) }
        ).error()
    }
    self.plans = plans
    self.omitted = omitted
  }

  /// Checks a search for the highest rate that keeps a bound.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: SaturateOptions, catalogue: Catalogue) throws(PlanError) {
    try self.init(options.specification(), catalogue: catalogue)
  }

  /// Checks a replay.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: ReplayOptions, catalogue: Catalogue) throws(PlanError) {
    try self.init(options.specification(in: catalogue), catalogue: catalogue)
  }

  @MainActor
  private init(_ load: LoadSpecification, catalogue: Catalogue) throws(PlanError) {
    suite = nil
    plans = [try LoadPlan(load, catalogue: catalogue)]
    omitted = []
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
