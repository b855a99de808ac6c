import FlowTestSupport
import Testing

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// `results/README.md` lists the columns that the code writes.
struct ResultsReadmeTests {
  /// The table of a file's columns, as the README must have it.
  private func table<Row: ResultRow>(_ type: Row.Type) -> [String] {
    ["| column | kind | meaning |", "|---|---|---|"]
      + Row.columns.map { "| `\($0.name)` | \($0.kind.rawValue) | \($0.meaning) |" }
  }

  /// The lines of the README's table under the heading of a file.
  private func listed(_ fileName: String) throws -> [String] {
    try Repository.text("results/README.md").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .drop { $0 != "## `\(fileName)`" }.dropFirst().drop { !$0.hasPrefix("|") }
    .prefix { $0.hasPrefix("|") }.map { String($0) }
  }

  private func expectListed<Row: ResultRow>(_ type: Row.Type) throws {
    let listed = try listed(Row.fileName)
    let wanted = table(type)
    let missing = wanted.filter { !listed.contains($0) }
    let surplus = listed.filter { !wanted.contains($0) }
    #expect(
      listed == wanted,
      """
      \(Row.fileName) in results/README.md
      missing:
      \(missing.joined(separator: "\n"))
      not in the code:
      \(surplus.joined(separator: "\n"))
      (neither: the order differs)
      """)
  }

  @Test func `every column of every file is listed in order with its kind and meaning`() throws {
    try expectListed(RunRow.self)
    try expectListed(FinishedJobRow.self)
    try expectListed(SampleRow.self)
    try expectListed(SummaryRow.self)
    try expectListed(CompareRow.self)
    try expectListed(GeomeanRow.self)
    try expectListed(CrossingRow.self)
    try expectListed(BaselineRow.self)
    try expectListed(LoadRow.self)
    try expectListed(LatencyRow.self)
    try expectListed(TimelineRow.self)
    try expectListed(SaturationRow.self)
    try expectListed(EffectRow.self)
    try expectListed(ExploreRow.self)
    try expectListed(ContendRow.self)
  }

  @Test func `meanings are sentences that a table can hold`() {
    func check<Row: ResultRow>(_ type: Row.Type) {
      for column in Row.columns {
        #expect(column.meaning.hasSuffix("."), "\(column.name)")
        #expect(!column.meaning.contains { $0 == "|" || $0.isNewline }, "\(column.name)")
      }
    }
    check(RunRow.self)
    check(FinishedJobRow.self)
    check(SampleRow.self)
    check(SummaryRow.self)
    check(CompareRow.self)
    check(GeomeanRow.self)
    check(CrossingRow.self)
    check(BaselineRow.self)
    check(LoadRow.self)
    check(LatencyRow.self)
    check(TimelineRow.self)
    check(SaturationRow.self)
    check(EffectRow.self)
    check(ExploreRow.self)
    check(ContendRow.self)
  }
}
