import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// The pairs of a comparison, and their verdicts.
struct ComparisonTests {
  /// `single` costs 10 ns · n and `per-feature` 100 ns: they cross at 10.
  private static func crossing() throws -> RunFixture {
    try RunFixture(
      [1, 4, 100].flatMap { features -> [SampleRow] in
        let n = Double(features)
        return RunFixture.samples(
          .sample("shop", .single, features, "inout"),
          wallNs: [10 * n, 10.01 * n, 9.99 * n], allocations: 2, digest: "d\(features)")
          + RunFixture.samples(
            .sample("shop", .perFeature, features, "inout"), wallNs: [100, 100.1, 99.9],
            allocations: 1, digest: "d\(features)")
      })
  }

  @Test func `levels are paired with the default level, all else being equal`() throws {
    let fixture = try Self.crossing()
    let comparison = try compare(fixture)
    #expect(comparison.pairs.map(\.baseLevel) == ["single", "single", "single"])
    #expect(comparison.pairs.map(\.level) == ["per-feature", "per-feature", "per-feature"])
    #expect(comparison.pairs.map(\.base.dimensions.features) == [1, 4, 100])
    #expect(comparison.pairs.map(\.candidate.dimensions.features) == [1, 4, 100])
    #expect(
      comparison.pairs.map(\.verdict) == [.timed(.slower), .timed(.slower), .timed(.faster)])
  }

  @Test func `crossings and the growth of each side are found`() throws {
    let fixture = try Self.crossing()
    let comparison = try compare(fixture)
    #expect(comparison.sweeps.count == 1)
    let sweep = try #require(comparison.sweeps.first)
    #expect(sweep.along == .features && sweep.sizes == [1, 4, 100])
    let crossing = try #require(sweep.crossings.first)
    #expect(abs(crossing.size - 10) < 0.05 && crossing.candidateWinsAbove)
    let (low, high) = (try #require(crossing.low), try #require(crossing.high))
    #expect(low < 10 && 10 < high && high - low < 0.5)
    #expect(
      sweep.growths == [
        "shop · single · inout: 10.0 ns per copy (9.99 to 10.0)",
        "shop · per-feature · inout: 100 ns (99.9 to 100), whatever the number of copies",
      ])
    #expect(CompareReport(comparison).text(isColoured: false).contains("  " + sweep.growths[0]))
    #expect(sweep.surroundings(by: .topology) == "shop · inout")
  }

  @Test func `the mean of a group is geometric`() throws {
    let fixture = try Self.crossing()
    let row = try #require(try compare(fixture).geomeans.first)
    #expect(row.group == "inout" && row.comparisons == 3)
    // 100/10 · 100/40 · 100/1000 = 2.5.
    #expect(abs(row.mean.ratio - pow(2.5, 1 / 3)) < 1e-3)
    #expect(try #require(row.mean.interval()).low < pow(2.5, 1 / 3))
  }

  @Test func `any difference of a count has a verdict`() throws {
    let fixture = try Self.crossing()
    let rows = try compare(fixture).rows.filter { $0.metric == "allocations_per_action" }
    #expect(rows.map(\.verdict) == ["fewer", "fewer", "fewer"])
    #expect(rows.map(\.ratio) == [0.5, 0.5, 0.5])
  }

  @Test func `the speed of the machine has no verdict`() throws {
    let samples = [("inout", 10.0), ("flow", 20)].flatMap { design, speed in
      RunFixture.samples(.sample("shop", .single, 10, design), wallNs: [100, 101, 99]).map { row in
        var row = row
        row.referenceNs = speed + Double(row.round ?? 0) / 100
        return row
      }
    }
    let comparison = try compare(try RunFixture(samples)) {
      ($0.by, $0.base) = ("design", "inout")
      $0.metric = SummaryMetric.reference.name
    }
    let rows = comparison.rows.filter { $0.metric == SummaryMetric.reference.name }
    #expect(rows.count == 1 && rows.allSatisfy { $0.verdict == "" })
    #expect(rows.first?.warning == "the speed of the machine")
  }

  @Test func `work that moved out of send is not saved`() throws {
    let scenario = Scenario.sample("shop", .single, 10, "inout")
    let base = RunFixture.samples(
      scenario, wallNs: [100, 101, 99], cpuNs: [100, 101, 99], sendNs: [100, 101, 99])
    let moved = RunFixture.samples(
      scenario.held(by: "task"), wallNs: [100, 101, 99], cpuNs: [99, 100, 98],
      sendNs: [20, 21, 19])
    let saved = RunFixture.samples(
      scenario.held(by: "flow"), wallNs: [20, 21, 19], cpuNs: [20, 21, 19],
      sendNs: [20, 21, 19])
    let fixture = try RunFixture(base + moved + saved)
    let comparison = try compare(fixture) {
      $0.by = "design"
      $0.base = "inout"
    }
    let verdicts = Dictionary(
      uniqueKeysWithValues: comparison.pairs.map { ($0.level, $0.verdict.name) })
    #expect(verdicts == ["task": "moved, not saved", "flow": "faster"])
    #expect(CompareReport(comparison).text(isColoured: false).contains("moved, not saved"))
    #expect(comparison.csv.contains("moved, not saved"))
  }

  @Test func `sides with different work are not compared`() throws {
    let scenario = Scenario.sample("shop", .single, 10, "inout")
    let fixture = try RunFixture(
      RunFixture.samples(scenario, wallNs: [10, 10], digest: "a")
        + RunFixture.samples(scenario.held(by: "flow"), wallNs: [1, 1], digest: "b"))
    let comparison = try compare(fixture) { $0.by = "design" }
    #expect(comparison.pairs.map(\.verdict) == [.invalid("different work: a is not b")])
    #expect(comparison.geomeans.isEmpty && comparison.sweeps.isEmpty)
    #expect(comparison.rows.map(\.ratio) == [nil])
    #expect(comparison.warnings.contains { $0.contains("1 of 1 comparison invalid; ") })
  }

  @Test func `two runs are compared by their common scenarios`() throws {
    let scenario = Scenario.sample("shop", .single, 10, "inout")
    let other = Scenario.sample("shop", .single, 20, "inout")
    let base = try RunFixture(
      RunFixture.samples(scenario, wallNs: [100, 100.1])
        + RunFixture.samples(other, wallNs: [1, 1]))
    var run = RunRow.full
    run.runID = "later"
    run.cpuModel = "another"
    let candidate = try RunFixture(
      RunFixture.samples(scenario, wallNs: [110, 110.1]), run: run)
    let comparison = try compare(base) { $0.candidate = candidate.path }
    #expect(comparison.pairs.map(\.verdict) == [.timed(.slower)])
    #expect(comparison.rows.allSatisfy { $0.by == "run" && $0.level == "later" })
    #expect(comparison.warnings.contains { $0.hasPrefix("cpu_model also differs: 'Quick") })
    #expect(comparison.warnings.contains("only the base has \(other.id)"))
    try comparison.write()
    let rows = try CSVReader.rows(
      candidate.text("compare.csv"), file: "compare.csv", as: CompareRow.self)
    #expect(rows == comparison.rows)
    #expect(!FileManager.default.fileExists(atPath: base.path + "/compare.csv"))
  }

  @Test func `machines of merged runs are compared pair by pair`() throws {
    let scenarios = ["inout", "flow"].map { Scenario.sample("shop", .single, 10, $0) }
    var other = RunRow.full
    (other.runID, other.cpuModel, other.warning) = ("other", "Slow CPU", "too hot")
    let samples = scenarios.flatMap { RunFixture.samples($0, wallNs: [100, 100.1]) }.map { row in
      var row = row
      if row.dimensions.design == "flow" { row.runID = other.runID }
      return row
    }
    let merged = try RunFixture(samples, others: [other])
    let plain = try RunFixture(scenarios.flatMap { RunFixture.samples($0, wallNs: [100, 100.1]) })
    let comparison = try compare(plain) { $0.candidate = merged.path }
    #expect(
      comparison.warnings.contains {
        $0.hasPrefix("cpu_model also differs in 1 of 2: 'Quick") && $0.contains("'Slow CPU'")
      })
    #expect(comparison.warnings.contains("other may be unreliable: too hot"))
    #expect(
      comparison.rows.allSatisfy {
        ($0.runID == other.runID) == ($0.dimensions.design == "flow") && $0.baseRunID != other.runID
      })
  }

  @Test func `disturbed trials are warnings of times, but not of counts`() throws {
    var quiet = RunRow.full
    quiet.warning = ""
    var disturbed = quiet
    disturbed.runID = "other"
    disturbed.warning = RunRow.otherProcesses + " during 1 of 9 trials, most of it backup"
    let scenario = Scenario.sample("app", .single, 10, "flow")
    let samples = RunFixture.samples(scenario, wallNs: [10, 10, 10])
    var disturbedSamples = samples
    disturbedSamples[1].warning = Disturbance.otherProcesses + ", most of it backup"
    let base = try RunFixture(samples, run: quiet)
    let candidate = try RunFixture(disturbedSamples, run: disturbed)
    let comparison = try compare(base) { $0.candidate = candidate.path }
    let warning = "1 of 3 processes: disturbed: other processes used the CPU, most of it backup"
    #expect(
      comparison.warnings.contains(
        "1 of 2 scenarios have warnings, which compare.csv lists; \(scenario.id), candidate: "
          + warning)
    )
    #expect(comparison.warnings.allSatisfy { !$0.contains("during 1 of 9 trials") })
    let found = Dictionary(
      uniqueKeysWithValues: comparison.rows.map { ($0.metric, $0.warning) })
    #expect(found["wall_ns_per_action"] == warning)
    #expect(found["allocations_per_action"] == "")
  }

  @Test func `wrong requests are refused in one line`() throws {
    let fixture = try Self.crossing()
    func refusal(_ change: (inout CompareOptions) -> Void) -> String {
      comparisonError(fixture, change)
    }
    #expect(
      refusal { $0.by = "topolgy" }.hasPrefix(
        "--by: no dimension is called 'topolgy'; did you mean 'topology'?"))
    #expect(
      refusal { $0.base = "singel" }
        == "--base: no topology is called 'singel'; did you mean 'single'? "
        + "choose from per-feature, single")
    #expect(refusal { $0.by = "design" }.hasPrefix("--by: no two scenarios"))
    #expect(refusal { $0.filter = "nothing" }.hasPrefix("--filter: must leave"))
    #expect(refusal { $0.filter = "(" }.contains("regular expression"))
    #expect(refusal { $0.metric = "wall" }.hasPrefix("--metric: no metric"))
    #expect(
      refusal { $0.candidate = "/nowhere" }
        == "CANDIDATE: must be the directory of a run, such as '\(Executable.name) run' makes, "
        + "got '/nowhere'")
    #expect(
      refusal {
        $0.candidate = fixture.path
        $0.by = "design"
      }.hasPrefix("--by: must not be given with two runs"))
    let stranger = try RunFixture(
      RunFixture.samples(.sample("timer", .single, 1, "inout"), wallNs: [1, 1]))
    #expect(refusal { $0.candidate = stranger.path }.contains("no scenario in common"))
  }

  @Test func `the table fits its width and has a legend`() throws {
    let fixture = try Self.crossing()
    let text = CompareReport(try compare(fixture)).text(isColoured: false)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(text)")
    #expect(text.contains("per-feature from 10.0"))
    #expect(text.contains("10.0 ns per copy"))
    #expect(text.contains("below 1 is"))
    let markdown = CompareReport(try compare(fixture)).markdown
    #expect(markdown.contains("| **shop · 100 copies** |"))
  }
}

/// Compares levels of a run, or with the options of `change`.
func compare(
  _ fixture: RunFixture, _ change: (inout CompareOptions) -> Void = { _ in }
) throws -> Comparison {
  var options = CompareOptions(run: fixture.path)
  change(&options)
  return try Comparison(options)
}

/// Returns the error of a comparison.
func comparisonError(
  _ fixture: RunFixture, _ change: (inout CompareOptions) -> Void = { _ in }
) -> String {
  do {
    _ = try compare(fixture, change)
    return "no error"
  } catch { return "\(error)" }
}
