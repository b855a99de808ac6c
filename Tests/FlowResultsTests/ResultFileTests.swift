import FlowTestSupport
import Foundation
import ResultFixtures
import SystemPackage
import Testing

@testable import FlowHarness
@testable import FlowResults

/// Files that are replaced.
struct ResultFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
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
