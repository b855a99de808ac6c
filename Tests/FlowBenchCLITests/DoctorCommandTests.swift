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
      result.exitCode, Dictionary(list.map { ($0["subject"] ?? "", $0) }) { first, _ in first }
    )
  }

  @Test func `the exit code and the findings state whether the build is right`() async throws {
    let (code, findings) = try await findings()
    #expect(findings["build"]?["level"] == (ToolVersion.isDebugBuild ? "wrong" : "fine"))
    #expect(code == (ToolVersion.isDebugBuild ? 4 : 0), "\(findings)")
  }

  @Test func `the allocator is tested`() async throws {
    let (_, findings) = try await findings()
    #if Jemalloc
      #expect(findings["allocator"]?["what"]?.hasPrefix("jemalloc 5.") == true)
    #else
      #expect(findings["allocator"]?["level"] == "missing")
    #endif
  }

  @Test func `the table fits a terminal and has no colours elsewhere`() async throws {
    let result = try await Tool.run(["doctor"])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 7)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.error.isEmpty)
  }
}
