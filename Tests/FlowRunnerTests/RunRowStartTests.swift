import Foundation
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// What a run is called.
struct RunRowStartTests {
  @Test(arguments: [
    (0, "19700101T000000Z"), (951_782_400, "20000229T000000Z"), (951_868_799, "20000229T235959Z"),
    (1_795_243_680, "20261121T064800Z"), (4_107_542_400, "21000301T000000Z"),
    (-1, "19691231T235959Z"), (-0.25, "19691231T235959Z"), (0.999, "19700101T000000Z"),
  ])
  func `an instant is written in UTC to the second`(seconds: Double, text: String) {
    #expect(RunRow.utc(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: ["", "abc1234"])
  func `runs of the same second and commit have different names`(commit: String) {
    let names = Set((0..<50).map { _ in RunRow.makeID("20261121T064800Z", commit) })
    #expect(names.count == 50)
    #expect(names.allSatisfy { $0.hasPrefix("20261121T064800Z-") })
  }

  @Test @MainActor func `a run is called by its start and its commit`() async throws {
    let plan = try Plan(OptionTexts(), catalogue: ConformanceTests.catalogue)
    let record = await RunRow.start(suite: plan.suite.rawValue, seed: plan.seed)
    #expect(record.runID.hasPrefix(record.startedUTC))
    #expect(record.commit.isEmpty || record.runID.hasSuffix("-" + record.commit))
    let other = await RunRow.start(suite: plan.suite.rawValue, seed: plan.seed)
    #expect(record.runID != other.runID)
    #expect(record.seed == "1")
    #expect(record.suite == "default")
    #expect(record.loadAfter == nil)
  }
}
