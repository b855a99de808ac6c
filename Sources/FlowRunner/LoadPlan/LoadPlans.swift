package import FlowHarness
package import FlowResults
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
  package init(_ options: LoadOptions, catalogue: Catalogue) throws(PlanError) {
    guard let name = options.suite else {
      suite = nil
      plans = [try LoadPlan(options, catalogue: catalogue)]
      omitted = []
      return
    }
    guard let suite = LoadSuite(rawValue: name) else {
      throw .unknown(
        option: "--suite", kind: "suite of loads", name: name,
        known: LoadSuite.allCases.map(\.rawValue))
    }
    self.suite = suite
    try Self.refuseOthers(options)
    var plans: [LoadPlan] = []
    var filtered: PlanError?
    var omitted: [String] = []
    for load in suite.loads(catalogue) {
      let load = load.replaced(by: options, suite)
      // A person's lists, and a filter, need not leave something of every load.
      do throws(PlanError) {
        plans.append(try LoadPlan(load, catalogue: catalogue))
      } catch .empty(let option, let value) {
        filtered = .empty(option: option, value: value)
      } catch .nothingLeft(_, _, let reason) {
        let text = LoadPlan.loadText(try LoadTraffic(load), try ServiceLaw(load))
        omitted.append("\(text): \(reason)")
      }
    }
    if plans.isEmpty { throw filtered ?? Self.nothingLeft(options, suite, catalogue) }
    self.plans = plans
    self.omitted = omitted
  }

  @MainActor
  private static func nothingLeft(
    _ options: LoadOptions, _ suite: LoadSuite, _ catalogue: Catalogue
  ) -> PlanError {
    EmptySelection(
      options: options, given: options.given, catalogue: catalogue,
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

  private static func refuseOthers(_ options: LoadOptions) throws(PlanError) {
    try LoadTraffic.refuse(
      [
        ("--rate", options.rate.map { "\($0)" }), ("--arrivals", options.arrivals),
        ("--shape", options.shape), ("--stage", options.stages.first),
        ("--clients", options.clients.map { "\($0)" }), ("--think", options.think),
        ("--users", options.users.map { "\($0)" }), ("--away", options.away),
        ("--latency", options.latency), ("--failures", options.failures.map { "\($0)" }),
        ("--timeout", options.timeout), ("--capacity", options.capacity.map { "\($0)" }),
        ("--max-queue", options.maxQueue.map { "\($0)" }), ("--drain", options.drain),
        ("--distribution", options.selection.distributions?.joined(separator: ",")),
      ], rule: "must not be given with --suite, whose loads have their own")
  }

  /// Fresh processes for each scenario.
  var rounds: Int { plans.map(\.rounds).max() ?? 1 }

  /// The seed of all randomness.
  package var seed: UInt64 { plans[0].seed }

  /// Whether time jumps.
  var isVirtual: Bool { plans[0].isVirtual }

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

  /// The plan for people.
  package var text: String {
    let loads = plans.map(\.text).joined(separator: "\n")
    guard let suite else { return loads }
    let scenarios = plans.reduce(0) { $0 + $1.scenarios.count }
    return "suite \(suite.rawValue): \(plans.count) loads, \(scenarios) scenarios under them, "
      + "\(TimeText.text(ns: totalNs)) of load in all\n\n" + loads
      + omitted.map { "\nleft out: \($0)\n" }.joined()
  }
}

extension LoadOptions {
  /// A suite's load with every list that a person gave in place of its own.
  fileprivate func replaced(by asked: LoadOptions, _ suite: LoadSuite) -> LoadOptions {
    var load = self
    load.selection = asked.selection
    load.selection.designs = asked.selection.designs ?? selection.designs
    load.selection.topologies = asked.selection.topologies ?? selection.topologies
    load.selection.features = asked.selection.features ?? selection.features
    load.duration = asked.duration ?? duration
    load.rounds = asked.rounds ?? suite.rounds
    load.thresholds = asked.thresholds
    load.isVirtual = asked.isVirtual
    return load
  }
}
