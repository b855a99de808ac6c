import Platform
import ResultFixtures
import Testing
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Trials of single actions at a pace.
@MainActor
struct ColdTrialTests {
  /// A store whose single actions take scripted times.
  @MainActor private final class Fake {
    /// The time of each single action, by its number.
    let ns: (Int) -> UInt64
    var lost = 0
    /// The sizes of the batches, and whether only the elapsed time was read.
    var batches: [(size: Int, isSingle: Bool)] = []
    private var next = 0

    init(_ ns: @escaping (Int) -> UInt64) { self.ns = ns }

    var singles: Int { batches.count(where: \.isSingle) }
    var sent: Int { batches.map(\.size).reduce(0, +) }

    func subject() -> TrialSubject {
      TrialSubject(
        capacity: 1024, sendsEarly: false, views: nil, refill: { self.next = $0 },
        drive: { _, probes in
          var isSingle = false
          if case .elapsed = probes { isSingle = true }
          let wallNs = self.ns(self.singles)
          self.batches.append((self.next, isSingle))
          return BatchReading(wallNs: wallNs)
        },
        driveLoad: { _ in preconditionFailure("it drives no load") },
        digest: { UInt64(self.sent - self.lost) })
    }
  }

  private func request(
    _ scenario: Scenario, _ pace: String, actions: Int
  ) throws -> TrialRequest {
    var settings = PairRunner.settings
    settings.cold = ColdSettings(try Pace(parsing: pace), actions: actions, rounds: 1)
    return TrialRequest(
      scenario: scenario, pass: .cold, round: 0, seed: 1, settings: settings, workDirectory: "")
  }

  private func run(_ fake: Fake, _ pace: String, actions: Int) async throws -> TrialOutcome {
    var driver = TrialDriver(
      try request(.sample("counter", .single, 1, "flow"), pace, actions: actions),
      subject: fake.subject(), expectedDigests: { $0.map { UInt64($0) } })
    return await driver.timeCold()
  }

  @Test func `each paced action is sent alone, and their median and p99 are reported`() async throws
  {
    // Each tenth takes ten times as long.
    let fake = Fake { $0 % 10 == 9 ? 10_000 : 1000 }
    let outcome = try await run(fake, "1000hz:0", actions: 100)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect(fake.singles == 100)
    #expect(fake.batches.suffix(100).allSatisfy { $0.isSingle && $0.size == 1 })
    #expect(!fake.batches.dropLast(100).contains { $0.isSingle })
    let sample = try #require(outcome.samples.first)
    #expect(outcome.samples.count == 1)
    #expect(sample.actions == 100 && sample.batches == 100)
    #expect(sample.coldNs == 1000)
    // Classes of the histogram are at most a thousandth wide.
    #expect((10_000...10_010).contains(sample.coldP99Ns ?? 0))
    // Everything else is from other passes.
    #expect(sample.wallNs == nil && sample.cpuNs == nil && sample.allocations == nil)
    #expect(sample.coldEmptyNs ?? 0 > 0)
  }

  @Test func `a percentile that so few actions do not have is unknown`() async throws {
    let outcome = try await run(Fake { _ in 1000 }, "1000hz:0", actions: 99)
    #expect(outcome.samples.map(\.coldNs) == [1000])
    #expect(outcome.samples.map(\.coldP99Ns) == [nil])
  }

  @Test(arguments: ["500hz:0", "500hz:64kb", "500hz:64kb:spin", "500hz:64kb:before"])
  func `actions come no faster than the pace`(pace: String) async throws {
    let startNs = MonotonicClock.nowNs()
    let fake = Fake { _ in 1 }
    _ = try await run(fake, pace, actions: 30)
    #expect(fake.singles == 30)
    // 30 actions and 20 empty ones; nanoseconds are rounded.
    #expect(MonotonicClock.nowNs() - startNs >= 49 * 1_999_999)
  }

  @Test func `actions that take longer than a frame have a warning`() async throws {
    let outcome = try await run(
      Fake { _ in
        let endNs = MonotonicClock.nowNs() + 3_000_000
        while MonotonicClock.nowNs() < endNs {}
        return 3_000_000
      }, "1000hz:0", actions: 20)
    #expect(outcome.isValid)
    #expect(outcome.reason?.hasPrefix("late: ") == true, "\(outcome.reason ?? "")")
  }

  @Test func `a lost action invalidates the trial`() async throws {
    let fake = Fake { _ in 1000 }
    fake.lost = 1
    let outcome = try await run(fake, "1000hz:0", actions: 20)
    #expect(!outcome.isValid && outcome.reason?.hasPrefix("wrong digest") == true)
  }

  @Test func `known arithmetic takes as long alone as in the loop, and more if there is more`()
    async throws
  {
    func coldNs(_ work: CalibrationWork) async throws -> Double {
      let scenario = Scenario.sample(work.id, .single, 1, FloorDesign.id)
      let request = try request(scenario, "1000hz:0", actions: 40)
      let parts = try ConformanceTests.catalogue.withCalibrationWork()
        .parts(of: TrialContext(request))
      var driver = TrialDriver(request, parts)
      let outcome = await driver.timeCold()
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
      return try #require(outcome.samples.first?.coldNs)
    }
    var leastNs = UInt64.max
    for _ in 0..<100 {
      let startNs = MonotonicClock.nowNs()
      sink(CalibrationFeature.spin(20_000, from: 1))
      leastNs = min(leastNs, MonotonicClock.nowNs() - startNs)
    }
    let one = try await coldNs(.spin(steps: 20_000))
    let four = try await coldNs(.spin(steps: 80_000))
    // A core whose sibling rests is faster by half.
    #expect(one > Double(leastNs) * 0.5, "\(one) \(leastNs)")
    #expect(four > 2 * one, "\(four) \(one)")
  }

  @Test(arguments: [1, 2, 512]) func `a walk visits each line once`(count: Int) {
    let ring = LineRing(count)
    #expect(Set(ring.path).count == count)
    #expect(ring.walk() == 0)
  }
}

/// The plan and the table of single actions.
@MainActor
struct ColdPlanTests {
  private func plan(_ texts: [(String, String)]) throws -> Plan {
    var options = OptionTexts()
    options.set("filter", "^counter/single/1/uniform/(floor|flow)$")
    for (name, text) in texts { options.set(name, text) }
    return try Plan(options, catalogue: ConformanceTests.catalogue)
  }

  @Test func `a pace adds a pass of its own and leaves the others as they are`() throws {
    let hot = try plan([])
    let cold = try plan([("pace", "60hz")])
    #expect(cold.passes == hot.passes + [.cold])
    #expect(cold.trials.filter { $0.pass != .cold } == hot.trials)
    #expect(cold.trials.count { $0.pass == .cold } == 2 * 5)
    #expect(cold.settings.cold?.actions == 120)
    #expect(cold.text.contains("single actions at 60hz:4mb, 120 in each of 5 processes\n"))
    let slow = try plan([("pace", "10hz")])
    #expect(slow.settings.cold?.actions == 100)
    #expect(hot.settings.cold == nil)
    let json = try hot.json()
    #expect(!json.contains("cold"))
    let few = try plan([("pace", "60hz"), ("rounds", "2"), ("actions", "7"), ("passes", "cold")])
    #expect(few.passes == [.cold] && few.trials.count == 2 * 2)
    #expect(few.settings.cold?.actions == 7)
    let id = try few.repeatableRunID(of: RunRow())
    #expect(id == nil)
  }

  @Test func `a scenario at the pace of a screen takes at most 15 seconds`() throws {
    for pace in ["60hz", "120hz", "1000hz"] {
      let jobs = try plan([("pace", pace), ("design", "flow")]).jobs
      #expect(jobs.reduce(0) { $0 + $1.seconds } < 15, "\(pace)")
    }
  }

  @Test func `the pass needs a pace, and a wrong pace is refused in one line`() {
    for (texts, line) in [
      ([("passes", "cold")], "--passes: cold needs --pace, such as --pace 120hz"),
      (
        [("pace", "fast")],
        "--pace: must be actions per second such as 120hz, 60hz or 10hz, got 'fast'"
      ),
      ([("pace", "0")], "--pace: must be 1 to 1000 hz, got '0'"),
    ] {
      let error = #expect(throws: PlanError.self) { _ = try plan(texts) }
      #expect(error?.description.hasPrefix(line) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains("\n") == false)
    }
  }

  @Test func `hot and cold times are side by side`() throws {
    let plan = try plan([("pace", "120hz")])
    func row(_ scenario: Scenario, _ metric: SummaryMetric, _ value: Double) -> SummaryRow {
      var row = SummaryRow()
      row.dimensions = Dimensions(scenario)
      row.metric = metric.name
      (row.estimate, row.isValid) = (value, true)
      return row
    }
    let flow = try #require(plan.scenarios.first { $0.design == "flow" })
    let rows = [
      row(flow, .wall, 62), row(flow, .cold, 2480), row(flow, .coldP99, 9000),
      row(flow, .coldEmpty, 30),
    ]
    let text = try #require(ColdTable(plan, rows)).text(width: 100, isColoured: false)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("of 8.33 ms"))
    #expect(
      lines.first { $0.contains("  flow ") }?.split(separator: " ").map(String.init)
        == ["flow", "62.0", "2,480", "–", "40.0", "9,000", "0.030", "%"])
    #expect(!text.contains("  floor"))
    #expect(text.replacing("\n", with: " ").contains("An empty action takes at most 30.0 ns"))
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(ColdTable(plan, [row(flow, .wall, 62)]) == nil)
    let hot = try self.plan([])
    #expect(ColdTable(hot, rows) == nil)
  }
}
