import FlowTestSupport
import Foundation
import Testing

@testable import FlowRunner

/// The temporary directories of trials.
struct ScratchDirectoryTests {
  private let files = FileManager.default

  @Test func `a directory of a process that was killed is removed, and others stay`() throws {
    let parent = temporaryPath()
    let living = try ScratchDirectory(in: parent)
    try Data().write(to: URL(filePath: "\(living.path)/file"))
    let name = URL(filePath: living.path).lastPathComponent
    let prefix = String(name.dropLast(36))
    // No process has locked these. Only the first has a name that the program gives.
    let killed = "\(prefix)\(UUID().uuidString)"
    let others = ["flowbench-mine", "\(prefix)mine", "mine"]
    for other in [killed] + others {
      try files.createDirectory(
        atPath: "\(parent)/\(other)/inner", withIntermediateDirectories: true)
    }
    ScratchDirectory.removeStale(in: parent)
    #expect(try files.contentsOfDirectory(atPath: parent).sorted() == ([name] + others).sorted())
    #expect(files.fileExists(atPath: "\(living.path)/file"))
    living.remove()
    #expect(!files.fileExists(atPath: living.path))
  }

  @Test func `a directory is locked by one process at a time`() throws {
    let path = temporaryPath()
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    var first = DirectoryLock(path)
    #expect(first != nil && DirectoryLock(path) == nil)
    first = nil
    #expect(DirectoryLock(path) != nil)
    // Where there can be no lock nothing is kept out, and nothing counts as stale.
    #expect(DirectoryLock("\(path)/nowhere") != nil)
    #expect(DirectoryLock("\(path)/nowhere", isRequired: true) == nil)
  }
}
