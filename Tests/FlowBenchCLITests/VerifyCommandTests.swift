import Testing

/// `flowbench verify`, through the real executable.
struct VerifyCommandTests {
  @Test func `a debug build will do, and what holds exits 0`() async throws {
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

  @Test(
    arguments: [
      (["--design", "flwo"], "--design: no design is called 'flwo'; did you mean 'flow'?"),
      (["--workload", "cart"], "--workload: no workload is called 'cart';"),
      (["--topology", "ring"], "--topology: no topology is called 'ring';"),
      (["--seeds", "0"], "--seeds: must be 1 to 1000, got 0"),
      (["--seeds", "some"], "--seeds: must be a whole number, got 'some'"),
      (["--format", "xml"], "--format: no format is called 'xml'"),
    ])
  func `wrong options are refused in one line`(
    arguments: [String], message: String
  ) async throws {
    let result = try await Tool.run(["verify"] + arguments)
    #expect(result.exitCode == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.error.hasPrefix(message), "\(result.error)")
  }
}
