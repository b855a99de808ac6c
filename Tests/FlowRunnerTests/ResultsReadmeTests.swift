import FlowTestSupport
import Testing

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The descriptions of files and columns.
struct ResultsReadmeTests {
  private static let files = ResultFileDescription.measured + ResultFileDescription.reported

  @Test func `every file is explained`() throws {
    let text = try Repository.text("results/README.md")
    for file in Self.files {
      let name = file.fileName.hasPrefix("baseline") ? "baseline/*.csv" : file.fileName
      #expect(text.contains("`\(name)`"), "\(file.fileName)")
    }
  }

  @Test func `meanings are sentences without the separator of tables`() {
    for file in Self.files {
      #expect(Set(file.columns.map(\.name)).count == file.columns.count, "\(file.fileName)")
      for column in file.columns {
        #expect(column.meaning.hasSuffix("."), "\(column.name)")
        #expect(!column.meaning.contains { $0 == "|" || $0.isNewline }, "\(column.name)")
      }
    }
  }
}
