import FlowFiles
import FlowHarness
import FlowResults
import Foundation
import Platform

/// The files of one session: its plan, its environment, the log of every finished job, and the
/// files that are written from it.
@MainActor
package final class ResultsFolder {
  package let path: String
  /// The name of the run in every row.
  var runID: String { run.runID }
  private(set) var run: RunRow
  /// The jobs whose rows are on disk.
  private(set) var finished: Set<JobKey>
  /// The number of lines of the log that are no job, or repeat one.
  private(set) var unreadable = 0
  /// The lines of CSV of each file, for jobs that are not finished.
  private var pending: [JobKey: [String: String]] = [:]
  /// A Boolean value that indicates whether a job has finished since the folder was opened.
  private var isChanged = false
  private let files: SessionFiles
  private let file: OutputFile
  /// Held, so that no other process adds to the folder.
  private let lock: FileLock?
  private let before = MachineReading.current
  private var syncedNs = MonotonicClock.nowNs()

  /// The shortest time between two syncs, in nanoseconds, because short trials would wait for the disk
  /// most of the time. Later jobs reach the disk when the next one ends; if a power failure removes
  /// them, they run again.
  private static let syncNs: UInt64 = 1_000_000_000

  nonisolated static let rule =
    "must be the directory of a run, with \(PlanFile.name), \(RunRow.fileName) and "
    + JobLog.fileName

  private init(
    _ path: String, run: RunRow, _ log: JobLog, _ files: SessionFiles, _ lock: FileLock?
  ) throws {
    self.path = path
    self.run = run
    self.files = files
    finished = Set(log.jobs)
    unreadable = log.unreadable
    self.lock = lock
    file = try OutputFile("\(path)/\(JobLog.fileName)", size: log.wholeSize)
  }

  /// Makes the folder and its files, before anything is measured.
  ///
  /// - Parameters:
  ///   - plan: The contents of `plan.json`.
  ///   - files: The files of rows.
  convenience init(creating path: String, plan: String, files: SessionFiles, _ run: RunRow) throws {
    do {
      let draft = try DirectoryDraft(of: path)
      do {
        try draft.write(CSVFormat.text([run]), to: RunRow.fileName)
        try draft.write(JobLog.header(files.types), to: JobLog.fileName)
        try draft.write(plan, to: PlanFile.name)
        // A folder that has a plan can be resumed.
        try draft.publish(last: PlanFile.name)
      } catch {
        draft.discard()
        throw error
      }
      try self.init(path, run: run, JobLog(in: path), files, draft.lock)
    } catch { throw Self.uncreated(path, error) }
  }

  /// Opens the folder of an earlier session.
  ///
  /// - Parameter lock: The lock of the folder; `nil` if this process does not have it yet.
  convenience init(resuming path: String, files: SessionFiles, lock: FileLock? = nil) throws {
    do {
      let lock = try lock ?? FileLock(path)
      DirectoryDraft.removeRest(in: path)
      let runs = try CSVReader<RunRow>.rows(
        in: "\(path)/\(RunRow.fileName)", name: RunRow.fileName)
      guard let run = runs.first else { throw CocoaError(.fileReadCorruptFile) }
      let log = try JobLog(in: path)
      try log.check(files.types)
      try self.init(path, run: run, log, files, lock)
    } catch let error as CSVError {
      guard error.line != nil else { throw error.inDirectory(path) }
      let text = "\(error)".replacing("\(path)/", with: "", maxReplacements: 1)
      throw PlanError.unusable(option: "--resume", path: path, reason: text)
    } catch let error as FileError where error.isLocked {
      throw PlanError.unusable(
        option: "--resume", path: path,
        reason: "must be a run that no other process is adding to; wait until that one has ended")
    } catch { throw PlanError.failed(option: "--resume", path: path, reason: Self.rule, error) }
  }

  /// Keeps rows until their job has finished.
  func append<Row: JobRow>(_ rows: [Row]) {
    for row in rows {
      pending[row.job, default: [:]][Row.fileName, default: ""] += CSVFormat.lines([row])
    }
  }

  /// A Boolean value that indicates whether the log has been removed, or moved away with the folder.
  var isGone: Bool { access("\(path)/\(JobLog.fileName)", F_OK) != 0 }

  /// Writes the rows of a job to the log.
  func finish(_ job: JobKey) throws {
    // They lack this job from now on.
    if !isChanged { try files.remove(from: path) }
    isChanged = true
    try file.write(JobLog.line(job, pending[job] ?? [:]))
    pending[job] = nil
    finished.insert(job)
    guard !isGone else {
      throw SystemError(
        path, reason: "was removed or moved during the run",
        remedy: "continue it where it is with --resume, or run again")
    }
    if MonotonicClock.nowNs() - syncedNs >= Self.syncNs { try sync() }
  }

  private func sync() throws {
    try file.sync()
    syncedNs = MonotonicClock.nowNs()
  }

  /// Returns the log on disk, in the order of the plan.
  func log() throws -> JobLog {
    var log = try JobLog(in: path)
    log.sort(by: files.order)
    return log
  }

  /// Returns the rows of finished jobs, in the order of the plan.
  func rows<Row: JobRow>(_ type: Row.Type = Row.self) throws -> [Row] { try log().rows(type) }

  /// Writes the files of rows; those of an interrupted job, such as the seconds of a load, come last.
  func writeFiles() throws {
    try sync()
    // Several jobs can be interrupted at the same time.
    let others = pending.sorted { "\($0.key)" < "\($1.key)" }.map(\.value).reduce(into: [:]) {
      $0.merge($1, uniquingKeysWith: +)
    }
    try log().writeFiles(and: others)
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
    try writeFiles()
    // A run that had ended and is only shown again does not change.
    guard isOpen else { return [] }
    let warnings = run.complete(before, .current, trials)
    try replace(by: [run])
    return warnings
  }
}

/// The files that a session writes when it ends.
struct SessionFiles {
  /// The rows of jobs.
  let types: [any JobRow.Type]
  /// The files that are computed from them.
  var derived: [String] = []
  /// The jobs in the order of their rows.
  var order: [JobKey] = []

  /// Removes them, because they lack a job that has finished since.
  func remove(from path: String) throws {
    for name in types.map({ $0.fileName }) + derived {
      let file = "\(path)/\(name)"
      guard unlink(file) == 0 || errno == ENOENT else { throw FileError(file) }
    }
  }
}

extension SessionPlan {
  var sessionFiles: SessionFiles {
    SessionFiles(types: files, derived: derivedFiles, order: jobs.map(\.key))
  }
}

extension ResultsFolder {
  /// Makes a folder with a name that no other session has: the given one, or that with a number.
  static func createUnique(
    _ path: String, plan: String, files: SessionFiles, _ run: RunRow
  ) throws -> ResultsFolder {
    var number = 1
    while true {
      let path = number == 1 ? path : "\(path)-\(number)"
      do {
        return try ResultsFolder(creating: path, plan: plan, files: files, run)
      } catch let error as PlanError where error == taken(path) { number += 1 }
    }
  }

  /// Returns a path that does not exist: the given one, or that with a number.
  package static func unusedPath(_ path: String) -> String {
    let others = (2...).lazy.map { "\(path)-\($0)" }
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    return exists(path) ? others.first { !exists($0) } ?? path : path
  }

  /// Returns a path without slashes at its end, which would make names beside it names inside of
  /// it.
  nonisolated static func withoutSlashes(_ path: String) -> String {
    let end = path.reversed().drop { $0 == "/" }
    return end.isEmpty ? path : String(end.reversed())
  }

  /// Refuses a folder that a session could not have for itself.
  package static func check(_ path: String) throws {
    let files = FileManager.default
    var isDirectory: ObjCBool = false
    var nearest = path
    if files.fileExists(atPath: path) {
      do {
        guard try DirectoryDraft.isFree(path) else { throw taken(path) }
      } catch let error as FileError { throw uncreated(path, error) }
    } else {
      // The nearest directory that exists must let us make the rest.
      repeat { nearest = Directory.parent(of: nearest) } while !files.fileExists(atPath: nearest)
    }
    guard files.fileExists(atPath: nearest, isDirectory: &isDirectory), isDirectory.boolValue,
      !URL(filePath: nearest).path.hasPrefix("/proc")
    else { throw unwritable(path) }
    guard access(nearest, W_OK | X_OK) == 0 else { throw uncreated(path, FileError(path)) }
  }

  private static let writableRule = "must be a directory that can be written"

  /// The error of a directory that has something in it.
  static func taken(_ path: String) -> PlanError {
    .unusable(option: "--out", path: path, reason: "must be a new or an empty directory")
  }

  /// The error of a directory that could not be created.
  private static func uncreated(_ path: String, _ error: any Error) -> any Error {
    switch error {
    case let error as FileError where error.isTaken: taken(path)
    default: PlanError.failed(option: "--out", path: path, reason: writableRule, error)
    }
  }

  private static func unwritable(_ path: String) -> PlanError {
    .unusable(option: "--out", path: path, reason: writableRule)
  }
}
