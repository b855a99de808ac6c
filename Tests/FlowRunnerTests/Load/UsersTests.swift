import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Simulated users, in time that jumps.
@MainActor
struct UsersTests {
  private static let away = Delay.exponential(meanNs: 20_000_000_000)
  private static let users = UserTraffic(
    count: 50, arrival: .poisson, think: .exponential(meanNs: 2_000_000_000), away: away,
    durationNs: 120_000_000_000)

  private static func run(
    _ scenario: Scenario, _ users: UserTraffic = users
  ) async throws -> (outcome: LoadOutcome, seconds: [TimelineSecond]) {
    var scenario = scenario
    scenario.distribution = .zipf(exponent: 1)
    return try await LoadFixture.run(
      LoadFixture.request(scenario, .users(users), isVirtual: true))
  }

  @Test func `users act the same in every design and topology`() async throws {
    var found: Set<Int> = []
    for design in ["floor", "inout", "mutex", "flow"] {
      for topology in [Topology.single, .perFeature] {
        let scenario = Scenario.sample("app", topology, 3, design)
        let (outcome, seconds) = try await Self.run(scenario)
        // The state is that of the fold of the same users' actions.
        #expect(outcome.isValid, "\(scenario.id): \(outcome.reason ?? "")")
        #expect(outcome.result.abandoned == 0 && outcome.result.dropped == 0)
        #expect(seconds.map(\.completed).reduce(0, +) == outcome.result.completed)
        // Arrivals depend on the store, and are not known in advance.
        #expect(seconds.allSatisfy { $0.offered == nil })
        #expect(outcome.cpuNs == nil)
        found.insert(outcome.result.completed)
      }
    }
    // 50 users, who act once in two seconds of some twelve in thirty.
    #expect(found.count == 1)
    #expect((500...2500).contains(found.first ?? 0))
  }

  @Test func `users who come together arrive in the first second`() async throws {
    var users = Self.users
    (users.arrival, users.away) = (.together, nil)
    users.think = .exponential(meanNs: 100_000_000)
    let (outcome, seconds) = try await Self.run(.sample("app", .single, 3, "flow"), users)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect((seconds.first?.completed ?? 0) >= 50)
    // No user comes back, and seconds in which nothing happens are left out.
    #expect(seconds.count < 30)
    #expect(seconds.allSatisfy { $0.completed > 0 })
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
        digest: { request, completed, ends in
          var request = request
          request.seed += 1
          return oracle.digest(request, completed, ends)
        })
    }
    #expect(!outcome.isValid)
  }

  // In real time who acts next depends on when others ended, to the nanosecond.
  @Test func `the actions of users follow from their response times`() async throws {
    var scenario = Scenario.sample("app", .single, 3, "flow")
    scenario.distribution = .zipf(exponent: 1)
    var users = Self.users
    users.durationNs = 300_000_000
    users.think = .exponential(meanNs: 200_000)
    (users.count, users.arrival) = (40, .together)
    users.away = .constant(ns: 1_000_000)
    let request = LoadFixture.request(scenario, .users(users))
    let (outcome, _) = try await LoadFixture.run(request)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect(outcome.result.completed > 500)
    // With the ends of others the fold is another one, and is seen.
    let (wrong, _) = try await LoadFixture.run(request) { parts in
      let oracle = parts.oracle
      parts.fold.oracle = LoadOracle(
        arrivals: oracle.arrivals,
        digest: { request, completed, _ in
          let others = ResponseTimeLog()
          for _ in 0..<completed { others.append(1_000_000) }
          return oracle.digest(request, completed, others)
        })
    }
    #expect(!wrong.isValid)
  }

  @Test func `a log returns the appended times`() {
    var random = SplitMix64(seed: 1)
    let edges: [UInt64] = [0, 0, 0, 1, 127, 128, 16_383, 16_384, .max, 0, 5, 0]
    let times =
      edges
      + (0..<400_000).map { _ in random.next() >> (random.next() % 64) & ~(random.next() & 1) }
      + [0, 0]
    let log = ResponseTimeLog()
    for time in times { log.append(time) }
    var read = log.times()
    var found: [UInt64] = []
    while let time = read.next() { found.append(time) }
    #expect(found == times)
    var none = ResponseTimeLog().times()
    #expect(none.next() == nil)
  }
}
