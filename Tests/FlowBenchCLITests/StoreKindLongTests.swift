import Testing

/// Verifies stores of every kind in all scenarios, which `make test` has no time for.
struct StoreKindLongTests {
  @Test(arguments: StoreKindTests.kinds)
  func `verify finds no error in any workload and topology`(kind: String) async throws {
    try await StoreKindTests.expectNoError(of: kind)
  }
}
