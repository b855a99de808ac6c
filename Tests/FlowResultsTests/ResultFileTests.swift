import FlowTestSupport
import Foundation
import ResultFixtures
import SystemPackage
import Testing

@testable import FlowHarness
@testable import FlowResults

/// Files that grow, and files that are replaced.
struct ResultFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func row(_ iteration: Int) -> SampleRow {
    var row = SampleRow.full
    row.iteration = iteration
    return row
  }

  private static func create(_ path: String) throws -> AppendingResultFile {
    try WholeFile.write(CSVFormat.header(SampleRow.self), to: path)
    return try AppendingResultFile(appendingTo: path)
  }

  @Test func `rows are appended in order after a header`() throws {
    let path = temporaryPath()
    let file = try Self.create(path)
    #expect(try text(path) == CSVFormat.header(SampleRow.self))
    try file.append([row(0), row(1)])
    #expect(try CSVReader<SampleRow>.rows(in: path, name: SampleRow.fileName) == [row(0), row(1)])
    try file.append([SampleRow]())
    try file.append([row(2)])
    #expect(try text(path) == CSVFormat.text([row(0), row(1), row(2)]))
  }

  @Test func `a reopened file is appended to`() throws {
    let path = temporaryPath()
    try Self.create(path).append([row(0)])
    try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows }.append([row(1)])
    #expect(try text(path) == CSVFormat.text([row(0), row(1)]))
  }

  @Test func `an incomplete last row is dropped`() throws {
    let whole = CSVFormat.text([row(0), row(1)])
    let last = Array(CSVFormat.lines([row(2)]).utf8)
    let path = temporaryPath()
    // The row contains quotes, a comma and a line end; the last cut is the whole row.
    for cut in 1...last.count {
      let torn = Data(whole.utf8) + Data(last[..<cut])
      try torn.write(to: URL(filePath: path))
      let file = try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows }
      let expected = cut == last.count ? [row(0), row(1), row(2)] : [row(0), row(1)]
      #expect(try text(path) == CSVFormat.text(expected), "cut at \(cut)")
      try file.append([row(3)])
      #expect(try text(path) == CSVFormat.text(expected + [row(3)]), "cut at \(cut)")
    }
  }

  @Test func `a broken row in the middle is refused and the file unchanged`() throws {
    let path = temporaryPath()
    let lines = CSVFormat.text([row(0)])
    try (lines + "2,broken\n" + CSVFormat.lines([row(1)])).write(
      toFile: path, atomically: true, encoding: .utf8)
    let before = try text(path)
    // Texts of the first row have line feeds.
    #expect(
      throws: CSVError(
        file: "samples.csv", line: lines.count { $0 == "\n" } + 1, column: 3,
        rule: "row must have \(SampleRow.columns.count) cells, got 2")
    ) { _ = try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows } }
    #expect(try text(path) == before)
  }

  @Test func `a missing file and another kind of file are refused`() throws {
    let path = temporaryPath()
    #expect(throws: (any Error).self) {
      _ = try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows }
    }
    try WholeFile.write(CSVFormat.text([RunRow.full]), to: path)
    #expect(
      throws: CSVError(
        file: "samples.csv", line: 1, column: 3,
        rule: "header must be 'scenario', got 'started_utc'")
    ) { _ = try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows } }
    try Data().write(to: URL(filePath: path))
    #expect(throws: CSVError.self) {
      _ = try AppendingResultFile(reopening: path) { (rows: [SampleRow]) in rows }
    }
  }

  @Test func `a file is replaced and no temporary file remains`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = "\(directory)/plan.json"
    try WholeFile.write("a long first version", to: path)
    try WholeFile.write("second", to: path)
    #expect(try text(path) == "second")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["plan.json"])
  }

  @Test func `a failed replacement keeps the file and removes the temporary file`() throws {
    let directory = temporaryPath()
    let path = "\(directory)/plan.json"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try WholeFile.write("old", to: path)
    #expect(throws: SystemError(path, Errno.noSpace)) {
      try WholeFile.write(to: path) { _ in throw Errno.noSpace }
    }
    #expect(try text(path) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["plan.json"])
  }

  @Test func `other files and links in the directory are unchanged`() throws {
    let directory = temporaryPath()
    let path = "\(directory)/plan.json"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: "\(directory)/mine"))
    try FileManager.default.createSymbolicLink(
      atPath: path + ".new", withDestinationPath: "mine")
    try WholeFile.write("new", to: path)
    #expect(try text(path) == "new")
    #expect(try text(path + ".new") == "mine")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path + ".new") == "mine")
  }

  @Test func `a directory cannot be replaced by a file`() throws {
    let path = temporaryPath()
    try FileManager.default.createDirectory(
      atPath: "\(path)/inner/file", withIntermediateDirectories: true)
    #expect(throws: SystemError.self) { try WholeFile.write("new", to: "\(path)/inner") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["inner"])
  }

  @Test func `a read-only directory keeps its file`() throws {
    let directory = temporaryPath()
    let path = "\(directory)/plan.json"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try WholeFile.write("old", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
    }
    // The superuser can write to it, and replaces the file.
    let isWritten = (try? WholeFile.write("new", to: path)) != nil
    #expect(isWritten == (geteuid() == 0))
    #expect(try text(path) == (isWritten ? "new" : "old"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["plan.json"])
  }
}
