import FlowTestSupport
import Measurement
import PublishedDesigns
import ResultFixtures
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Loads in this process, most of them in time that jumps.
@MainActor
enum LoadFixture {
  /// Returns the plan of a command line of `load`, or of `saturate` with a bound.
  static func plan(_ options: String) throws -> LoadPlan {
    let words = options.split(separator: " ").map(String.init)
    let catalogue = Catalogue.standard()
    let plans =
      words.contains("--bound")
      ? try LoadPlans(SaturateOptions.parsed(words), catalogue: catalogue)
      : try LoadPlans(LoadOptions.parsed(words), catalogue: catalogue)
    return plans.plans[0]
  }

  /// Returns the error of such a command line; empty if it is accepted.
  static func refusal(_ options: String) -> String {
    do {
      _ = try plan(options)
      return ""
    } catch { return "\(error)" }
  }

  /// Poisson or even arrivals at one rate.
  nonisolated static func traffic(
    rate: Double, seconds: Double, _ process: ArrivalProcess = .poisson
  ) throws -> LoadTraffic {
    .open(
      try LoadSchedule(
        rate: rate, durationNs: UInt64(seconds * 1e9), process: process))
  }

  nonisolated static func request(
    _ scenario: Scenario, _ traffic: LoadTraffic, maxQueue: Int? = nil, drainNs: UInt64 = 1 << 50,
    isVirtual: Bool = false
  ) -> LoadRequest {
    LoadRequest(
      scenario: scenario, seed: 7,
      load: Load(
        traffic, maxQueue: maxQueue, drainNs: drainNs, warmUpActions: 10, isVirtual: isVirtual),
      workDirectory: temporaryPath())
  }

  /// Runs the task of the child process in this process.
  static func run(
    _ request: LoadRequest, catalogue: Catalogue? = nil,
    _ change: @escaping (inout TrialParts) -> Void = { _ in }
  ) async throws -> (outcome: LoadOutcome, seconds: [TimelineSecond]) {
    let time = request.load.isVirtual ? VirtualNow() : nil
    let catalogue = catalogue ?? Catalogue.standard().withCalibrationWork()
    let (stream, said) = AsyncStream.makeStream(of: TimelineSecond.self)
    let sender = try StoreSender(
      request: request, time: time,
      makeParts: { () throws(PlanError) in
        var parts = try catalogue.parts(
          of: TrialContext(
            scenario: request.scenario, seed: request.seed,
            workDirectory: request.workDirectory, time: time))
        change(&parts)
        return parts
      })
    let outcome = try await LoadDriver(request: request, report: { said.yield($0) }).run(sender)
    said.finish()
    var seconds: [TimelineSecond] = []
    for await second in stream { seconds.append(second) }
    return (outcome, seconds)
  }

  /// A store that takes 1 ms for each action by some law, for *n* actions in virtual time.
  static func queue(
    _ law: ServiceWork.Law, utilisation: Double, actions: Double, maxQueue: Int? = nil
  ) async throws -> (outcome: LoadOutcome, seconds: [TimelineSecond]) {
    let rate = 1000 * utilisation
    return try await run(
      request(
        .sample(ServiceWork(law, meanNs: 1_000_000).id, .single, 1, "floor"),
        try traffic(rate: rate, seconds: actions / rate), maxQueue: maxQueue, isVirtual: true))
  }
}
