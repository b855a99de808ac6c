package import FlowHarness
package import FlowResults
import Foundation
import Workloads

/// A checked, immutable plan of `run`, `load`, `saturate` or `contend`: its jobs, and
/// the report of their rows.
///
/// `Session` does what these share: folder, progress, interruption, hang limit, resume and shards.
@MainActor
package protocol SessionPlan: Encodable, Sendable {
  associatedtype Report: SessionReport
  associatedtype Tools: SessionTools = NoTools

  /// The subcommand that measures it.
  var command: String { get }
  /// The directory of folders without `--out`.
  var home: ResultsHome { get }
  /// Its name in `runs.csv`.
  var suiteName: String { get }
  var seed: UInt64 { get }
  var scenarios: [Scenario] { get }
  var files: [any JobRow.Type] { get }
  /// The results files that its report computes from all rows.
  var derivedFiles: [String] { get }
  /// A line for each omission, written to stderr before the first job.
  var omissions: String { get }
  /// The plan for a reader.
  var text: String { get }

  /// The jobs that are known before the first one runs, in the order of a run in one piece; empty
  /// if a plan cannot be divided into shards.
  var jobs: [PlannedJob] { get }
  /// A Boolean value that indicates whether its processes are timed, so that one must run after the
  /// other.
  var isTimed: Bool { get }
  /// The default number of simultaneous processes.
  var usualAtOnce: Int { get }
  /// The values of `JobKey.part` that a machine may be unable to measure: a complete run may lack
  /// them.
  var optionalParts: Set<String> { get }
  /// The files that its processes read: their contents belong to the plan.
  var inputFiles: [String] { get }
  /// The trace that its processes replay.
  var trace: TraceReplay? { get }

  /// Makes a plan from its subcommand and options.
  static func parsed(_ arguments: [String], in catalogue: Catalogue) throws -> Self
  /// Returns the name of a run whose rows are the same each time; `nil`: the name contains its
  /// start.
  func repeatableRunID(of run: RunRow) throws -> String?
  /// Finds the tools of the processes, before anything is written.
  func tools(for executable: String) async throws -> Tools
  /// Runs every job whose rows are not on disk.
  func drive(_ runner: inout JobRunner, with tools: Tools) async throws
  /// Returns the report of the rows on disk, and writes the files that are computed from them.
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
  package var inputFiles: [String] { [] }
  package var trace: TraceReplay? { nil }
  package func repeatableRunID(of run: RunRow) throws -> String? { nil }

  /// Returns a name that is the same for the same plan.
  func hashedRunID() throws -> String {
    RunRow.virtualPrefix + String(splitSeed(seed, try json() + inputs()), radix: 16)
  }

  /// Returns 16 hexadecimal digits that are the same for all shards of a plan.
  package func digest() throws -> String {
    splitSeed(seed, command + "\n" + (try json()) + (try inputs())).hexadecimal
  }

  /// Returns a line for each input file, with the digest of its contents.
  private func inputs() throws -> String {
    try inputFiles.map { "\n\(try NeededFiles.digest(of: $0).hexadecimal)" }.joined()
  }

  /// Returns the plan as JSON.
  package func json() throws -> String { try JSONText.encoded(self) }
}

extension SessionPlan where Tools == NoTools {
  package func tools(for executable: String) async throws -> NoTools { NoTools() }
}

/// The tools of a plan's processes.
package protocol SessionTools: Sendable {
  /// A line for each missing tool and its effect, for stderr.
  var text: String { get }
  /// Removes prepared files.
  func end()
}

/// The tools of processes that need only the program.
package struct NoTools: SessionTools {
  package var text: String { "" }
  package func end() {}
}

/// The report of a session.
@MainActor
package protocol SessionReport {
  /// The results for a reader.
  var table: String { get }
  /// Returns the results as JSON: one object for each row, with the columns of its file.
  func json() throws -> String
  /// The lines for stderr: warnings, and the place of the files.
  var closing: String { get }
  var end: SessionEnd { get }
  /// A Boolean value that indicates whether everything that ran is valid.
  var isValid: Bool { get }
  var isMet: Bool { get }
  var isDecided: Bool { get }
}

extension SessionReport {
  /// The results for a reader if no job has ended, as in a shard without scenarios.
  static var noResults: String { "no results yet\n" }

  package var isMet: Bool { true }
  package var isDecided: Bool { true }
}

/// The end of a session.
package struct SessionEnd: Sendable {
  /// The directory of the results.
  package let path: String
  /// The subcommand that resumes it.
  let command: String
  var run = RunRow()
  /// The duration, as `0:41`; empty if it had several parts.
  var elapsed = ""
  var warnings: [String] = []
  package var isInterrupted = false

  /// Returns the lines for stderr: warnings, then `lines`, then the place of the files or the
  /// command that resumes the session.
  ///
  /// - Parameter summary: A summary, left out after an interruption.
  func closing(_ lines: [String] = [], summary: String? = nil) -> String {
    let last =
      isInterrupted
      ? "interrupted; continue with: " + Executable.command(command, "--resume", path)
      : [summary, "results in \(path)"].compactMap { $0 }.joined(separator: "; ")
    return (warnings.map { "warning: \($0)" } + lines + [last]).map { $0 + "\n" }.joined()
  }
}

extension UInt64 {
  /// 16 digits.
  var hexadecimal: String { String(format: "%016llx", self) }
}
