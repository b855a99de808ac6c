import Foundation
import Testing

@testable import FlowRunner

/// `flowbench child`, through the real executable.
struct ChildCommandTests {
  private func outcome<T: ChildTask>(
    _ task: T.Type, _ request: T.Request, flags: [String] = []
  ) async throws -> T.Outcome? {
    let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    let result = try await Tool.run(["child"] + flags + [task.name], input: json)
    #expect(result.exitCode == 0, "\(result.error)")
    let last = try #require(result.output.split(separator: "\n").last)
    guard case .ended(let outcome) = try JSONDecoder().decode(T.Message.self, from: Data(last.utf8))
    else { return nil }
    return outcome
  }

  private func loop(_ design: String, flags: [String] = []) async throws -> LoopCost {
    var request = LoopTask.Request(design: design)
    request.settings.rounds = 6
    return try #require(try await outcome(LoopTask.self, request, flags: flags))
  }

  @Test(arguments: ["empty", "flow"])
  func `a task ends in its outcome`(design: String) async throws {
    let cost = try await loop(design)
    #expect(cost.design == design && cost.driverNs != nil && cost.rounds == 6)
  }

  @Test func `a store that asks for the main thread needs a run loop, and its row says so`()
    async throws
  {
    let without = try await loop("command")
    #expect(without.reason?.contains("not on the main thread") == true)
    let with = try await loop("command", flags: ["--run-loop"])
    #expect(with.reason?.contains("main thread") != true)
  }

  @Test func `wrong requests are one line`() async throws {
    let unknown = try await Tool.run(["child", "nonsense"])
    #expect(unknown.exitCode == 1 && unknown.errorLines.count == 1)
    #expect(unknown.error.contains("no task is called 'nonsense'"))
    let design = try await Tool.run(
      ["child", "loop"],
      input: String(
        decoding: JSONEncoder().encode(LoopTask.Request(design: "flaw")), as: UTF8.self))
    #expect(design.exitCode == 1 && design.errorLines.count == 1)
  }
}
