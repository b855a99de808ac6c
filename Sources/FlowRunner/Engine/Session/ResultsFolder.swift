import FlowHarness
package import FlowResults
import Foundation
import Platform
import SystemPackage

/// The files of one session: its plan, its environment, the rows of every finished job, and the
/// list of these jobs.
@MainActor
package final class ResultsFolder {
  package let path: String
  /// The name of the run in every row.
  var runID: String { run.runID }
  private(set) var run: RunRow
  /// The jobs whose rows are on disk.
  private(set) var finished: Set<JobKey>
  /// The files that have too few or too many rows of finished jobs, and the number of these jobs,
  /// which run again.
  private(set) var damage: (jobs: Int, files: [String]) = (0, [])
  /// The number of rows in each file, for jobs that are not finished.
  private var written: [JobKey: [String: Int]] = [:]
  /// A Boolean value that indicates whether a job has finished since the folder was opened.
  private var isChanged = false
  private var jobs: AppendingResultFile
  private let types: [any JobRow.Type]
  private var files: [String: AppendingResultFile] = [:]
  private let before = MachineReading.current
  private var syncedNs = MonotonicClock.nowNs()

  /// The shortest time between two syncs, in nanoseconds, because short trials would wait for the disk
  /// most of the time. Later rows reach the disk when the next job ends; if a power failure removes
  /// them, their jobs run again.
  private static let syncNs: UInt64 = 1_000_000_000

  nonisolated static let rule =
    "must be the directory of a run, with \(AnyPlanFile.name), \(RunRow.fileName) and "
    + FinishedJobRow.fileName

  /// Opens a folder whose files are known to be whole.
  init(
    whole path: String, run: RunRow, finished: some Sequence<JobKey>, files: [any JobRow.Type]
  ) throws {
    self.path = path
    types = files
    self.run = run
    self.finished = Set(finished)
    jobs = try AppendingResultFile(appendingTo: "\(path)/\(FinishedJobRow.fileName)")
    for type in files {
      self.files[type.fileName] = try AppendingResultFile(
        appendingTo: "\(path)/\(type.fileName)")
    }
  }

  /// Makes the folder and its files, before anything is measured.
  ///
  /// - Parameters:
  ///   - plan: The contents of `plan.json`.
  ///   - files: The kinds of the jobs' rows.
  convenience init(
    creating path: String, plan: String, files: [any JobRow.Type], _ run: RunRow
  ) throws {
    do {
      let draft = try DirectoryDraft(of: path)
      do {
        try WholeFile.write(CSVFormat.text([run]), to: "\(draft.path)/\(RunRow.fileName)")
        for type in files + [FinishedJobRow.self] {
          try WholeFile.write(CSVFormat.header(type), to: "\(draft.path)/\(type.fileName)")
        }
        try WholeFile.write(plan, to: "\(draft.path)/\(AnyPlanFile.name)")
        // A folder that has a plan can be resumed.
        try draft.publish(last: AnyPlanFile.name)
      } catch {
        draft.discard()
        throw error
      }
      try self.init(whole: path, run: run, finished: [], files: files)
    } catch { throw Self.uncreated(path, error) }
  }

  /// Opens the folder of an earlier session. Rows are removed if their job was not finished, or if
  /// not all of its rows are there.
  convenience init(resuming path: String, files: [any JobRow.Type]) throws {
    do {
      let runs = try CSVReader<RunRow>.rows(
        in: "\(path)/\(RunRow.fileName)", name: RunRow.fileName)
      guard let run = runs.first else { throw CocoaError(.fileReadCorruptFile) }
      let found = try FinishedJobs(in: path, files: files)
      let finished = Set(found.jobs)
      // The first: a job whose rows are going to be removed must not be listed any more.
      _ = try AppendingResultFile(reopening: "\(path)/\(FinishedJobRow.fileName)") {
        (_: [FinishedJobRow]) in found.rows
      }
      func repair<Row: JobRow>(_ type: Row.Type) throws {
        _ = try AppendingResultFile(reopening: "\(path)/\(Row.fileName)") { (rows: [Row]) in
          rows.filter { finished.contains($0.job) }
        }
      }
      for type in files { try repair(type) }
      try self.init(whole: path, run: run, finished: finished, files: files)
      damage = (found.damaged.count, found.damagedFiles)
    } catch let error as CSVError {
      guard error.line != nil else { throw error.inDirectory(path) }
      let text = "\(error)".replacing("\(path)/", with: "", maxReplacements: 1)
      throw PlanError.unusable(option: "--resume", path: path, reason: text)
    } catch { throw PlanError.failed(option: "--resume", path: path, reason: Self.rule, error) }
  }

  func append<Row: JobRow>(_ rows: [Row]) throws {
    guard !rows.isEmpty else { return }
    guard let file = files[Row.fileName] else {
      preconditionFailure("\(Row.fileName) is not among the plan's files")
    }
    try file.append(rows)
    for row in rows { written[row.job, default: [:]][Row.fileName, default: 0] += 1 }
  }

  func finish(_ job: JobKey) throws {
    let counts = written[job] ?? [:]
    let files = types.compactMap { type in
      counts[type.fileName].map { (file: type.fileName, rows: $0) }
    }
    try jobs.append([FinishedJobRow(job, runID: runID, written: files)])
    written[job] = nil
    finished.insert(job)
    isChanged = true
    if MonotonicClock.nowNs() - syncedNs >= Self.syncNs { try sync() }
  }

  /// Waits until all rows are on disk, those of jobs before the list of the jobs.
  private func sync() throws {
    for file in files.values { try file.sync() }
    try jobs.sync()
    syncedNs = MonotonicClock.nowNs()
  }

  /// The rows of finished jobs that are on disk, in the order in which they were written.
  func rows<Row: JobRow>(_ type: Row.Type = Row.self) throws -> [Row] {
    guard files[Row.fileName] != nil else { return [] }
    return try CSVReader<Row>.rows(in: "\(path)/\(Row.fileName)", name: Row.fileName).filter {
      finished.contains($0.job)
    }
  }

  /// Sorts the rows of jobs that ran at the same time, after those of all others; no row changes.
  func arrange(_ order: [JobKey]) throws {
    var ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    for job in finished where ranks[job] == nil { ranks[job] = -1 }
    func arranged<Row: JobRow>(_ type: Row.Type) throws -> AppendingResultFile {
      let file = "\(path)/\(Row.fileName)"
      try JobRows<Row>([path], ranks: ranks).write(to: file)
      return try AppendingResultFile(appendingTo: file)
    }
    for type in types { files[type.fileName] = try arranged(type) }
    jobs = try arranged(FinishedJobRow.self)
  }

  /// Replaces a file by rows that are computed from those of the jobs.
  func replace<Row: ResultRow>(by rows: [Row]) throws {
    try WholeFile.write(CSVFormat.text(rows), to: "\(path)/\(Row.fileName)")
  }

  /// A Boolean value that indicates whether the run has not ended, or has been continued since.
  var isOpen: Bool { isChanged || run.loadAfter == nil }

  /// Completes the row of the run.
  ///
  /// - Parameter trials: The disturbances of its trials.
  /// - Returns: Warnings about all of it.
  func finish(_ trials: TrialDisturbances) throws -> [String] {
    // A run that had ended and is only shown again does not change.
    guard isOpen else { return [] }
    try sync()
    let warnings = run.complete(before, .current, trials)
    try replace(by: [run])
    return warnings
  }
}

extension ResultsFolder {
  /// Makes a folder with a name that no other session has: the given one, or that with a number.
  static func createUnique(
    _ path: String, plan: String, files: [any JobRow.Type], _ run: RunRow
  ) throws -> ResultsFolder {
    var number = 1
    while true {
      let path = number == 1 ? path : "\(path)-\(number)"
      do {
        return try ResultsFolder(creating: path, plan: plan, files: files, run)
      } catch let error as PlanError where error == taken(path) { number += 1 }
    }
  }

  /// Returns a path without slashes at its end, which would make names beside it names inside of
  /// it.
  nonisolated static func withoutSlashes(_ path: String) -> String {
    let end = path.reversed().drop { $0 == "/" }
    return end.isEmpty ? path : String(end.reversed())
  }

  /// Refuses a folder that a session could not have for itself.
  package static func check(_ path: String) throws(PlanError) {
    let files = FileManager.default
    if let contents = try? files.contentsOfDirectory(atPath: path) {
      guard contents.isEmpty else {
        throw taken(path)
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

  private static let writableRule = "must be a directory that can be written"

  /// The error of a directory that has something in it.
  static func taken(_ path: String) -> PlanError {
    .unusable(option: "--out", path: path, reason: "must be a new or an empty directory")
  }

  /// The error of a directory that could not be created.
  private static func uncreated(_ path: String, _ error: any Error) -> any Error {
    switch error {
    case Errno.fileExists, Errno.directoryNotEmpty: taken(path)
    default: PlanError.failed(option: "--out", path: path, reason: writableRule, error)
    }
  }

  private static func unwritable(_ path: String) -> PlanError {
    .unusable(option: "--out", path: path, reason: writableRule)
  }
}
