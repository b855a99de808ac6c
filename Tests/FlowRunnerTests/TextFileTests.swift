import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// Files in another encoding than UTF-8 are refused by every reader, with the encoding that is
/// expected.
@MainActor
struct TextFileTests {
  @Test(
    arguments: [
      (Array("schema".utf8), nil), (Array("é –".utf8), nil), ([], nil),
      ([0xEF, 0xBB, 0xBF, 0x61], "a byte order mark"), ([0xFF, 0xFE, 0x61, 0], "UTF-16"),
      ([0xFE, 0xFF, 0, 0x61], "UTF-16"), ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32"),
      ([0x61, 0, 0x62, 0], "zero bytes, as UTF-16 has"),
      ([0x61, 0xE9], "bytes of another encoding"),
    ] as [([UInt8], String?)])
  func `the encoding is recognised`(bytes: [UInt8], encoding: String?) {
    #expect(TextFile.encoding(bytes) == encoding)
  }

  @Test func `a file that is not plain is refused by its name`() throws {
    let path = temporaryPath()
    try #require(mkfifo(path, 0o600) == 0)
    for path in [path, URL(filePath: path).deletingLastPathComponent().path] {
      let error = #expect(throws: CSVError.self) { try TextFile.read(path) }
      #expect(error?.description == "\(path): must be a plain file")
      #expect(throws: CSVError.self) { try RunFile.contents(of: path) }
    }
  }

  private static let rule =
    "must be text in UTF-8 without a byte order mark, got UTF-16; save it as UTF-8"

  /// Writes a file again as a spreadsheet or a shell of another system would.
  private func recode(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let bytes = Data([0xFF, 0xFE]) + (try #require(text.data(using: .utf16LittleEndian)))
    try bytes.write(to: URL(filePath: path))
  }

  /// The error of reading files of which one was recoded.
  private func error(_ path: String, _ read: () throws -> Void) throws -> String {
    try recode(path)
    let error = #expect(throws: (any Error).self) { try read() }
    return error.map { "\($0)" } ?? ""
  }

  @Test(arguments: ["runs.csv", "samples.csv"])
  func `reports name the file of a run`(file: String) throws {
    let run = try RunFixture([.full])
    let path = "\(run.path)/\(file)"
    #expect(
      try error(path) { _ = try MeasuredRun(reading: run.path, option: "RUN") }
        == "\(path): \(Self.rule)")
  }

  @Test func `reports name the file of a load`() throws {
    let run = try RunFixture(loads: [LoadRow()])
    let path = "\(run.path)/loads.csv"
    #expect(
      try error(path) { _ = try MeasuredRun(reading: run.path, option: "RUN", kind: .loads) }
        == "\(path): \(Self.rule)")
  }

  @Test func `a baseline is named`() throws {
    let path = temporaryPath()
    try WholeFile.write(CSVFormat.header(BaselineRow.self), to: path)
    #expect(try error(path) { _ = try Baseline(reading: path) } == "\(path): \(Self.rule)")
  }

  @Test(arguments: ["plan.json", "runs.csv", "jobs.jsonl"])
  func `a resumed session names its file`(file: String) throws {
    let fixture = try ShardFixture()
    let folder = try fixture.measured()
    let path = "\(folder)/\(file)"
    #expect(
      try error(path) {
        _ = try Session<Plan>(resuming: folder, of: "run", catalogue: .standard())
      } == "\(path): \(Self.rule)")
  }

  @Test(arguments: ["plan.json", "jobs.jsonl"])
  func `the status of a session names its file`(file: String) throws {
    let folder = try ShardFixture().measured()
    let path = "\(folder)/\(file)"
    #expect(
      try error(path) { _ = try ShardStatus.of(folder, in: .standard()) } == "\(path): \(Self.rule)"
    )
  }

  @Test(arguments: ["plan.json", "runs.csv", "jobs.jsonl"])
  func `a merge names the file of its shard`(file: String) throws {
    let fixture = try ShardFixture()
    let shards = try (1...2).map { try fixture.measured(Shard(index: $0, of: 2)) }
    let path = "\(shards[1])/\(file)"
    #expect(
      try error(path) {
        _ = try ShardMerge<Plan>(
          shards, of: "run", into: temporaryPath(), isPartial: false, catalogue: .standard()
        )
        .run()
      } == "\(path): \(Self.rule)")
  }
}
