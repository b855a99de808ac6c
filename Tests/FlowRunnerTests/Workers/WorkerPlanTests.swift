import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The options and the plan of a load of several workers.
@MainActor
struct WorkerPlanTests {
  private func plan(
    _ workers: Int? = 2, _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> LoadPlan {
    var options = OptionTexts()
    options.set("workers", to: workers)
    try change(&options)
    return try LoadPlan(options, catalogue: .standard())
  }

  private func message(_ change: (inout OptionTexts) throws -> Void) -> String {
    do {
      _ = try plan(2, change)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func `the standard is four designs in two topologies, free on all cores`() throws {
    let plan = try plan()
    #expect(plan.loadText == "open:poisson:10s@10000.0:workers:2")
    #expect(Set(plan.scenarios.map(\.design)) == ["mutex", "actor", "flow", "inout"])
    #expect(Set(plan.scenarios.map(\.topology)) == [.single, .perFeature])
    #expect(plan.scenarios.allSatisfy { $0.workload == "sequence" && $0.affinity != .pinned })
  }

  @Test func `comes back from JSON as it was, and says nothing of workers without them`() throws {
    let plan = try plan { $0.set("stage", "1s@100", "1s@100..900") }
    #expect(try JSONDecoder().decode(LoadPlan.self, from: Data(plan.json().utf8)) == plan)
    let other = try self.plan(nil)
    #expect(other.loadText == "open:poisson:10s@10000.0")
    #expect(try !other.json().contains("workers"))
  }

  @Test func `options that workers do not have are refused in one line`() {
    for option in [
      "clients", "max-queue", "latency",
      "virtual", "workload", "affinity",
    ] {
      let value = ["latency": "constant:1ms", "workload": "app", "affinity": "free"]
      let text = message {
        if option == "virtual" { $0.set(option) } else { $0.set(option, value[option] ?? "5") }
      }
      #expect(text.hasSuffix(" a kind of traffic without this option, got both"), "\(text)")
    }
  }

  @Test func `a search tries each rate with as many workers`() throws {
    let traffic = try plan().traffic
    #expect("\(try traffic.at(rate: 500))" == "open:poisson:10s@500.0:workers:2")
    #expect(throws: RateError.self) { try traffic.at(rate: 0.15) }
  }

  @Test func `the table has the fairness of workers, under overload, too`() throws {
    let plan = try plan { $0.set("design", "mutex") }
    func row(_ topology: Topology, _ steadiness: String) throws -> LoadRow {
      let scenario = try #require(plan.scenarios.first { $0.topology == topology })
      var row = LoadRow(
        of: LoadProcess(
          runID: "r", dimensions: Dimensions(scenario), load: plan.loadText, round: 0))
      row.isValid = true
      row.throughput = 9000
      row.fairness.index = 0.75
      row.fairness.minP99Ns = 1_000_000
      row.fairness.maxP99Ns = 3_000_000
      row.quality.steadiness = steadiness
      return row
    }
    let rows = [
      try row(.single, LoadQuality.steady), try row(.perFeature, LoadQuality.overloaded),
    ]
    let findings = LoadFindings(
      plan: plan,
      found: Dictionary(
        uniqueKeysWithValues: rows.map { ($0.job, FoundLoad(load: $0, effects: nil)) }),
      shared: Catalogue.standard().shared)
    let table = findings.table(isColoured: false)
    let lines = table.split(separator: "\n").filter { $0.hasPrefix("  mutex") }
    #expect(lines.count == 2)
    for line in lines { #expect(line.contains("0.750") && line.contains("1.00–3.00 ms")) }
    #expect(lines.last?.contains("overloaded") == true)
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(findings.notes.contains("mutex: workers are threads; each store behind a lock"))
    #expect(findings.notes.contains { $0.hasPrefix("fairness: ") })
  }
}
