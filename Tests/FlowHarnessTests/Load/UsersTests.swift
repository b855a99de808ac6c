import Testing
import Workloads

@testable import FlowHarness

/// Simulated users, in time that jumps.
@MainActor
struct UsersTests {
  private static let users = LoadUsers(
    count: 50, think: .exponential(meanNs: 2_000_000_000),
    away: .exponential(meanNs: 20_000_000_000), arrival: .poisson,
    durationNs: 120_000_000_000)

  private static func run(
    _ scenario: Scenario, _ users: LoadUsers = users
  ) async throws -> (outcome: LoadOutcome, seconds: [LoadSecond]) {
    var scenario = scenario
    scenario.distribution = .zipf(exponent: 1)
    return try await LoadFixture.run(
      LoadFixture.request(scenario, .users(users), isVirtual: true))
  }

  @Test func `do the same in every design and topology`() async throws {
    var found: Set<Int> = []
    for design in ["floor", "inout", "mutex", "flow"] {
      for topology in [Topology.single, .perFeature, .grouped] {
        let scenario = Scenario.sample("app", topology, 3, design)
        let (outcome, seconds) = try await Self.run(scenario)
        // The state is that of the fold of the same users' actions.
        #expect(outcome.isValid, "\(scenario.id): \(outcome.reason ?? "")")
        #expect(outcome.result.abandoned == 0 && outcome.result.dropped == 0)
        #expect(seconds.map(\.completed).reduce(0, +) == outcome.result.completed)
        #expect(seconds.compactMap(\.offered).reduce(0, +) == outcome.result.completed)
        #expect(outcome.cpuNs == nil)
        found.insert(outcome.result.completed)
      }
    }
    // 50 users, who act once in two seconds of some twelve in thirty.
    #expect(found.count == 1)
    #expect((500...2500).contains(found.first ?? 0))
  }

  @Test func `who come together are there in the first second`() async throws {
    var users = Self.users
    users.arrival = .together
    users.away = nil
    users.think = .exponential(meanNs: 100_000_000)
    let (outcome, seconds) = try await Self.run(.sample("app", .single, 3, "flow"), users)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect((seconds.first?.completed ?? 0) >= 50)
    // Nobody comes back, and the seconds go on.
    #expect(seconds.count == 120)
    #expect(seconds.suffix(30).allSatisfy { $0.completed == 0 })
  }

  @Test func `a fold of other users' actions voids the load`() async throws {
    var scenario = Scenario.sample("app", .single, 3, "flow")
    scenario.distribution = .zipf(exponent: 1)
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(scenario, .users(Self.users), isVirtual: true)
    ) { parts in
      let oracle = parts.oracle
      parts.fold.oracle = LoadOracle(
        arrivals: oracle.arrivals,
        digest: { request, completed in
          var request = request
          request.seed += 1
          return oracle.digest(request, completed)
        })
    }
    #expect(!outcome.isValid)
  }
}
