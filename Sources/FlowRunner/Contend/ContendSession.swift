package import FlowHarness
package import FlowResults
import Measurement

/// A load run of several workers that has been checked and can be started.
@MainActor
package struct ContendSession: LoadingSession {
  /// What will be driven.
  package let plan: ContendPlan
  /// Where the rows go; nil: a directory of its own, to which `results/latest-load` will point.
  private let out: String?
  private let shared: [String: SharedDesign]

  /// Checks everything that can be checked before the first action.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
  package init(options: ContendOptions, out: String?, catalogue: Catalogue) throws(PlanError) {
    plan = try ContendPlan(options, catalogue: catalogue)
    if let out { try RunDirectory.check(out) }
    self.out = out
    shared = catalogue.shared
  }

  /// Runs all loads and reports what they found.
  ///
  /// - Parameter executable: The program that is run.
  /// - Throws: `PlanError` when the directory cannot be made, or what writing to it throws.
  package func run(executable: String) async throws -> ContendReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let record = await RunRecord.start(suite: "load", seed: plan.seed)
    let directory = try ContendDirectory(
      creating: out ?? "\(LoadDirectory.standardParent)/\(record.name)", plan: plan, record)
    if out == nil {
      try RunDirectory.link("latest-load", to: directory.path, in: LoadDirectory.standardParent)
    }
    let runner = ContendRunner(
      plan: plan, directory: directory, executable: executable, interrupt: interrupt)
    let rows = try await runner.runAll()
    return ContendReport(
      plan: plan, path: directory.path, rows: rows, shared: shared,
      doubts: try directory.finish(rows), isInterrupted: interrupt.isInterrupted)
  }
}
