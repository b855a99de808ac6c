import Testing

/// A longer search than `make test` has time for.
struct SaturateCommandLongTests {
  @Test func `a search of long loads finds where a service saturates`() async throws {
    try await SaturateCommandTests.expectSaturation(from: "10", duration: "5m")
  }
}
