import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import Testing

@testable import FlowResults
@testable import FlowRunner

/// The log of a run, whole and torn.
struct JobLogTests {
  private static var files: [any JobRow.Type] { [LoadRow.self, TimelineRow.self] }

  private static func rows(_ index: Int) -> LoadJobRows { LoadJobRows(index) }

  private static func line(_ index: Int) throws -> String {
    let rows = rows(index)
    return try JobLog.line(
      rows.loads[0].job,
      [
        LoadRow.fileName: CSVFormat.lines(rows.loads),
        TimelineRow.fileName: CSVFormat.lines(rows.seconds),
      ])
  }

  /// Makes a directory with a log.
  private func directory(_ log: Data) throws -> String {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try log.write(to: URL(filePath: "\(path)/\(JobLog.fileName)"))
    return path
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a log has the rows of its jobs`() throws {
    let lines = try (0..<3).map(Self.line)
    let path = try directory(Data((try JobLog.header(Self.files) + lines.joined()).utf8))
    var log = try JobLog(in: path)
    let keys = (0..<3).map { Self.rows($0).loads[0].job }
    #expect(log.jobs == keys && log.unreadable == 0 && log.lines == lines.map { Data($0.utf8) })
    #expect(try log.rows(LoadRow.self) == (0..<3).flatMap { Self.rows($0).loads })
    #expect(try log.rows(TimelineRow.self) { $0 == keys[1] } == Self.rows(1).seconds)
    log.sort(by: [keys[2], keys[1]])
    #expect(log.jobs == [keys[2], keys[1], keys[0]])
    try log.writeFiles()
    let expected = CSVFormat.text([2, 1, 0].flatMap { Self.rows($0).loads })
    #expect(try text("\(path)/\(LoadRow.fileName)") == expected)
    #expect(try CSVReader<TimelineRow>.rows(in: "\(path)/\(TimelineRow.fileName)").count == 6)
  }

  @Test func `the rows of a run that was killed are read from its log`() throws {
    let log = try JobLog.header(Self.files) + Self.line(0) + Self.line(1).dropLast(9)
    let path = try directory(Data(log.utf8))
    #expect(
      try CSVReader<LoadRow>.rows(in: "\(path)/\(LoadRow.fileName)") == Self.rows(0).loads)
    #expect(RunFile.exists("\(path)/\(LoadRow.fileName)"))
    #expect(!RunFile.exists("\(path)/\(SampleRow.fileName)"))
    #expect(throws: (any Error).self) {
      _ = try CSVReader<SampleRow>.rows(in: "\(path)/\(SampleRow.fileName)")
    }
  }

  @Test func `a file that cannot be read is not replaced by the log`() throws {
    let path = try directory(Data((try JobLog.header(Self.files) + Self.line(0)).utf8))
    let file = "\(path)/\(LoadRow.fileName)"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { _ = try CSVReader<LoadRow>.rows(in: file) }
  }

  @Test func `a log cut at every byte keeps its whole lines`() throws {
    let start = Data(try (JobLog.header(Self.files) + Self.line(0)).utf8)
    let last = Data(try Self.line(1).utf8)
    let path = try directory(start)
    let file = "\(path)/\(JobLog.fileName)"
    for cut in 0...last.count {
      try (start + last.prefix(cut)).write(to: URL(filePath: file))
      let log = try JobLog(in: path)
      #expect(log.jobs.count == (cut == last.count ? 2 : 1) && log.unreadable == 0, "cut at \(cut)")
      // What follows is a line of its own.
      let whole = log.wholeSize
      try OutputFile(file, size: whole).write(Self.line(2))
      let jobs = try JobLog(in: path).jobs
      #expect(jobs.map(\.round) == (cut == last.count ? [0, 1, 2] : [0, 2]), "cut at \(cut)")
    }
  }

  private static let noJobs =
    ["{}", "", "\0\0\0", "{\"job\":{\"part\":\"a\"}}"]
    // The rows of a job are needed, too.
    + ["null", "[]", "{\"loads.csv\":null}", "{\"loads.csv\":1}"].map {
      "{\"job\":{\"part\":\"a\",\"round\":7,\"scenario\":\"b\"},\"rows\":\($0)}"
    }

  @Test(arguments: noJobs)
  func `a line that is no job is counted and left out`(line: String) throws {
    let lines = try [JobLog.header(Self.files), Self.line(0), line + "\n", Self.line(1)]
    let log = try JobLog(in: directory(Data(lines.joined().utf8)))
    #expect(log.jobs.map(\.round) == [0, 1] && log.unreadable == 1)
  }

  @Test func `a repeated job is kept once`() throws {
    let lines = try [JobLog.header(Self.files), Self.line(0), Self.line(1), Self.line(0)]
    let log = try JobLog(in: directory(Data(lines.joined().utf8)))
    #expect(log.jobs.map(\.round) == [0, 1] && log.unreadable == 1)
    #expect(try log.rows(LoadRow.self).count == 4)
  }

  @Test func `another file, other columns and broken rows are refused`() throws {
    for contents in ["", "{}\n", "schema_version\n", try JobLog.header(Self.files).dropLast() + ""]
    {
      #expect(throws: CSVError.self) { _ = try JobLog(in: directory(Data(contents.utf8))) }
    }
    #expect(throws: FileError.self) { _ = try JobLog(in: temporaryPath()) }
    let log = try JobLog(in: directory(Data(try JobLog.header(Self.files).utf8)))
    #expect(throws: Never.self) { try log.check(Self.files) }
    #expect(throws: CSVError.self) { try log.check([SampleRow.self]) }
    let key = Self.rows(0).loads[0].job
    let broken = try JobLog.header(Self.files) + JobLog.line(key, [LoadRow.fileName: "2,2\n"])
    let path = try directory(Data(broken.utf8))
    let error = #expect(throws: CSVError.self) { _ = try JobLog(in: path).rows(LoadRow.self) }
    #expect(
      error?.description.hasPrefix(
        "\(path)/jobs.jsonl: must have rows of \(key.scenario) open:0 0 that can be read: "
          + "loads.csv:2:3: row must have") == true, "\(error as Any)")
  }
}
