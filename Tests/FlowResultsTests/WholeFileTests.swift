import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import SystemPackage
import Testing

@testable import FlowHarness
@testable import FlowResults

/// Files that are replaced.
struct WholeFileTests {
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
    #expect(throws: Errno.noSpace) {
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
    #expect(throws: FileError.self) { try WholeFile.write("new", to: "\(path)/inner") }
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

  // MARK: - Killed processes

  @Test func `short writes are continued`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    // Takes 64 KB at a time.
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let text = (0..<100_000).map { "\($0)\n" }.joined()
    let read = Thread {
      let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
      let all = try? handle.readToEnd()
      #expect(all.map { $0 == Data(text.utf8) } == true)
    }
    read.start()
    #expect(Descriptor.write(text, to: writer) == nil)
    close(writer)
    while !read.isFinished { usleep(1000) }
  }

  @Test func `temporary files of killed processes are removed, and others stay`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let stale = (0..<3).map { _ in HiddenName.path(in: directory) }
    try Data("old".utf8).write(to: URL(filePath: stale[0]))
    try FileManager.default.createDirectory(
      atPath: "\(stale[1])/inner", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: stale[2], withDestinationPath: "nowhere")
    let living = HiddenName.path(in: directory)
    let others = ["\(directory)/\(HiddenName.prefix)mine", "\(directory)/mine"]
    for path in others + [living] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let lock = try FileLock(living)
    try WholeFile.write("new", to: "\(directory)/plan.json")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    let kept = (others + [living, "plan.json"]).map { URL(filePath: $0).lastPathComponent }
    #expect(withExtendedLifetime(lock) { Set(names) } == Set(kept))
  }

  @Test func `a file that is being written is not removed by another writer`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try WholeFile.write(to: "\(directory)/a") { file in
      try file.write("first ")
      try WholeFile.write("b", to: "\(directory)/b")
      try file.write("second")
    }
    #expect(try text("\(directory)/a") == "first second" && text("\(directory)/b") == "b")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == ["a", "b"])
  }

  @Test func `a line that fails is removed, so that the next one is whole`() throws {
    let path = temporaryPath()
    try WholeFile.write("one\ntorn", to: path)
    let file = try OutputFile(path, size: 4)
    try file.write("two\n")
    #expect(try text(path) == "one\ntwo\n")
  }
}
