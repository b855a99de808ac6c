import Testing

/// Verifies the built-in designs in all workloads, which `make test` has no time for.
@MainActor
struct VerifierLongTests {
  @Test(arguments: ConformanceTests.designs + ConformanceTests.variants)
  func `all claims of every built-in design hold in every workload`(design: String) async throws {
    try await VerifierTests.expectClaims(of: design)
  }
}
