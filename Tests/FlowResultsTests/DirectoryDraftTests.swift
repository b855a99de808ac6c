import FlowFiles
import FlowTestSupport
import Foundation
import Testing

/// Directories that get their names when they are complete.
struct DirectoryDraftTests {
  private let files = FileManager.default

  private func names(_ path: String) throws -> [String] {
    try files.contentsOfDirectory(atPath: path).sorted()
  }

  /// Makes an empty directory.
  private func empty() throws -> String {
    let path = temporaryPath()
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Writes a draft as a process would have that was killed then.
  ///
  /// - Parameter moved: The number of files that have their places; `nil`: none is about to.
  private func kill(in target: String, moved: Int?) throws {
    let draft = "\(target)/.flowbench-draft"
    let names = ["a", "b", "plan.json"]
    try files.createDirectory(atPath: draft, withIntermediateDirectories: true)
    for (index, name) in names.enumerated() {
      try WholeFile.write("old", to: index < moved ?? 0 ? "\(target)/\(name)" : "\(draft)/\(name)")
    }
    if moved != nil {
      try WholeFile.write(names.joined(separator: "\n"), to: "\(draft)/.flowbench-names")
    }
  }

  @Test(arguments: [false, true])
  func `a directory is locked before it has its name`(exists: Bool) throws {
    let target = exists ? try empty() : temporaryPath()
    let draft = try DirectoryDraft(of: target)
    try draft.write("text", to: "inner/file")
    #expect(throws: FileError(exists ? target : draft.path, code: EWOULDBLOCK)) {
      try FileLock(exists ? target : draft.path)
    }
    #expect(files.fileExists(atPath: target) == exists)
    try draft.publish()
    #expect(throws: FileError(target, code: EWOULDBLOCK)) { try FileLock(target) }
    #expect(try names(target) == ["inner"])
    #expect(throws: FileError.self) { try DirectoryDraft(of: target) }
    withExtendedLifetime(draft) {}
  }

  @Test(arguments: [nil, 0, 1, 2])
  func `a directory in which a process was killed counts as empty`(moved: Int?) throws {
    let target = try empty()
    try kill(in: target, moved: moved)
    #expect(try DirectoryDraft.isFree(target))
    let draft = try DirectoryDraft(of: target)
    try draft.write("new", to: "plan.json")
    try draft.publish(last: "plan.json")
    #expect(try names(target) == ["plan.json"])
    #expect(try String(contentsOfFile: "\(target)/plan.json", encoding: .utf8) == "new")
  }

  @Test(arguments: [nil, 0, 1, 2])
  func `a file of a user is never removed`(moved: Int?) throws {
    let target = try empty()
    try kill(in: target, moved: moved)
    try WholeFile.write("mine", to: "\(target)/mine")
    let before = try names(target)
    #expect(throws: FileError(target, code: ENOTEMPTY)) { try DirectoryDraft(of: target) }
    #expect(try names(target) == before)
  }

  @Test func `a complete directory is kept, whenever its process was killed`() throws {
    let target = try empty()
    try kill(in: target, moved: 3)
    #expect(try !DirectoryDraft.isFree(target))
    DirectoryDraft.removeRest(in: target)
    #expect(try names(target) == ["a", "b", "plan.json"])
  }

  @Test(arguments: [false, true])
  func `a failure leaves nothing behind, and names the target`(exists: Bool) throws {
    let parent = try empty()
    let target = "\(parent)/of/target"
    if exists { try files.createDirectory(atPath: target, withIntermediateDirectories: true) }
    let draft = try DirectoryDraft(of: target)
    try draft.write("a", to: "a")
    // A directory in the place of a file.
    try files.createDirectory(atPath: "\(draft.path)/b/inner", withIntermediateDirectories: true)
    #expect(throws: FileError("\(target)/b", code: EISDIR)) { try draft.write("b", to: "b") }
    draft.discard()
    #expect(try names(parent) == (exists ? ["of"] : []))
    #expect(try !exists || names(target).isEmpty)
  }

  @Test func `a directory that cannot be read is not empty`() {
    #expect(throws: FileError("/nowhere", code: ENOENT)) { try DirectoryDraft.isFree("/nowhere") }
  }
}
