package import FlowHarness
package import FlowResults
import Workloads

/// What is to be measured, checked and unchangeable: the jobs of `run`, `load`, `saturate`, `contend` or
/// `explore`, and what their rows say when all is done.
///
/// Everything that these share is `Session`'s: the folder, seeds, the order of jobs, progress, interrupts,
/// what becomes of a process that hangs, and going on with what was interrupted.
@MainActor
package protocol SessionPlan: Codable, Sendable {
  /// What is said at the end.
  associatedtype Report: SessionReport
  /// What its processes need beside the program.
  associatedtype Tools: SessionTools = NoTools

  /// The subcommand that measures it.
  var command: String { get }
  /// Where its folder goes when nobody says.
  var home: ResultsHome { get }
  /// What `runs.csv` calls it.
  var suiteName: String { get }
  /// The seed of all randomness.
  var seed: UInt64 { get }
  /// What is driven.
  var scenarios: [Scenario] { get }
  /// The results files that its jobs write.
  var files: [any JobRow.Type] { get }
  /// The results files that its report makes of all rows.
  var derivedFiles: [String] { get }
  /// What is left out, a line each: for stderr, before anything runs.
  var omissions: String { get }
  /// The plan for a reader.
  var text: String { get }

  /// The jobs that are known before anything runs, in the order of a run in one piece; empty where a plan
  /// cannot be measured in shards.
  var jobs: [PlannedJob] { get }
  /// Whether its processes take time that is measured, so that one must run after the other.
  var isTimed: Bool { get }
  /// How many processes run at once when nobody says.
  var usualAtOnce: Int { get }
  /// What jobs may be missing of in a run that is complete, by `JobKey.part`: what a machine cannot do.
  var optionalParts: Set<String> { get }

  /// Refuses values that the options of the subcommand would refuse: `plan.json` may have been changed.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  func checkBounds() throws(PlanError)
  /// What the run is called when its rows must be the same each time; `nil`: after when it began.
  ///
  /// - Parameter run: What is known of the run.
  /// - Throws: What encoding the plan throws.
  func repeatableRunID(of run: RunRow) throws -> String?
  /// Whether a program's catalogue has what it takes to measure a scenario of this plan.
  func isKnown(_ scenario: Scenario, in catalogue: Catalogue) -> Bool
  /// Looks for what the processes need, before anything is written.
  ///
  /// - Parameter executable: The program that they run.
  /// - Throws: `PlanError` when nothing can be measured without it.
  func tools(for executable: String) async throws(PlanError) -> Tools
  /// Does every job whose rows are not on disk.
  ///
  /// - Throws: What writing rows throws.
  func drive(_ runner: inout JobRunner, with tools: Tools) async throws
  /// What the rows on disk say; files that follow from them are written.
  ///
  /// - Throws: What reading and writing them throws.
  func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> Report
}

extension SessionPlan {
  package var derivedFiles: [String] { [] }
  package var omissions: String { "" }
  package var jobs: [PlannedJob] { [] }
  package var isTimed: Bool { true }
  package var usualAtOnce: Int { 1 }
  package var optionalParts: Set<String> { [] }
  package func repeatableRunID(of run: RunRow) throws -> String? { nil }
  package func isKnown(_ scenario: Scenario, in catalogue: Catalogue) -> Bool {
    catalogue.canRun(scenario)
  }

  /// The same for the same plan.
  ///
  /// - Throws: What the encoder throws.
  func hashedRunID() throws -> String {
    RunRow.virtualPrefix + String(splitSeed(seed, try json()), radix: 16)
  }

  /// The same for the same plan of the same subcommand, whichever shard of it: 16 hexadecimal digits.
  ///
  /// - Throws: What the encoder throws.
  package func digest() throws -> String {
    AnyPlanFile.hexadecimal(splitSeed(seed, command + "\n" + (try json())))
  }

  /// The plan as JSON, to be read again.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.encoded(self) }
}

extension SessionPlan where Tools == NoTools {
  package func tools(for executable: String) async throws(PlanError) -> NoTools { NoTools() }
}

/// What processes need beside the program.
package protocol SessionTools: Sendable {
  /// What is missing and what becomes of it, a line each, for stderr.
  var text: String { get }
  /// Removes what was prepared.
  func end()
}

/// What processes need that the program alone is enough for.
package struct NoTools: SessionTools {
  package var text: String { "" }
  package func end() {}
}

/// What was asked for at the end of it: what a session says.
@MainActor
package protocol SessionReport {
  /// The results for a reader.
  var table: String { get }
  /// The results as JSON: one object for each row, with the columns of its file.
  ///
  /// - Throws: What the encoder throws.
  func json() throws -> String
  /// What is said on stderr: warnings, and where the files are.
  var closing: String { get }
  /// How it ended.
  var end: SessionEnd { get }
  /// Whether everything that ran is valid.
  var isValid: Bool { get }
  /// Whether everything that must hold holds.
  var isMet: Bool { get }
  /// Whether enough is known to say so.
  var isDecided: Bool { get }
}

extension SessionReport {
  /// Nothing was asked to hold.
  package var isMet: Bool { true }
  /// Nothing was asked to hold.
  package var isDecided: Bool { true }
}

/// How a session ended, and where.
package struct SessionEnd: Sendable {
  /// Where the results are.
  package let path: String
  /// The subcommand that goes on with it.
  let command: String
  /// What is known of the run.
  var run = RunRow()
  /// How long it took, as `0:41`; empty: in several pieces.
  var elapsed = ""
  /// Warnings about everything in it.
  var warnings: [EnvironmentWarning] = []
  /// Whether it was asked to stop before its end.
  package var isInterrupted = false

  /// What is said on stderr: warnings, then `lines`, then where the files are, or how to go on.
  ///
  /// - Parameter summary: What there is to say of all together; nothing of what was interrupted.
  func closing(_ lines: [String] = [], summary: String? = nil) -> String {
    let last =
      isInterrupted
      ? "interrupted; go on with: " + Executable.command(command, "--resume", path)
      : [summary, "results in \(path)"].compactMap { $0 }.joined(separator: "; ")
    return (warnings.map { "doubtful: \($0)" } + lines + [last]).map { $0 + "\n" }.joined()
  }
}
