import FlowTestSupport
import FlowTrace
import Foundation

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A trace in a file of its own.
@MainActor
struct TraceFixture {
  let path = temporaryPath()

  var url: URL { URL(filePath: path) }

  /// Writes a trace as `flowbench record` does.
  init(
    _ workload: String, features: Int = 3, rate: Double = 10_000, duration: String = "10ms",
    _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws {
    var options = OptionTexts()
    options.set("workload", to: [workload])
    options.set("features", to: [features])
    options.set("rate", to: rate)
    options.set("duration", duration)
    options.set("out", to: path)
    try change(&options)
    _ = try RecordSession(options, catalogue: ConformanceTests.catalogue).run()
  }

  /// Lines of a trace that was written by hand.
  init(lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
  }

  init(_ data: Data) throws { try data.write(to: url) }

  /// Returns the plan of `flowbench replay` for the trace.
  func plan(
    _ designs: [String]? = nil, _ topologies: [Topology]? = nil, isVirtual: Bool = true,
    _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> LoadPlan {
    var options = OptionTexts()
    options.set("trace", to: path)
    try change(&options)
    options.set("design", to: designs)
    options.set("topology", to: topologies)
    if isVirtual { options.set("virtual") }
    return try LoadPlan(options, catalogue: ConformanceTests.catalogue)
  }

  /// Why it is refused, with `t` for its path.
  func refusal(_ change: (inout OptionTexts) throws -> Void = { _ in }) -> String? {
    do {
      _ = try plan { try change(&$0) }
      return nil
    } catch {
      return "\(error)".replacing(path, with: "t")
    }
  }

  /// Runs every scenario of a plan in this process.
  func run(_ plan: LoadPlan) async throws -> [(scenario: Scenario, outcome: LoadOutcome)] {
    var outcomes: [(scenario: Scenario, outcome: LoadOutcome)] = []
    for scenario in plan.scenarios {
      let request = LoadFixture.request(scenario, plan.traffic, isVirtual: plan.isVirtual)
      outcomes.append((scenario, try await LoadFixture.run(request).outcome))
    }
    return outcomes
  }
}
