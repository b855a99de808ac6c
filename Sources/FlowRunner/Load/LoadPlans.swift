package import FlowHarness
package import FlowResults
import PlainText
import Workloads

/// The loads of a run: a single one, or those of a suite.
package struct LoadPlans: Sendable, Codable, Equatable {
  /// The suite; `nil` for a single load.
  package let suite: LoadSuite?
  package let plans: [LoadPlan]
  /// The loads of the suite without scenarios, and the reasons.
  let omitted: [String]

  /// Checks a request.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: LoadOptions, catalogue: Catalogue) throws(PlanError) {
    guard let suite = options.suites.suite else {
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
      // A suite's load may have no scenario in the user's lists.
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
            return loads?.flatMap { ScenarioSelection.candidates($0, catalogue) ?? [] }
          }, canRun: { catalogue.canRun($0) }
        ).error()
    }
    self.plans = plans
    self.omitted = omitted
  }

  /// Checks a search for the highest rate that keeps a bound.
  @MainActor
  package init(_ options: SaturateOptions, catalogue: Catalogue) throws(PlanError) {
    try self.init(options.specification(), catalogue: catalogue)
  }

  /// Checks a replay.
  @MainActor
  package init(_ options: ReplayOptions, catalogue: Catalogue) throws {
    try self.init(options.specification(in: catalogue), catalogue: catalogue)
  }

  @MainActor
  private init(_ load: LoadSpecification, catalogue: Catalogue) throws(PlanError) {
    suite = nil
    plans = [try LoadPlan(load, catalogue: catalogue)]
    omitted = []
  }

  /// A line for each omission, written to stderr before the first job.
  package var omissions: String {
    guard suite != nil else { return "" }
    let parts = plans.flatMap { plan in plan.leftOut.map { "of \(plan.loadText): \($0)" } }
    return (parts + omitted.map { "all of \($0)" }).map { "omitted \($0)\n" }.joined()
  }

  /// The number of fresh processes for each scenario.
  var rounds: Int { plans.map(\.rounds).max() ?? 1 }

  package var seed: UInt64 { plans[0].seed }

  var isVirtual: Bool { plans[0].isVirtual }

  /// A Boolean value that indicates whether a load has a service.
  var hasService: Bool { plans.contains { $0.service != nil } }

  /// The name in `runs.csv`.
  package var suiteName: String { suite.map { "load-\($0.rawValue)" } ?? "load" }

  /// The time during which actions arrive in all processes, in nanoseconds.
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
      + "\(CountText.text(scenarios, "scenario")), \(TimeText.text(ns: totalNs)) of load in all\n\n"
      + loads
      + omitted.map { "\nomitted: \($0)\n" }.joined()
  }
}
