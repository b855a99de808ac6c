import FlowHarness
import Foundation
import Testing

@testable import FlowRunner

/// `flowbench calibrate-loop`, through the real executable.
struct CalibrateLoopCommandTests {
  private func rows(_ arguments: [String]) async throws -> [LoopCost] {
    let result = try await Tool.run(
      ["calibrate-loop", "--allow-debug", "--rounds", "6"] + arguments)
    #expect(result.exitCode == 0, "\(result.error)")
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(LoopCost.self, from: Data($0.utf8))
    }
  }

  @Test func `prints a row for each design, as JSON`() async throws {
    let rows = try await rows(["empty", "flow"])
    #expect(rows.map(\.design) == ["empty", "flow"])
    #expect(rows.allSatisfy { $0.driverNs != nil && $0.rounds == 6 })
  }

  @Test func `a store that asks for the main thread needs a run loop, and its row says so`()
    async throws
  {
    let without = try await rows(["command"])
    #expect(without.first?.reason?.contains("not on the main thread") == true)
    let with = try await rows(["--run-loop", "command"])
    #expect(with.first?.reason?.contains("main thread") != true)
  }

  @Test func `wrong requests are one line`() async throws {
    let unknown = try await Tool.run(["calibrate-loop", "--allow-debug", "flaw"])
    #expect(unknown.exitCode == 1 && unknown.errorLines.count == 1)
    let none = try await Tool.run(["calibrate-loop", "--allow-debug", "--rounds", "0", "flow"])
    #expect(none.exitCode == 1 && none.errorLines.count == 1)
  }
}
