import FlowTestSupport
import Foundation
import Testing

/// `flowbench explore`, through the real executable.
struct ExploreCommandTests {
  @Test func `orders are tried in virtual time, and counted`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "explore", "--allow-debug", "--runs", "50", "--design", "flow", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("no fault"))
    let explored = try Rows.last("explored_total", of: "\(out)/explored.csv", by: "design")
    #expect(explored == ["flow": "50"])
  }

  @Test func `a wrong request is one line and exit 1`() async throws {
    let result = try await Tool.run(["explore", "--runs", "some"])
    #expect(result.exitCode == 1)
    #expect(result.error == "--runs: must be a whole number, got 'some'\n")
  }
}
