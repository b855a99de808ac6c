import FlowHarness
import Foundation
import Testing

@testable import FlowRunner

/// `flowbench doctor`, through the real executable.
struct DoctorCommandTests {
  /// The findings by subject.
  private func findings() async throws -> (code: Int32, findings: [String: [String: String]]) {
    let result = try await Tool.run(["doctor", "--format", "json"])
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let content = try #require(json as? [String: Any])
    let list = try #require(content["findings"] as? [[String: String]])
    return (
      result.exitCode, Dictionary(uniqueKeysWithValues: list.map { ($0["subject"] ?? "", $0) })
    )
  }

  @Test func `tells a right build from a wrong one, by its exit code too`() async throws {
    let (code, findings) = try await findings()
    #expect(findings["build"]?["level"] == (ToolVersion.isDebugBuild ? "wrong" : "fine"))
    #expect(findings["assertions"]?["level"] == (ToolVersion.isDebugBuild ? "wrong" : "fine"))
    #expect(code == (ToolVersion.isDebugBuild ? 4 : 0), "\(findings)")
  }

  @Test func `proves what it says of exclusivity and of the allocator`() async throws {
    let (_, findings) = try await findings()
    #expect(findings["exclusivity"]?["level"] == "fine")
    #if Jemalloc
      #expect(findings["allocator"]?["what"]?.hasPrefix("jemalloc 5.") == true)
    #else
      #expect(findings["allocator"]?["level"] == "missing")
    #endif
  }

  @Test func `prints a table that fits a terminal, without colours elsewhere`() async throws {
    let result = try await Tool.run(["doctor"])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 14)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.error.isEmpty)
  }

  @Test func `refuses a format that there is not`() async throws {
    let result = try await Tool.run(["doctor", "--format", "xml"])
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("--format: no format is called 'xml'"))
  }
}
