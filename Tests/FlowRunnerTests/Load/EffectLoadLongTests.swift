import Testing

/// Compares loads with theory, more precisely than `make test` has time for.
@MainActor
struct EffectLoadLongTests {
  @Test func `the dropped share of many actions without a queue is Erlang's`() async throws {
    try await EffectQueueTests.expectLoss(seconds: 200, within: 0.05)
  }
}
