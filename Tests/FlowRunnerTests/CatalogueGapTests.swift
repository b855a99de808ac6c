import Foundation
import ResultFixtures
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A child whose catalogue lacks what it is asked for says so on a line that its parent can tell from
/// all others.
@MainActor
struct CatalogueGapTests {
  private static let scenario = Scenario.sample("search", .single, 1, "flow")

  /// The gap that the only line is about.
  private func gap<T: ChildTask>(_ task: T.Type, _ request: T.Request) async throws -> CatalogueGap?
  {
    let said = Mutex<[String]>([])
    try await task.serve(try JSONEncoder().encode(request), catalogue: Catalogue()) { line in
      said.withLock { $0.append(line) }
    }
    let lines = said.withLock { $0 }
    #expect(lines.count == 1)
    let line = Data((lines.first ?? "").utf8)
    guard case .gap(let gap) = try JSONDecoder().decode(T.Message.self, from: line) else {
      return nil
    }
    return gap
  }

  @Test func `every kind of child says what is lacking`() async throws {
    let expected = CatalogueGap(Self.scenario)
    var load = LoadFixture.request(
      Self.scenario, try LoadFixture.traffic(rate: 1000, seconds: 0.1))
    let trial = TrialRequest(
      scenario: Self.scenario, pass: .timing, round: 0, seed: 1,
      settings: Suite.smoke.settings.trial, workDirectory: "", fault: nil)
    #expect(try await gap(TrialTask.self, trial) == expected)
    #expect(try await gap(LoadTask.self, load) == expected)
    let contention = ContendTask.Request(
      scenario: Self.scenario, workers: 1, seed: 1, durationNs: 1_000_000)
    #expect(try await gap(ContendTask.self, contention) == expected)
    load.scenario.completion = .service
    let exploration = ExploreRequest(load: load, runs: 1)
    #expect(try await gap(ExploreTask.self, exploration)?.completion == .service)
  }

  @Test func `says what is lacking, and what to do where the program is this one`() {
    var scenario = Self.scenario
    let this = CatalogueGap(scenario).reason(of: Executable.path)
    #expect(
      this.hasPrefix("the child process has no 'flow' for 'search' in 'single': register(in:)"))
    #expect(
      CatalogueGap(scenario).reason(of: "/another")
        == "the child process has no 'flow' for 'search' in 'single'")
    scenario.middlewares = 2
    scenario.completion = .suspending
    #expect(
      CatalogueGap(scenario).reason(of: "/another").hasSuffix(
        "'single' with 2 middlewares with completion suspending"))
  }
}
