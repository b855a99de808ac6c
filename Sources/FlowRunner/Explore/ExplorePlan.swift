package import FlowHarness
package import FlowResults

/// All explorations of a run: checked, unchangeable, printable.
package struct ExplorePlan: Sendable, Codable, Equatable {
  /// How many when nobody says: some seconds.
  private static let standardRuns = 10_000

  /// The load that is driven by each interleaving.
  let load: LoadPlan
  /// How many interleavings of each scenario.
  let runs: Int

  /// Checks a request; what is not said is a small load in which much falls together.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(_ options: LoadOptions, runs: Int?, catalogue: Catalogue) throws(PlanError) {
    self.runs = runs ?? Self.standardRuns
    try Plan.check(self.runs, in: Bounds.explorations, "--runs")
    var options = options
    options.isVirtual = true
    options.needsService = true
    if options.stages.isEmpty {
      options.rate = options.rate ?? 2_000
      options.duration = options.duration ?? "10ms"
    }
    options.latency = options.latency ?? "uniform:0ms:4ms"
    options.selection.designs =
      options.selection.designs
      ?? catalogue.designsWithServices(workload: "search", inVirtualTime: true)
    options.selection.topologies = options.selection.topologies ?? ["single"]
    options.selection.features = options.selection.features ?? [2]
    load = try LoadPlan(options, catalogue: catalogue)
  }

  /// The plan for people.
  package var text: String { "interleavings of each scenario: \(runs)\n" + load.text }
}
