import Testing

/// Compares a closed loop with theory, more precisely than `make test` has time for.
@MainActor
struct EffectLoadLongTests {
  @Test(arguments: EffectLoadTests.repairs)
  func `the throughput of a long closed loop is that of the machine repairman`(
    clients: Int, thinkMs: Int
  ) async throws {
    try await EffectLoadTests.expectThroughput(
      clients, thinkMs: thinkMs, seconds: 400, within: 0.03)
  }
}
