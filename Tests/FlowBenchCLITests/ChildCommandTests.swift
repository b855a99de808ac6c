import Foundation
import Testing

@testable import FlowRunner

/// `flowbench child`, through the real executable.
struct ChildCommandTests {
  @Test func `a task ends in its outcome`() async throws {
    let json = try JSONEncoder().encode(ProbeTask.Request(isThorough: false))
    let result = try await Tool.run(
      ["child", ProbeTask.name], input: String(decoding: json, as: UTF8.self))
    #expect(result.exitCode == 0, "\(result.error)")
    let last = try #require(result.output.split(separator: "\n").last)
    guard
      case .ended = try JSONDecoder().decode(ProbeTask.Message.self, from: Data(last.utf8))
    else {
      Issue.record("the last line is not an outcome: \(last)")
      return
    }
  }

  @Test func `wrong requests are one line`() async throws {
    let unknown = try await Tool.run(["child", "nonsense"])
    #expect(unknown.exitCode == 1 && unknown.errorLines.count == 1)
    #expect(unknown.error.contains("no task is called 'nonsense'"))
    let request = try await Tool.run(["child", ProbeTask.name], input: "{}")
    #expect(request.exitCode == 1 && request.errorLines.count == 1)
  }
}
