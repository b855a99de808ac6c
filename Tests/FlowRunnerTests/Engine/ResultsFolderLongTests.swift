import Testing

/// More cuts than `make test` has time for.
@MainActor
struct ResultsFolderLongTests {
  @Test func `a folder cut at any byte keeps its finished loads`() throws {
    try ResultsFolderTests().expectFinishedLoads(step: 1)
  }
}
