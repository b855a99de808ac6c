import ResultFixtures
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// A run with known numbers, for claims.
struct ClaimFixture {
  private(set) var samples: [SampleRow] = []
  var run = RunRow.full

  init() { run.warning = "" }

  /// Adds a scenario with one process for each time, and a counting trial.
  mutating func add(
    _ workload: String, _ design: String, _ topology: Topology = .single, _ features: Int = 1,
    ns: [Double], allocations: Double = 0, bytes: Double? = nil, keptBytes: Int? = nil,
    digest: String = "d", warning: String = "", _ change: (inout Scenario) -> Void = { _ in }
  ) {
    var scenario = Scenario.sample(workload, topology, features, design)
    scenario.affinity = .pinned
    change(&scenario)
    samples += RunFixture.samples(
      scenario, wallNs: ns, allocations: allocations, digest: digest
    ).map { row in
      var row = row
      row.warning = warning
      guard row.pass == "counting" else { return row }
      row.bytes = bytes
      row.keptBytes = keptBytes
      return row
    }
  }

  /// Disturbs the timing trials of some rounds of a design.
  mutating func disturb(_ design: String, rounds: Set<Int>) {
    for index in samples.indices
    where samples[index].pass == "timing" && samples[index].dimensions.design == design
      && rounds.contains(samples[index].round ?? 0)
    {
      samples[index].warning = Disturbance.otherProcesses + ", most of it backup"
    }
  }

  /// Returns the card of one claim.
  func card(_ number: Int, design: String? = nil) throws -> ClaimCard {
    let fixture = try RunFixture(samples, run: run)
    return try ClaimCards(run: fixture.path, design: design, claim: number).cards[0]
  }

  /// Returns the verdict on one claim.
  func verdict(_ number: Int, design: String? = nil) throws -> ClaimVerdict {
    try card(number, design: design).verdict
  }
}

extension [Double] {
  /// Returns the times of three processes that differ by 0.1 %.
  static func around(_ ns: Double) -> [Double] { [ns, 1.001 * ns, 0.999 * ns] }
}
