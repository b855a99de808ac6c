import FlowHarness
package import FlowResults
import Foundation

/// The files of one run: its plan, its environment, and the rows of every finished trial.
@MainActor
package final class RunDirectory {
  /// Where it is.
  let path: String
  /// What was, or is, to be run.
  let plan: Plan
  /// What the run is called in every row.
  var runID: String { run.runID }
  /// The trials that are on disk.
  private(set) var finished: Set<TrialKey>
  private let samples: AppendingResultFile<SampleRow>
  private(set) var run: RunRow
  private let before = MachineReading.current

  /// Where runs go when nobody says.
  static let standardParent = "results/runs"

  private static let planFile = "plan.json"

  /// Makes the directory and its files, before the first sample is taken.
  ///
  /// - Throws: `PlanError` when that is impossible.
  init(creating path: String, plan: Plan, _ record: RunRecord) throws(PlanError) {
    self.path = path
    self.plan = plan
    run = record.row
    finished = []
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try WholeFile.write(plan.json(), to: "\(path)/\(Self.planFile)")
      try WholeFile.write(CSVFormat.text([record.row]), to: "\(path)/\(RunRow.fileName)")
      samples = try AppendingResultFile(creating: "\(path)/\(SampleRow.fileName)")
    } catch {
      throw .unusable(
        option: "--out", path: path, reason: "must be a directory that can be written")
    }
  }

  /// Opens the directory of an earlier run.
  ///
  /// - Throws: `PlanError` when it is no such directory, or its files are broken.
  init(resuming path: String) throws(PlanError) {
    self.path = path
    do {
      let json = try String(contentsOfFile: "\(path)/\(Self.planFile)", encoding: .utf8)
      plan = try Plan(json: json)
      let runs = try AppendingResultFile<RunRow>.read("\(path)/\(RunRow.fileName)")
      guard let run = runs.first else { throw CocoaError(.fileReadCorruptFile) }
      self.run = run
      let expected = plan.settings.samples
      samples = try AppendingResultFile(reopening: "\(path)/\(SampleRow.fileName)") {
        Self.withoutTornTrial($0, samples: expected)
      }
      let rows = try AppendingResultFile<SampleRow>.read("\(path)/\(SampleRow.fileName)")
      finished = Set(rows.map { TrialKey($0) })
    } catch let error as CSVError {
      throw .unusable(option: "--resume", path: path, reason: "\(error)")
    } catch {
      throw .unusable(
        option: "--resume", path: path,
        reason: "must be the directory of a run, with plan.json, runs.csv and samples.csv")
    }
  }

  /// The rows without those of a last trial that lacks some: a kill can tear a trial between rows.
  ///
  /// - Parameter samples: How many rows a trial of the timing pass has when it is valid.
  static func withoutTornTrial(_ rows: [SampleRow], samples: Int) -> [SampleRow] {
    guard let last = rows.last, last.isValid == true, let pass = Pass(rawValue: last.pass)
    else { return rows }
    let whole =
      switch pass {
      case .timing: samples
      case .counting: CountingTrial.windows
      case .instructions: 1
      }
    let trial = rows.reversed().prefix { TrialKey($0) == TrialKey(last) }
    return trial.count < whole ? rows.dropLast(trial.count) : rows
  }

  /// Refuses a directory that a run could not have for itself.
  package static func check(_ path: String) throws(PlanError) {
    let files = FileManager.default
    if let contents = try? files.contentsOfDirectory(atPath: path) {
      guard contents.isEmpty else {
        throw .unusable(
          option: "--out", path: path, reason: "must be a new or an empty directory")
      }
      guard files.isWritableFile(atPath: path) else { throw unwritable(path) }
      return
    }
    // The nearest directory that exists must let us make the rest.
    var parent = URL(filePath: path).deletingLastPathComponent()
    while !files.fileExists(atPath: parent.path), parent.path != "/" {
      parent.deleteLastPathComponent()
    }
    var isDirectory: ObjCBool = false
    guard !files.fileExists(atPath: path),
      files.fileExists(atPath: parent.path, isDirectory: &isDirectory), isDirectory.boolValue,
      files.isWritableFile(atPath: parent.path), !parent.path.hasPrefix("/proc")
    else { throw unwritable(path) }
  }

  private static func unwritable(_ path: String) -> PlanError {
    .unusable(option: "--out", path: path, reason: "must be a directory that can be written")
  }

  /// Lets `results/latest` point here.
  func becomeLatest() throws { try Self.link("latest", to: path, in: Self.standardParent) }

  /// Lets a link beside the directory of all runs point to one of them.
  static func link(_ name: String, to path: String, in parent: String) throws {
    let parent = URL(filePath: parent)
    let link = parent.deletingLastPathComponent().appending(path: name).relativePath
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath:
        "\(parent.lastPathComponent)/\(URL(filePath: path).lastPathComponent)")
  }

  /// Writes all rows of a trial at once.
  func append(_ trial: Plan.Trial, _ ending: TrialProcess.Ending) throws {
    try samples.append(SampleRow.rows(of: trial, ending, plan: plan, runID: runID))
    finished.insert(trial.key)
  }

  /// All rows that are on disk.
  func sampleRows() throws -> [SampleRow] {
    try AppendingResultFile<SampleRow>.read("\(path)/\(SampleRow.fileName)")
  }

  /// Replaces the summary, and completes what is known of the run.
  ///
  /// - Returns: Why to doubt everything in it.
  func finish(_ summary: [SummaryRow]) throws -> [EnvironmentDoubt] {
    let doubts = run.complete(before, .current)
    try WholeFile.write(CSVFormat.text([run]), to: "\(path)/\(RunRow.fileName)")
    try WholeFile.write(CSVFormat.text(summary), to: "\(path)/\(SummaryRow.fileName)")
    return doubts
  }
}

/// What tells one trial of a run from all others.
struct TrialKey: Hashable {
  let scenario: String
  let pass: String
  let round: Int
}

extension Plan.Trial {
  /// What tells this trial from all others of its run.
  var key: TrialKey { TrialKey(scenario: scenario.id, pass: pass.rawValue, round: round) }
}
