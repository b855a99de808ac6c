import Testing

/// `flowbench verify`, through the real executable.
struct VerifyCommandTests {
  @Test func `a debug build verifies designs whose claims hold`() async throws {
    let result = try await Tool.run([
      "verify", "--design", "flow,command", "--workload", "counter,search", "--seeds", "1",
    ])
    #expect(result.exitCode == 0, "\(result.output)\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("design and claim ") == true)
    #expect(lines.filter { $0.contains(" held ") || $0.contains(" note ") }.count >= 12)
    #expect(lines.last?.hasPrefix("every tested claim holds; ") == true)
    // Each row fits; findings are a line each, however long.
    #expect(lines.prefix(16).allSatisfy { $0.count <= 100 })
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.errorLines.first?.hasPrefix("0/") == true)
  }
}
