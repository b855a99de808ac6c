import FlowFiles
import FlowTestSupport
import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The merge of shards equals a run in one piece, or is refused in one line.
@MainActor
struct ShardMergeTests {
  @Test(arguments: [1, 2, 7])
  func `any grouping in any order equals the run in one piece`(count: Int) throws {
    try Self.expectEqual(shards: count)
  }

  static func expectEqual(shards count: Int) throws {
    let fixture = try ShardFixture()
    let whole = try ShardFixture.contents(fixture.measured())
    guard count > 1 else {
      #expect(throws: PlanError.self) { try fixture.merged([fixture.measured()]) }
      return
    }
    let shards = try (1...count).map { try fixture.measured(Shard(index: $0, of: count)) }
    for seed: UInt64 in 0..<3 {
      var random = SplitMix64(seed: seed)
      var paths = shards.shuffled(using: &random)
      // Some of them first, a few times.
      while paths.count > 2, Bool.random(using: &random) {
        let some = Int.random(in: 1..<paths.count, using: &random)
        paths = [try fixture.merged(Array(paths[..<some]), isPartial: true)] + paths[some...]
        paths.shuffle(using: &random)
      }
      let merged = try fixture.merged(paths)
      #expect(try ShardFixture.contents(merged) == whole, "\(seed)")
      let runs = try CSVReader<RunRow>.rows(in: "\(merged)/runs.csv", name: RunRow.fileName)
      #expect(runs.map(\.shard) == (1...count).map { "\($0)/\(count)" })
    }
  }

  @Test func `rows of times keep the name of their machine's run`() throws {
    let fixture = try ShardFixture(passes: [.timing])
    let shards = try (1...2).map { try fixture.measured(Shard(index: $0, of: 2)) }
    let merged = try fixture.merged(shards)
    let rows = try CSVReader<SampleRow>.rows(in: "\(merged)/samples.csv", name: SampleRow.fileName)
    let runs = Dictionary(grouping: rows) {
      $0.dimensions.workload + "\($0.dimensions.features ?? 0)"
    }
    #expect(runs.values.allSatisfy { Set($0.map(\.runID)).count == 1 })
    #expect(Set(rows.map(\.runID)) == ["at-1-of-2", "at-2-of-2"])
    let summary = try CSVReader<SummaryRow>.rows(
      in: "\(merged)/summary.csv", name: SummaryRow.fileName)
    #expect(Set(summary.map(\.runID)) == ["at-1-of-2", "at-2-of-2"])
    #expect(summary.contains { $0.ratioToFloor != nil })
    let whole = try fixture.measured()
    // A cost over sizes that were measured on two machines is no growth.
    let split = Growth.all(fixture.plan.scenarios, times: MeasuredTimes.all(rows))
    let inOne = try CSVReader<SampleRow>.rows(in: "\(whole)/samples.csv", name: SampleRow.fileName)
    let one = Growth.all(fixture.plan.scenarios, times: MeasuredTimes.all(inOne))
    #expect(split.count <= one.count)
  }

  // MARK: - By round

  @Test func `merged rounds have the counts of a run in one piece`() throws {
    let fixture = try ShardFixture()
    let whole = try ShardFixture.contents(fixture.measured())
    let shards = try (1...3).map { try fixture.measured(Shard(index: $0, of: 3), by: .round) }
    let first = try fixture.merged([shards[2], shards[0]], isPartial: true)
    #expect(try ShardFixture.contents(fixture.merged([shards[1], first])) == whole)
  }

  @Test func `merged rounds have medians and ratios of each machine`()
    throws
  {
    let fixture = try ShardFixture(passes: [.timing])
    let shards = try (1...2).map { try fixture.measured(Shard(index: $0, of: 2), by: .round) }
    let out = temporaryPath()
    let report = try ShardMerge<Plan>(
      shards, of: "run", into: out, isPartial: false, catalogue: .standard()
    )
    .run()
    let summary = try CSVReader<SummaryRow>.rows(
      in: "\(out)/summary.csv", name: SummaryRow.fileName
    )
    .filter { $0.metric == SummaryMetric.wall.name }
    let samples = try CSVReader<SampleRow>.rows(in: "\(out)/samples.csv", name: SampleRow.fileName)
    let runs = Dictionary(grouping: summary) { $0.dimensions.scenario }
    #expect(runs.values.contains { $0.count == 2 })
    func estimate(_ scenario: String, _ run: String) -> Double? {
      let rows = samples.filter { $0.runID == run && $0.dimensions.scenario == scenario }
      let processes = Dictionary(grouping: rows, by: \.round).values
      return ProcessEstimate(
        processes.compactMap { SortedSamples($0.compactMap(\.measures.wallNs)).median })?.value
    }
    for scenario in fixture.plan.scenarios {
      for row in runs[scenario.id] ?? [] {
        let own = try #require(estimate(scenario.id, row.runID))
        let floor = try #require(estimate(scenario.floor.id, row.runID))
        #expect(abs(try #require(row.estimate) / own - 1) < 1e-12)
        #expect(abs(try #require(row.ratioToFloor) / (own / floor) - 1) < 1e-12)
      }
    }
    let table = report.table(isColoured: false)
    #expect(table.contains("ns/action of a machine") && table.contains("2 machines"), "\(table)")
    // Nothing is compared that would be of two machines.
    #expect(throws: CSVError.self) { try MeasuredRun(reading: out, option: "compare") }
    #expect(try MeasuredRun(reading: shards[0], option: "compare").shardCount == 1)
  }

  @Test func `shards of another division are refused`() throws {
    let fixture = try ShardFixture()
    let paths = [
      try fixture.measured(Shard(index: 1, of: 2)),
      try fixture.measured(Shard(index: 2, of: 2), by: .round),
    ]
    #expect(refusal(fixture, paths).contains("must be divided by block as"))
  }

  // MARK: - Bad input

  private func refusal(
    _ fixture: ShardFixture, _ paths: [String], isPartial: Bool = false
  ) -> String {
    // In a directory of its own, because other tests write beside theirs.
    let parent = temporaryPath()
    let out = "\(parent)/out"
    do {
      _ = try ShardMerge<Plan>(
        paths, of: "run", into: out, isPartial: isPartial, catalogue: .standard()
      )
      .run()
      return "nothing was refused"
    } catch {
      #expect(!FileManager.default.fileExists(atPath: parent), "something was written")
      return "\(error)"
    }
  }

  @Test func `missing, repeated and incomplete shards are refused with a next step`() throws {
    let fixture = try ShardFixture()
    let shards = try (1...3).map { try fixture.measured(Shard(index: $0, of: 3)) }
    #expect(
      refusal(fixture, [shards[0], shards[2]])
        == "merge: must have all 3 shards, and 2/3 is missing;"
        + " run: \(Executable.command("run")) --suite smoke --shard 2/3 --out DIR")
    #expect(
      refusal(fixture, shards + [shards[0]]).hasPrefix(
        "merge: must have other shards than \(shards[0]), which has 1/3, too"))
    let torn = try fixture.measured(Shard(index: 2, of: 3), leavingOut: 2)
    let text = refusal(fixture, [shards[0], torn, shards[2]])
    #expect(text.contains("must be complete, and lacks 2 of"))
    #expect(text.contains("continue with: \(Executable.command("run", "--resume", torn))"))
    #expect(refusal(fixture, [shards[0], torn], isPartial: true).contains("must be complete"))
  }

  /// Changes the log of a shard.
  private func change(_ path: String, _ change: (String) -> String) throws {
    let file = "\(path)/\(JobLog.fileName)"
    try WholeFile.write(change(String(contentsOfFile: file, encoding: .utf8)), to: file)
  }

  @Test func `a shard with a torn line is refused`() throws {
    let fixture = try ShardFixture()
    let first = try fixture.measured(Shard(index: 1, of: 2))
    let second = try fixture.measured(Shard(index: 2, of: 2))
    try change(second) { String($0.dropLast(9)) }
    let text = refusal(fixture, [first, second])
    #expect(text.contains("must be complete, and lacks 1 of"), "\(text)")
    #expect(text.contains("continue with: \(Executable.command("run", "--resume", second))"))
    #expect(try !ShardStatus.of(second, in: .standard()).isDone)
  }

  @Test func `a shard with jobs of another one is refused`() throws {
    let fixture = try ShardFixture()
    let paths = try (1...2).map { try fixture.measured(Shard(index: $0, of: 2)) }
    let other = try JobLog(in: paths[0]).lines[0]
    try change(paths[1]) { $0 + String(decoding: other, as: UTF8.self) }
    #expect(refusal(fixture, paths).contains("must have jobs of its own shards, and has "))
  }

  @Test func `a merge removes only its own files`() throws {
    let fixture = try ShardFixture()
    let shards = try (1...2).map { try fixture.measured(Shard(index: $0, of: 2)) }
    let files = FileManager.default
    let out = temporaryPath()
    try files.createDirectory(atPath: out, withIntermediateDirectories: true)
    try files.createDirectory(atPath: "\(out).new/mine", withIntermediateDirectories: true)
    _ = try ShardMerge<Plan>(
      shards, of: "run", into: out + "//", isPartial: false, catalogue: .standard()
    )
    .run()
    #expect(files.fileExists(atPath: "\(out).new/mine"))
    let names = try files.contentsOfDirectory(atPath: out).sorted()
    #expect(names == ["jobs.jsonl", "plan.json", "runs.csv", "samples.csv", "summary.csv"])
    // A merge that fails leaves an empty directory as it was.
    let other = temporaryPath()
    try files.createDirectory(atPath: other, withIntermediateDirectories: true)
    try change(shards[1]) { $0.replacing(",counting,", with: ",") }
    #expect(throws: CSVError.self) {
      _ = try ShardMerge<Plan>(
        shards, of: "run", into: other, isPartial: false, catalogue: .standard()
      )
      .run()
    }
    #expect(try files.contentsOfDirectory(atPath: other).isEmpty)
  }

  @Test func `another plan, division or build is refused`() throws {
    let fixture = try ShardFixture()
    let first = try fixture.measured(Shard(index: 1, of: 2))
    let other = try ShardFixture(seed: 2).measured(Shard(index: 2, of: 2))
    #expect(refusal(fixture, [first, other]).contains("must be of the same plan as \(first)"))
    let third = try fixture.measured(Shard(index: 2, of: 3))
    #expect(refusal(fixture, [first, third]).contains("must be one of 2 shards"))
    for (name, change) in [
      ("commit", { $0.commit = "fffffff" }), ("compiler", { $0.swiftVersion = "9.9" }),
      ("build mode", { $0.buildMode = "debug" }), ("version of", { $0.toolVersion = "9" }),
      ("state of the checkout", { $0.isDirty = false }),
    ] as [(String, (inout RunRow) -> Void)] {
      let second = try fixture.measured(Shard(index: 2, of: 2))
      var runs = try CSVReader<RunRow>.rows(in: "\(second)/runs.csv", name: RunRow.fileName)
      change(&runs[0])
      try WholeFile.write(CSVFormat.text(runs), to: "\(second)/runs.csv")
      #expect(refusal(fixture, [first, second]).contains("must be of the same \(name)"), "\(name)")
    }
  }

  @Test func `a broken file, or one of another version, is named by its path`() throws {
    let fixture = try ShardFixture()
    let first = try fixture.measured(Shard(index: 1, of: 2))
    for (from, to, rule) in [
      ("\\n\(ResultSchema.version),", "\\n9,", "schema_version is 9"),
      (",counting,", ",counting,x,", "row must have"),
      ("run_id", "run", "must have the columns of this version in samples.csv"),
    ] {
      let second = try fixture.measured(Shard(index: 2, of: 2))
      let file = "\(second)/\(JobLog.fileName)"
      try change(second) { $0.replacing(from, with: to, maxReplacements: 1) }
      let refusal = refusal(fixture, [first, second])
      #expect(refusal.contains(rule) && refusal.contains(file), "\(refusal)")
    }
  }

  @Test func `folders that are no shards, and a result that cannot be written, are refused`() throws
  {
    let fixture = try ShardFixture()
    let first = try fixture.measured(Shard(index: 1, of: 2))
    #expect(refusal(fixture, [temporaryPath()]).contains("must be the directory of a run"))
    #expect(refusal(fixture, [try fixture.measured()]).contains("this is all of a plan"))
    let second = try fixture.measured(Shard(index: 2, of: 2))
    #expect(throws: PlanError.self) {
      try ShardMerge<Plan>(
        [first, second], of: "run", into: first, isPartial: false, catalogue: .standard())
    }
    #expect(throws: PlanError.self) {
      try ShardMerge<Plan>(
        [first, second], of: "load", into: temporaryPath(), isPartial: false, catalogue: .standard()
      )
    }
  }

  // MARK: - Progress

  @Test func `the progress of shards is counted`() throws {
    let fixture = try ShardFixture()
    let torn = try ShardStatus.of(
      fixture.measured(Shard(index: 1, of: 2), leavingOut: 3), in: .standard())
    let path = try fixture.measured(Shard(index: 2, of: 2))
    let summary = "\(path)/\(SummaryRow.fileName)"
    let unsummarised = try ShardStatus.of(path, in: .standard())
    #expect(unsummarised.done == unsummarised.total && !unsummarised.isDone)
    let refusal = ShardStatus.text([unsummarised])
    #expect(refusal.contains("0 of 1 are complete"))
    #expect(
      refusal.hasSuffix(
        "summary.csv must still be written: \(Executable.command("run", "--resume", path))\n")
    )
    try WholeFile.write("", to: summary)
    let whole = try ShardStatus.of(path, in: .standard())
    let division = ShardDivision(fixture.plan.jobs, count: 2)
    #expect(torn.total == division.jobs(of: Shard(index: 1, of: 2)).count)
    #expect(torn.done == torn.total - 3 && !torn.isDone)
    #expect(whole.isDone && whole.title == "run 2/2")
    let text = ShardStatus.text([torn, whole])
    #expect(text.contains("1 of 2 are complete, \(torn.done + whole.done) of"))
    #expect(throws: PlanError.self) { try ShardStatus.of(temporaryPath(), in: .standard()) }
  }

  // A pause of the run, another clock, and a folder that was copied change the times of files.
  @Test(
    arguments: [
      (-8_000.0, "2 hours ago"), (-47.5 * 3600, "47 hours ago"), (-1_365_120, "15 days ago"),
      (3600, "–"),
      (1_627_549 * 60, "–"),
    ] as [(Double, String)])
  func `the age of the last job has a readable unit, and is unknown if it is negative`(
    seconds: Double, age: String
  ) throws {
    let fixture = try ShardFixture()
    let path = try fixture.measured(Shard(index: 1, of: 2), leavingOut: 3)
    func row() throws -> Substring {
      let text = ShardStatus.text([try ShardStatus.of(path, in: .standard())])
      return try #require(text.split(separator: "\n").first { $0.contains(" run 1/2 ") })
    }
    func left(_ row: Substring) -> Substring? { row.split(separator: " ").last }
    let before = try row()
    let date = Date(timeIntervalSinceNow: seconds)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: "\(path)/\(JobLog.fileName)")
    let after = try row()
    #expect(after.contains(" \(age) "), "\(after)")
    // The rest does not depend on these times.
    #expect(left(after) == left(before) && left(after)?.contains(":") == true)
  }
}
