import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Suites of loads: what they hold, what may be changed, and what they say.
@MainActor
struct LoadSuiteTests {
  private func plans(
    _ suite: String?, _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> LoadPlans {
    var options = OptionTexts()
    if let suite { options.set("suite", suite) }
    try change(&options)
    return try LoadPlans(options, catalogue: .standard())
  }

  private func message(
    _ suite: String? = "smoke", _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) -> String {
    do {
      _ = try plans(suite, change)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test(arguments: LoadSuite.allCases)
  func `a suite holds every kind of load, and none twice`(suite: LoadSuite) throws {
    let plans = try plans(suite.rawValue)
    #expect(plans.suite == suite && plans.rounds == suite.rounds)
    let kinds = Set(plans.plans.map { String($0.load.description.prefix { $0 != ":" }) })
    #expect(kinds == (suite == .claims ? ["open"] : ["open", "closed", "users"]))
    #expect(plans.hasService)
    #expect((suite == .claims) != plans.plans.contains { $0.load.service == nil })
    let loads = plans.plans.flatMap { plan in
      plan.scenarios.map { "\($0.id) \(plan.load.description)" }
    }
    #expect(Set(loads).count == loads.count)
    #expect(plans.plans.allSatisfy { $0.dropped == 0 || $0.scenarios.count > 4 })
    // What is compared needs two processes at least.
    #expect(suite == .smoke || suite.rounds >= 2)
  }

  @Test func `suites take the stated time`() throws {
    #expect(try plans("smoke").totalNs < 6_000_000_000)
    let minutes = Double(try plans("default").totalNs) / 60e9
    #expect(minutes > 5 && minutes < 10, "\(minutes)")
    #expect(try plans("claims").totalNs < 180_000_000_000)
  }

  @Test func `the default suite has every design, and rates in both topologies`() throws {
    let plans = try plans("default").plans
    let slow = try #require(plans.first { $0.scenarios.allSatisfy { $0.features == 1 } })
    #expect(Set(slow.scenarios.map(\.design)).isSuperset(of: ["floor", "middleware", "flow"]))
    let rates = plans.filter { Set($0.scenarios.map(\.topology)) == [.single, .perFeature] }
      .map(\.load.description)
    #expect(
      rates.prefix(3) == [
        "open:poisson:2s@1000.0", "open:poisson:2s@10000.0", "open:poisson:2s@50000.0",
      ])
    let served = try #require(plans.last)
    #expect(served.load.description.contains(":service:"))
    #expect(Set(served.scenarios.map(\.design)) == ["middleware", "protocol", "task", "flow"])
  }

  @Test func `the user's lists replace those of the suite`() throws {
    let plans = try plans("smoke") {
      $0.set("design", "inout")
      $0.set("topology", "per-feature")
      $0.set("features", "3")
      $0.set("seed", "9")
      $0.set("duration", "20ms")
      $0.set("rounds", "4")
      $0.set("threshold", "dropped_total==0")
    }
    // Its effects cannot take time: that load has nothing left.
    #expect(plans.plans.count == 3 && !plans.hasService)
    #expect(plans.plans.flatMap(\.scenarios).allSatisfy { $0.design == "inout" })
    #expect(plans.plans.flatMap(\.scenarios).allSatisfy { $0.features == 3 })
    #expect(plans.plans.flatMap(\.scenarios).allSatisfy { $0.topology == .perFeature })
    #expect(
      plans.plans.allSatisfy {
        $0.seed == 9 && $0.rounds == 4 && $0.thresholds.count == 1
          && $0.load.traffic.durationNs == 20_000_000
      })
    let filtered = try self.plans("smoke") { $0.set("filter", "^search") }
    #expect(filtered.plans.count == 1 && filtered.hasService)
  }

  @Test func `a suite reports omitted designs with the reason`() throws {
    let standard = try plans("default")
    let slow = try #require(
      standard.plans.first { $0.scenarios.allSatisfy { $0.features == 1 } })
    let few = [
      "flow-typed, flow-tracked, flow-history, flow-undo and 6 more cannot run app"
    ]
    #expect(slow.leftOut == few)
    #expect(
      standard.omissions == few.map { "omitted of \(slow.load.description): \($0)\n" }.joined())
    #expect(standard.text.contains("\nomitted: flow-typed, flow-tracked"))
    let asked = try plans("smoke") { $0.set("design", "inout,bare-task") }
    let served = "open:poisson:500ms@200.0:service:constant:5ms"
    let reason =
      "inout cannot run search with 10 copies and effects that take time; "
      + "bare-task cannot run search"
    #expect(asked.omissions.hasSuffix("omitted all of \(served): \(reason)\n"))
    #expect(
      asked.omissions.contains(
        "omitted of open:poisson:500ms@5000.0: bare-task cannot run app\n"))
    #expect(asked.text.hasSuffix("\nomitted: \(served): \(reason)\n"))
    // Requested designs and single loads have no omissions.
    #expect(try plans("smoke") { $0.set("filter", "^search") }.omissions.isEmpty)
    #expect(
      try plans(nil) { $0.set("design", "inout,bare-task") }.omissions.isEmpty)
  }

  @Test func `options of the traffic of a suite are refused`() {
    let values = [
      "rate": "5", "arrivals": "poisson", "stage": "5:1s", "clients": "5",
      "think": "constant:1s", "users": "5", "away": "constant:1s", "latency": "constant:1s",
      "failures": "0.5", "timeout": "1s", "capacity": "5", "max-queue": "5", "drain": "1s",
      "distribution": "uniform",
    ]
    for (option, value) in values {
      #expect(
        message { $0.set(option, value) } == "--\(option): must not be given with --suite, "
          + "which has other options; give one of the two")
    }
  }

  @Test func `unknown names are reported in one line`() {
    #expect(
      message("smok")
        == "--suite: no suite of loads is called 'smok'; did you mean 'smoke'? "
        + "choose from smoke, default, claims")
    #expect(
      message { $0.set("filter", "nothing") }.hasPrefix("--filter: must leave"))
    #expect(message { $0.set("design", "flwo") }.hasPrefix("--design: no design"))
    #expect(
      message { $0.set("duration", "soon") }.hasPrefix("--duration: must be a time"))
    #expect(
      message { $0.set("rounds", "0") } == "--rounds: must be 1 to 1000, got 0")
  }

  @Test func `a virtual load has the name of its plan`() throws {
    let plans = try plans("smoke")
    let one = try self.plans(nil)
    #expect(one.plans.count == 1 && one.suiteName == "load")
    #expect(one.text == one.plans[0].text)
    #expect(try one.repeatableRunID(of: RunRow()) == nil)
    let jumping = try self.plans(nil) { $0.set("virtual") }
    let id = try #require(try jumping.repeatableRunID(of: RunRow()))
    #expect(id.hasPrefix(RunRow.virtualPrefix))
    #expect(
      try self.plans(nil) { $0.set("virtual") }.repeatableRunID(of: RunRow()) == id)
    let other = try self.plans(nil) {
      $0.set("virtual")
      $0.set("rate", "5")
    }
    #expect(try other.repeatableRunID(of: RunRow()) != id)
    #expect(plans.suiteName == "load-smoke")
    #expect(plans.text.hasPrefix("suite smoke: 4 loads, 11 scenarios, "))
  }

  @Test func `a report names the load of each table and of each threshold`() throws {
    let plans = try plans("smoke") { $0.set("threshold", "dropped_total==0") }
    let loads = plans.plans.map { plan in
      let found = plan.scenarios.map { scenario in
        var row = LoadRow()
        row.dimensions = Dimensions(scenario)
        row.load = plan.load.description
        row.isValid = true
        if case .closed = plan.load.traffic { row.dropped = 1 } else { row.dropped = 0 }
        return (row.job, FoundLoad(load: row))
      }
      return LoadFindings(plan: plan, found: Dictionary(uniqueKeysWithValues: found))
    }
    var end = SessionEnd(path: "out", command: plans.command)
    let report = LoadReport(plan: plans, loads: loads, end: end)
    let table = report.table(isColoured: false)
    for plan in plans.plans { #expect(table.contains(plan.load.description + "\n\nscenario")) }
    #expect(table.split(separator: "\n").filter { $0.hasPrefix("p50 … max") }.count == 1)
    #expect(report.isValid && !report.isMet)
    #expect(
      report.closing.hasPrefix("missed: dropped_total==0: ")
        && report.closing.hasSuffix(
          " in app/single/10/uniform/flow with closed:10:exponential:1ms:500ms\n"
            + "results in out\n"),
      "\(report.closing)")
    end.isInterrupted = true
    #expect(
      LoadReport(plan: plans, loads: loads, end: end).closing.hasSuffix(
        "interrupted; continue with: \(Executable.command("load")) --resume out\n"))
  }
}
