import FlowTestSupport
import Foundation
import Testing
import Workloads

@Suite struct ValueStorageTests {
  func inTemporaryDirectory(_ body: (URL) throws -> Void) throws {
    let directory = URL(filePath: temporaryPath())
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    try body(directory)
  }

  @Test func `the disk keeps the value of the last save`() throws {
    try inTemporaryDirectory { directory in
      let storage = ValueStorage<[Int]>.disk(directory: directory, name: "primes")
      #expect(try storage.load() == nil)
      try storage.save([2, 3, 5])
      try storage.save([7])
      #expect(try ValueStorage<[Int]>.disk(directory: directory, name: "primes").load() == [7])
      let file = directory.appendingPathComponent("primes.json")
      #expect(try String(contentsOf: file, encoding: .utf8) == "[7]")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }
  }

  @Test func `memos are decoded as they were encoded`() throws {
    try inTemporaryDirectory { directory in
      let memos = [NotesFeature.Memo(id: 3, text: "naïve \"quotes\"\n"), .init(id: 4, text: "")]
      let storage = ValueStorage<[NotesFeature.Memo]>.disk(directory: directory, name: "memos")
      try storage.save(memos)
      #expect(try storage.load() == memos)
    }
  }

  @Test func `a directory that does not exist is an error when saving`() {
    let storage = ValueStorage<[Int]>.disk(
      directory: URL(fileURLWithPath: "/nowhere/at/all"), name: "primes")
    #expect(throws: (any Error).self) { try storage.save([2]) }
  }

  @Test func `memory keeps the last value, and a canned storage its own`() throws {
    let memory = ValueStorage<[Int]>.memory()
    #expect(try memory.load() == nil)
    try memory.save([2])
    #expect(try memory.load() == [2])
    let canned = ValueStorage<[Int]>.canned([5])
    try canned.save([2])
    #expect(try canned.load() == [5])
  }
}
