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

  @Test func `favourites come back from the disk as they were saved last`() throws {
    try inTemporaryDirectory { directory in
      let storage = FavoritesStorage.disk(directory: directory)
      #expect(try storage.load() == nil)
      try storage.save([2, 3, 5])
      try storage.save([7])
      #expect(try FavoritesStorage.disk(directory: directory).load() == [7])
      let file = directory.appendingPathComponent("favorite-primes.json")
      #expect(try String(contentsOf: file, encoding: .utf8) == "[7]")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }
  }

  @Test func `memos come back from the disk`() throws {
    try inTemporaryDirectory { directory in
      let memos = [NotesFeature.Memo(id: 3, text: "naïve \"quotes\"\n"), .init(id: 4, text: "")]
      try MemoStorage.disk(directory: directory).save(memos)
      #expect(try MemoStorage.disk(directory: directory).load() == memos)
    }
  }

  @Test func `a directory that does not exist is an error when saving`() {
    let storage = FavoritesStorage.disk(directory: URL(fileURLWithPath: "/nowhere/at/all"))
    #expect(throws: (any Error).self) { try storage.save([2]) }
  }

  @Test func `memory keeps the last value, a canned storage none`() throws {
    let memory = FavoritesStorage.memory()
    #expect(try memory.load() == nil)
    try memory.save([2])
    #expect(try memory.load() == [2])
    let canned = FavoritesStorage.canned([5])
    try canned.save([2])
    #expect(try canned.load() == [5])
  }
}
