import Testing

/// Compares loads with theory, more precisely than `make test` has time for.
@MainActor
struct EffectLoadLongTests {
  @Test(arguments: EffectLoadTests.repairs)
  func `the throughput of a long closed loop is that of the machine repairman`(
    clients: Int, thinkMs: Int
  ) async throws {
    try await EffectLoadTests.expectThroughput(
      clients, thinkMs: thinkMs, seconds: 400, within: 0.03)
  }

  @Test func `the dropped share of many actions without a queue is Erlang's`() async throws {
    try await EffectQueueTests.expectLoss(seconds: 200, within: 0.05)
  }
}
