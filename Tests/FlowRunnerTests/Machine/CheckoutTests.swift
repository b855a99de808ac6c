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

  @Test func `outside of a checkout nothing is known, and that is no fault`() async {
    #expect(await Checkout.current(in: "/") == Checkout())
  }

  @Test func `a git that fails is a fault within a checkout`() async throws {
    try FileManager.default.removeItem(atPath: "\(path)/.git/HEAD")
    let below = await Checkout.current(in: "\(path)/Sources")
    #expect(below.commit.isEmpty && below.isDirty == nil)
    let fault = try #require(below.fault)
    #expect(fault.hasPrefix("'git rev-parse' failed: fatal: not a git repository"), "\(fault)")
    #expect(!fault.contains("\n"))
  }

  @Test func `a checkout without a commit has a fault`() async throws {
    try git("update-ref", "-d", "HEAD")
    let fault = await Checkout.current(in: path).fault
    #expect(fault == "'git rev-parse' failed: fatal: Needed a single revision")
  }

  @Test func `changes that git cannot tell are unknown`() async throws {
    try FileManager.default.removeItem(atPath: "\(path)/.git/index")
    try write(".git/index", "no index")
    let current = await Checkout.current(in: path)
    #expect(current.commit.count == 40 && current.isDirty == nil)
    #expect(current.fault?.hasPrefix("'git diff' failed: ") == true, "\(current)")
  }

  @Test(.timeLimit(.minutes(20)))
  func `a git that hangs is stopped with its children`() async throws {
    try git("config", "core.fsmonitor", "\(path)/hang")
    try write("hang", "#!/bin/sh\necho $$ >'\(path)/number'\nsleep 1000\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/hang")
    let current = await Checkout.current(in: path, limitSeconds: 3)
    #expect(current.isDirty == nil)
    #expect(current.fault?.hasSuffix(" did not end in 3 s") == true, "\(current)")
    // On a busy machine, the call before took as long.
    guard !current.commit.isEmpty else { return }
    #expect(current.fault?.hasPrefix("'git diff' ") == true, "\(current)")
    let text = try String(contentsOfFile: "\(path)/number", encoding: .utf8)
    let number = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    // The system removes it after its end.
    while kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
  }
}
