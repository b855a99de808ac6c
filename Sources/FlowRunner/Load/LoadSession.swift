package import FlowHarness
package import FlowResults
import Measurement
import Workloads

/// A load run that has been checked and can be started.
@MainActor
package struct LoadSession {
  /// What will be driven.
  package let plan: LoadPlans
  /// Where the rows go; nil: a directory of its own, to which `results/latest-load` will point.
  private let out: String?
  private let mainThreadDesigns: Set<String>

  /// Checks everything that can be checked before the first action.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
  package init(options: LoadOptions, out: String?, catalogue: Catalogue) throws(PlanError) {
    mainThreadDesigns = Set(catalogue.designs.filter(\.keepsMainThread).map(\.id))
    plan = try LoadPlans(options, catalogue: catalogue)
    if let out { try RunDirectory.check(out) }
    self.out = out
  }

  /// Runs all loads and reports what they found.
  ///
  /// - Parameter executable: The program that is run.
  /// - Throws: `PlanError` when the directory cannot be made, or what writing to it throws.
  package func run(executable: String) async throws -> LoadReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    StandardError.write(plan.omissions)
    var record = await RunRecord.start(suite: plan.suiteName, seed: plan.seed)
    let path = out ?? "\(LoadDirectory.standardParent)/\(record.name)"
    // Of a run that can be repeated every row can: also what it is called.
    if plan.isVirtual { record.row.runID = try plan.virtualRunID() }
    let directory = try LoadDirectory(creating: path, plan: plan, record)
    if out == nil {
      try RunDirectory.link("latest-load", to: directory.path, in: LoadDirectory.standardParent)
    }
    var report = LoadReport(plan: plan, path: directory.path)
    for plan in plan.plans where !interrupt.isInterrupted {
      report.loads.append(
        try await findings(
          LoadRunner(
            plan: plan, directory: directory, executable: executable,
            mainThreadDesigns: mainThreadDesigns, interrupt: interrupt)))
    }
    report.isInterrupted = interrupt.isInterrupted
    let doubts = try directory.finish()
    // Where time jumps nothing depends on the machine.
    report.doubts = plan.isVirtual ? [] : doubts
    return report
  }

  /// Runs one load.
  private func findings(_ runner: LoadRunner) async throws -> LoadFindings {
    let (plan, directory) = (runner.plan, runner.directory)
    var findings = LoadFindings(plan: plan)
    if let bound = plan.bound {
      for scenario in plan.scenarios where !runner.interrupt.isInterrupted {
        findings.searches.append(
          try await SaturationSearch(bound: bound, scenario: scenario, runner: runner).run())
      }
      findings.rows = findings.searches.flatMap { $0.probes.map(\.row) }
      findings.effects = findings.searches.flatMap { $0.probes.compactMap(\.effects) }
      try SaturationRow.write(findings.searches, runID: directory.run.runID, to: directory.path)
    } else {
      let found = try await runner.runAll()
      findings.rows = found.map(\.load)
      findings.effects = found.compactMap(\.effects)
    }
    return findings
  }
}
