import FlowTestSupport
import FlowTrace
import Foundation
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A trace in a file of its own.
@MainActor
struct TraceFixture {
  let path = temporaryPath()

  var url: URL { URL(filePath: path) }

  /// Writes the actions of a workload at random times or, with a constant process, at even ones.
  init(
    _ workload: String, features: Int = 3, rate: Double = 10_000, seconds: Double = 0.01,
    _ process: ArrivalProcess = .poisson
  ) throws {
    let profile = try RateProfile([RateSegment(durationNs: UInt64(seconds * 1e9), rate: rate)])
    var recorder = TraceRecorder(
      workload: workload, features: features, url: url,
      schedule: ArrivalSchedule(profile: profile, process: process, seed: 1))
    StandardWorkloads.visit(&recorder)
    try recorder.result?.get()
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

  /// Returns the trace as plans have it.
  func replay() throws -> TraceReplay? {
    guard case .trace(let trace) = try plan().load.traffic else { return nil }
    return trace
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
      let request = LoadFixture.request(scenario, plan.load.traffic, isVirtual: plan.load.isVirtual)
      outcomes.append((scenario, try await LoadFixture.run(request).outcome))
    }
    return outcomes
  }
}

/// Writes the actions of one workload as an app that records itself, with the digest of their fold.
private struct TraceRecorder: WorkloadVisitor {
  let workload: String
  let features: Int
  let url: URL
  let schedule: ArrivalSchedule
  var result: Result<Void, any Error>?

  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
    guard workload.description.id == self.workload else { return }
    // The features of the actions and of the fold have services of their own.
    record(Copies(workload.make(Services()), count: features))
  }

  mutating func visitApp() {
    if workload == WorkloadDescription.app.id { record(AppFeature(copies: features)) }
  }

  private mutating func record<F: Feature>(_ feature: F) {
    var generator = ActionGenerator(feature: feature, distribution: .uniform, seed: 1)
    var schedule = schedule
    var trace = Trace<F.Action>(app: "\(workload)/\(features)", seed: 1)
    var fold = Floor(feature)
    while let atNs = schedule.next() {
      let action = generator.next()
      fold.send(action)
      trace.append(action, atNs: atNs)
    }
    trace.header.marksAnswers = true
    trace.header.actionCount = trace.actionCount
    trace.header.digest = String(fold.digest, radix: 16)
    result = Result { try trace.write(to: url) }
  }
}
