import Foundation
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
  private func gap(_ lines: [String]) throws -> CatalogueGap {
    #expect(lines.count == 1)
    return try #require(CatalogueGap(line: lines.first ?? ""))
  }

  @Test func `every kind of child says what is lacking`() async throws {
    let expected = CatalogueGap(Self.scenario)
    var load = LoadFixture.request(
      Self.scenario, try LoadFixture.traffic(rate: 1000, seconds: 0.1))
    let nothing = Catalogue()
    let encoder = JSONEncoder()
    let trial = TrialRequest(
      scenario: Self.scenario, pass: .timing, round: 0, seed: 1,
      settings: Suite.smoke.settings.trial, workDirectory: "", fault: nil)
    let answer = try await TrialChild.run(
      String(decoding: try encoder.encode(trial), as: UTF8.self), catalogue: nothing)
    #expect(try gap([answer]) == expected)

    let said = Mutex<[String]>([])
    func take() -> [String] {
      said.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
    try await LoadChild.run(try encoder.encode(load), catalogue: nothing) { line in
      said.withLock { $0.append(line) }
    }
    #expect(try gap(take()) == expected)

    let producers = ProducerRequest(
      scenario: Self.scenario, producers: 1, seed: 1, durationNs: 1_000_000)
    try await ProducerChild.run(try encoder.encode(producers), catalogue: nothing) { line in
      said.withLock { $0.append(line) }
    }
    #expect(try gap(take()) == expected)

    load.scenario.answers = .served
    let exploration = ExploreRequest(load: load, runs: 1)
    try ExploreChild.run(try encoder.encode(exploration), catalogue: nothing) { line in
      said.withLock { $0.append(line) }
    }
    #expect(try gap(take()).answers == .served)
  }

  @Test func `other lines are not about a gap`() {
    #expect(CatalogueGap(line: "") == nil)
    #expect(CatalogueGap(line: #"{"progress":{"_0":3}}"#) == nil)
    #expect(CatalogueGap(line: #"{"catalogueLacks":3}"#) == nil)
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
    scenario.answers = .suspending
    #expect(
      CatalogueGap(scenario).reason(of: "/another").hasSuffix(
        "'single' with 2 middlewares with answers that are suspending"))
  }
}
