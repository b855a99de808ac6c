import FlowTestSupport
import Foundation
import Testing

@testable import FlowRunner

/// The commit of a run, and whether the build may differ from it.
struct CheckoutTests {
  private let path = temporaryPath()

  init() throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/Sources", withIntermediateDirectories: true)
    try git("init", "--quiet")
    try write("Sources/a.swift")
    try git("add", ".")
    try git(
      "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "a")
  }

  private func git(_ arguments: String...) throws {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "-C", path] + arguments
    try git.run()
    git.waitUntilExit()
    try #require(git.terminationStatus == 0)
  }

  private func write(_ name: String, _ text: String = "a") throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  @Test func `only files that the build can read make it dirty`() async throws {
    #expect(await Checkout.current(in: path).isDirty == false)
    // The results of a shard, inside of the checkout.
    for name in ["runs.csv", "plan.json", "Sources/notes.txt"] { try write(name) }
    #expect(await Checkout.current(in: path).isDirty == false)
    #expect(await Checkout.current(in: "\(path)/Sources").isDirty == false)
    try FileManager.default.createDirectory(
      atPath: "\(path)/.build/x", withIntermediateDirectories: true)
    try write(".build/x/made.swift")
    #expect(await Checkout.current(in: path).isDirty == false)
    try write("Sources/b.swift")
    #expect(await Checkout.current(in: path).isDirty == true)
    // From a directory beside it, too.
    #expect(await Checkout.current(in: "\(path)/.build").isDirty == true)
    try FileManager.default.removeItem(atPath: "\(path)/Sources/b.swift")
    #expect(await Checkout.current(in: path).isDirty == false)
    try write("Sources/a.swift", "b")
    #expect(await Checkout.current(in: path).isDirty == true)
    try write("Sources/a.swift")
    #expect(await Checkout.current(in: path).isDirty == false)
  }

  @Test func `the hash does not depend on the settings of git`() async throws {
    let commit = await Checkout.current(in: path).commit
    #expect(commit.count == 40)
    try git("config", "core.abbrev", "12")
    #expect(await Checkout.current(in: path).commit == commit)
  }

  @Test func `more than a mebibyte of names does not hide the commit`() async throws {
    for number in 0..<6000 {
      let name = String(repeating: "x", count: 200)
      try #require(
        FileManager.default.createFile(atPath: "\(path)/\(number)\(name).swift", contents: nil))
    }
    let current = await Checkout.current(in: path)
    #expect(current.commit.count == 40 && current.isDirty == true)
  }

  @Test func `outside of a checkout nothing is known`() async {
    let current = await Checkout.current(in: "/")
    #expect(current.commit.isEmpty && current.isDirty == nil)
  }
}
