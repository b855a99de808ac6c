import FlowTestSupport
import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Warnings about faults of a design, until the program is rebuilt.
@MainActor
struct VerifiedDesignsTests {
  private func record(_ design: String, _ kinds: VerifyFault...) -> VerifyRecord {
    var record = VerifyRecord(
      VerifyPlan.Design(id: design, keepsMainThread: false, claims: [], cases: []))
    for kind in kinds {
      let check = VerifyCase(
        kind: .steps, scenario: .sample("counter", .single, 1, design), seed: 1)
      record.add(VerifyFinding(kind, check, action: 1, expected: "one", found: "none"))
    }
    return record
  }

  private func program(_ text: String, at path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func `every row warns of errors, and the rows concerned warn of notes`() throws {
    let place = temporaryPath()
    try program("one", at: "\(place)/program")
    var verified = try #require(VerifiedDesigns(of: "\(place)/program", path: "\(place)/v.json"))
    verified.replace(by: [
      record("mine", .notificationWasted, .actionLost), record("calm", .notificationWasted),
      record("sound"),
    ])
    let plain = Scenario.sample("counter", .single, 1, "mine")
    #expect(verified.warning(about: plain) == "verify: action-lost")
    #expect(
      verified.warning(about: plain.watched(by: .ownSlice, 1))
        == "verify: action-lost, notification-wasted")
    let calm = Scenario.sample("counter", .single, 1, "calm")
    #expect(verified.warning(about: calm) == nil)
    #expect(
      verified.warning(about: calm.watched(by: .ownSlice, 1)) == "verify: notification-wasted")
    #expect(verified.warning(about: .sample("counter", .single, 1, "sound")) == nil)
    #expect(verified.warning(about: .sample("counter", .single, 1, "other")) == nil)
  }

  @Test func `only rows of suspending effects warn of effects that do not suspend`() throws {
    let place = temporaryPath()
    try program("one", at: "\(place)/program")
    var verified = try #require(VerifiedDesigns(of: "\(place)/program", path: "\(place)/v.json"))
    verified.replace(by: [record("mine", .effectsNotAwaited)])
    var scenario = Scenario.sample("echo", .single, 1, "mine")
    #expect(verified.warning(about: scenario) == nil)
    scenario.completion = .suspending
    #expect(verified.warning(about: scenario) == "verify: effects-not-awaited")
  }

  @Test func `findings are kept for the same program only`() throws {
    let place = temporaryPath()
    let (path, file) = ("\(place)/program", "\(place)/results/verified.json")
    try program("one", at: path)
    var verified = try #require(VerifiedDesigns(of: path, path: file))
    verified.replace(by: [record("mine", .actionLost)])
    try verified.write(to: file)
    #expect(VerifiedDesigns(of: path, path: file) == verified)
    var again = try #require(VerifiedDesigns(of: path, path: file))
    again.replace(by: [record("mine"), record("calm", .printed)])
    try again.write(to: file)
    let read = try #require(VerifiedDesigns(of: path, path: file))
    #expect(read.warning(about: .sample("counter", .single, 1, "mine")) == nil)
    #expect(read.warning(about: .sample("counter", .single, 1, "calm")) == "verify: printed")
    try Data("{".utf8).write(to: URL(filePath: file))
    #expect(VerifiedDesigns(of: path, path: file)?.faults == [:])
    #expect(VerifiedDesigns(of: "\(place)/nothing", path: file) == nil)
  }

  @Test func `a program of the same size and time is another one`() throws {
    let place = temporaryPath()
    let (path, file) = ("\(place)/program", "\(place)/results/verified.json")
    func write(_ text: String) throws {
      try program(text, at: path)
      let date = Date(timeIntervalSince1970: 1_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try write("one")
    var verified = try #require(VerifiedDesigns(of: path, path: file))
    verified.replace(by: [record("mine", .actionLost)])
    try verified.write(to: file)
    try write("two")
    #expect((VerifiedDesigns(of: path, path: file)?.faults ?? [:]) == [:])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a pipe in place of the findings is not awaited`() throws {
    let place = temporaryPath()
    let (path, file) = ("\(place)/program", "\(place)/verified.json")
    try program("one", at: path)
    try #require(mkfifo(file, 0o600) == 0)
    #expect(VerifiedDesigns(of: path, path: file)?.faults == [:])
  }
}
