import FlowTestSupport
import Foundation
import Testing

/// `flowbench verify`, through the real executable.
struct VerifyCommandTests {
  @Test func `a debug build verifies designs whose claims hold`() async throws {
    let result = try await Tool.run([
      "verify", "--design", "flow,command", "--workload", "counter,search", "--seeds", "1",
    ])
    #expect(result.exitCode == 0, "\(result.output)\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("design and property ") == true)
    #expect(lines.filter { $0.contains(" held ") || $0.contains(" note ") }.count >= 12)
    #expect(lines.last?.hasPrefix("every tested property holds; ") == true)
    // Each row fits; findings are a line each, however long.
    #expect(lines.prefix(16).allSatisfy { $0.count <= 100 })
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.errorLines.first?.hasPrefix("0/") == true)
  }

  @Test func `findings that cannot be kept are reported`() async throws {
    let place = temporaryPath()
    try FileManager.default.createDirectory(
      atPath: "\(place)/results/verified.json", withIntermediateDirectories: true)
    let result = try await Tool.run(
      [
        "verify", "--design", "floor", "--workload", "counter", "--topology", "single", "--seeds",
        "1", "--actions", "30",
      ], directory: place)
    #expect(result.exitCode == 0)
    #expect(
      result.error.hasSuffix(
        "results/verified.json cannot be written, so rows will have no warnings of verify: "
          + "is a directory\n"), "\(result.error)")
  }
}
