import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The folder of a session.
@MainActor
struct ResultsFolderTests {
  private static let files = SessionFiles(
    types: [LoadRow.self, TimelineRow.self], derived: [SaturationRow.fileName],
    order: (0..<4).map { rows($0).loads[0].job })

  private static func make(_ path: String) throws -> ResultsFolder {
    var row = RunRow()
    row.runID = "r"
    return try ResultsFolder(
      creating: path, plan: "{}", files: files, row)
  }

  /// Opens a folder again, as another process does after this one.
  private static func reopened(_ folder: consuming ResultsFolder) throws -> ResultsFolder {
    let path = folder.path
    _ = consume folder
    // A process that another test starts holds the lock until it has its own program.
    for _ in 0..<100 {
      guard (try? FileLock(path)) == nil else { break }
      usleep(10_000)
    }
    return try ResultsFolder(resuming: path, files: files)
  }

  private static func rows(_ index: Int) -> LoadJobRows { LoadJobRows(index) }

  /// Finishes a job.
  private static func add(_ index: Int, to folder: ResultsFolder) throws {
    let rows = rows(index)
    folder.append(rows.seconds)
    folder.append(rows.loads)
    try folder.finish(rows.loads[0].job)
  }

  private func expect(_ folder: ResultsFolder, holds jobs: [Int], _ comment: Comment) throws {
    let rows = jobs.map { Self.rows($0) }
    #expect(folder.finished == Set(rows.map { $0.loads[0].job }), comment)
    #expect(try folder.rows(LoadRow.self) == rows.flatMap(\.loads), comment)
    #expect(try folder.rows(TimelineRow.self) == rows.flatMap(\.seconds), comment)
    try folder.writeFiles()
    let text = try String(
      contentsOfFile: "\(folder.path)/\(LoadRow.fileName)", encoding: .utf8)
    #expect(text == CSVFormat.text(rows.flatMap(\.loads)), comment)
  }

  @Test func `rows of interrupted jobs are last, and not in the log`() throws {
    for jobs in [[1, 2, 3], [3, 1, 2]] {
      let folder = try Self.make(temporaryPath())
      for job in jobs { folder.append(Self.rows(job).seconds) }
      try Self.add(0, to: folder)
      try folder.writeFiles()
      let name = TimelineRow.fileName
      let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
      #expect(text == CSVFormat.text((0..<4).flatMap { Self.rows($0).seconds }), "\(jobs)")
      let resumed = try Self.reopened(consume folder)
      try expect(resumed, holds: [0], "resumed")
    }
  }

  @Test func `a folder that is moved or removed is noticed at the next job, whose rows are kept`()
    throws
  {
    let folder = try Self.make(temporaryPath())
    try Self.add(0, to: folder)
    let moved = temporaryPath()
    #expect(rename(folder.path, moved) == 0)
    let error = #expect(throws: SystemError.self) { try Self.add(1, to: folder) }
    #expect(error?.description.hasPrefix("\(folder.path): was removed or moved") == true)
    #expect(try JobLog(in: moved).jobs.count == 2)
    try FileManager.default.removeItem(atPath: moved)
    #expect(throws: SystemError.self) { try Self.add(2, to: folder) }
  }

  @Test func `rows of jobs that ended in any order have the order of the plan`() throws {
    let folder = try Self.make(temporaryPath())
    // The rows of the third stand between those of the second.
    let (seconds, loads) = (Self.rows(1).seconds, Self.rows(1).loads)
    folder.append([seconds[0]])
    try Self.add(2, to: folder)
    folder.append([seconds[1]])
    folder.append(loads)
    try folder.finish(loads[0].job)
    try expect(folder, holds: [1, 2], "two jobs")
    // Jobs that depend on results follow those of the plan.
    try Self.add(5, to: folder)
    try Self.add(4, to: folder)
    try Self.add(0, to: folder)
    try expect(folder, holds: [0, 1, 2, 5, 4], "five jobs")
    try expect(Self.reopened(consume folder), holds: [0, 1, 2, 5, 4], "opened again")
  }

  @Test func `files that lack a job are removed when it finishes`() throws {
    let folder = try Self.make(temporaryPath())
    try Self.add(0, to: folder)
    try folder.writeFiles()
    let derived = "\(folder.path)/\(SaturationRow.fileName)"
    try WholeFile.write("old", to: derived)
    let file = "\(folder.path)/\(LoadRow.fileName)"
    let resumed = try Self.reopened(consume folder)
    try Self.add(1, to: resumed)
    #expect(!FileManager.default.fileExists(atPath: derived))
    // A command that reads them finds the rows in the log.
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try CSVReader<LoadRow>.rows(in: file) == [0, 1].flatMap { Self.rows($0).loads })
  }

  @Test func `a torn line is removed, and its job runs again`() throws {
    let folder = try Self.make(temporaryPath())
    for index in 0..<3 { try Self.add(index, to: folder) }
    let file = "\(folder.path)/\(JobLog.fileName)"
    let log = try Data(contentsOf: URL(filePath: file))
    try log.dropLast(70).write(to: URL(filePath: file))
    let resumed = try Self.reopened(consume folder)
    #expect(resumed.unreadable == 0)
    try expect(resumed, holds: [0, 1], "torn")
    try Self.add(2, to: resumed)
    try expect(resumed, holds: [0, 1, 2], "gone on with")
    #expect(try Data(contentsOf: URL(filePath: file)) == log)
  }

  // MARK: - Names

  @Test func `only the first of several sessions creates a directory`() throws {
    // In a directory of its own, because other tests write beside theirs.
    let path = "\(temporaryPath())/run"
    let first = try Self.make(path)
    try Self.add(0, to: first)
    #expect(throws: ResultsFolder.taken(path)) { _ = try Self.make(path) }
    try expect(first, holds: [0], "refused")
    let record = RunRow()
    let paths = try (0..<3).map { _ in
      try ResultsFolder.createUnique(path, plan: "{}", files: Self.files, record).path
    }
    #expect(paths == ["\(path)-2", "\(path)-3", "\(path)-4"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path)
    #expect(!names.contains { $0.hasPrefix(".flowbench") })
  }

  @Test func `an existing empty directory is used unchanged`() throws {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let link = temporaryPath()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    _ = try Self.make(link)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["jobs.jsonl", "plan.json", "runs.csv"])
    #expect(throws: ResultsFolder.taken(path)) { _ = try Self.make(path) }
  }

  @Test func `a directory that cannot be created leaves nothing behind`() throws {
    let parent = temporaryPath()
    // The name is refused after all files are written.
    let path = "\(parent)/of/\(String(repeating: "x", count: 300))"
    #expect {
      _ = try Self.make(path)
    } throws: {
      "\($0)" == "--out: must be a directory that can be written, got '\(path)'"
    }
    #expect(!FileManager.default.fileExists(atPath: parent))
  }

  @Test func `slashes at the end of a path are removed`() {
    #expect(ResultsFolder.withoutSlashes("a/b//") == "a/b")
    #expect(ResultsFolder.withoutSlashes("/") == "/")
    #expect(ResultsFolder.withoutSlashes("a") == "a")
  }

  @Test func `rows of a job that is not finished do not count`() throws {
    let folder = try Self.make(temporaryPath())
    let (seconds, loads) = (Self.rows(0).seconds, Self.rows(0).loads)
    folder.append(seconds)
    folder.append(loads)
    #expect(try folder.rows(LoadRow.self).isEmpty)
    try folder.finish(loads[0].job)
    #expect(try folder.rows(LoadRow.self) == loads)
    // Another round of the same load is another job.
    #expect(!folder.finished.contains(Self.rows(1).loads[0].job))
  }

  @Test(arguments: [false, true])
  func `a folder belongs to one process from the start`(exists: Bool) throws {
    let path = temporaryPath()
    if exists {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let folder = try Self.make(path)
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)"
        == "--resume: must be a run that no other process is adding to; wait until that one has "
        + "ended, got '\(path)'"
    }
    try Self.add(0, to: folder)
    _ = try Self.reopened(consume folder)
  }

  @Test func `files of a killed process are removed by the next one`() throws {
    let path = temporaryPath()
    _ = try Self.make(path)
    let files = FileManager.default
    try Data("half".utf8).write(to: URL(filePath: "\(path)/\(HiddenName.prefix)\(UUID())"))
    try files.createDirectory(
      atPath: "\(path)/\(HiddenName.prefix)draft", withIntermediateDirectories: true)
    _ = try ResultsFolder(resuming: path, files: Self.files)
    #expect(
      try files.contentsOfDirectory(atPath: path).sorted() == [
        "jobs.jsonl", "plan.json", "runs.csv",
      ])
  }

  @Test(arguments: [RunRow.fileName, JobLog.fileName])
  func `a folder that lacks a file is refused in one line`(name: String) throws {
    let path = temporaryPath()
    _ = try Self.make(path)
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)"
        == "--resume: must be the directory of a run, with plan.json, runs.csv and jobs.jsonl, "
        + "got '\(path)'"
    }
  }

  @Test func `a folder of another version is refused in one line by the file's path`() throws {
    let path = temporaryPath()
    _ = try Self.make(path)
    try "schema_version,run_id,caveat\n1,a,\n".write(
      toFile: "\(path)/\(RunRow.fileName)", atomically: true, encoding: .utf8)
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)"
        == "\(path)/runs.csv: schema_version is 1, must be 2: measure again, or read it with the "
        + "flowbench that wrote it"
    }
  }
}
