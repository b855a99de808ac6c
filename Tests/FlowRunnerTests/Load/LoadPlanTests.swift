import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

@MainActor
struct LoadPlanTests {
  private func plan(_ options: String = "") throws -> LoadPlan {
    try LoadFixture.plan(options)
  }

  @Test func `the default is ten thousand Poisson arrivals per second for ten seconds`() throws {
    let plan = try plan()
    #expect(plan.load.traffic.description == "open:poisson:10s@10000.0")
    #expect(plan.scenarios.map(\.design).contains("flow"))
    #expect(Set(plan.scenarios.map(\.topology)) == [.single, .perFeature])
    #expect(plan.rounds == 1 && plan.load.maxQueue == nil && plan.load.drainNs == 10_000_000_000)
  }

  @Test func `lists that are given are the plan, in one store unless topologies are given`() throws
  {
    let plan = try plan("--workload counter --features 1,10 --design flow,inout")
    #expect(
      Set(plan.scenarios.map(\.id)) == [
        "counter/single/1/uniform/flow", "counter/single/1/uniform/inout",
        "counter/single/10/uniform/flow", "counter/single/10/uniform/inout",
      ])
    #expect(plan.text.hasPrefix("4 scenarios\nload: "))
  }

  @Test(arguments: [
    ("--stage 1000:10s --stage 1000..5000:30s", "open:poisson:10s@1000.0+30s@1000.0..5000.0"),
    ("--rate 50 --arrivals constant --duration 2m", "open:constant:2m@50.0"),
    ("--clients 5 --think constant:3ms", "closed:5:constant:3ms:10s"),
    (
      "--users 7 --duration 1h --virtual",
      "users:7:poisson:think:exponential:10s:away:exponential:10m:waiting:1h"
    ),
  ])
  func `loads have names that are stable and short`(options: String, name: String) throws {
    #expect(try plan(options).load.traffic.description == name)
  }

  @Test func `stages end one after the other`() throws {
    let staged = try plan("--stage 1000:10s --stage 1000..5000:30s")
    #expect(staged.load.traffic.stageEndsNs == [10_000_000_000, 40_000_000_000])
  }

  @Test func `users prefer some features`() throws {
    let users = try plan("--users 7 --virtual")
    #expect(users.scenarios.allSatisfy { $0.distribution == .zipf(exponent: 1) })
    #expect(users.text.contains("virtual time"))
  }

  @Test func `plans are decoded from JSON unchanged`() throws {
    let plan = try plan(
      "--stage 10:1s --stage 10..20:2s --threshold response_max<5ms "
        + "--threshold dropped_total==0 --max-queue 7")
    #expect(try JSONDecoder().decode(LoadPlan.self, from: Data(plan.json().utf8)) == plan)
  }

  @Test(arguments: [
    ("--rate 1000", 20.02), ("--rate 100000000 --duration 100ms --virtual", 20.0),
    ("--users 1000000 --drain 5s", 17.0),
  ])
  func `a load may be silent while it generates arrivals, runs and drains its queue`(
    options: String, seconds: Double
  ) throws {
    let plan = try plan(options)
    #expect(abs(plan.quietSeconds - seconds) < 1e-9)
  }

  @Test func `a search in virtual time needs a service with a capacity`() throws {
    let search = try plan(
      "--bound p99=5ms --virtual --latency constant:1ms --capacity 4 --design flow")
    #expect(search.bound != nil && search.load.isVirtual)
  }

  /// Each with all of its error.
  nonisolated private static let errors: [(String, String)] = [
    (
      "--think constant:1s",
      "--think: must be given with --users or --clients, got none of them"
    ),
    (
      "--clients 2 --rate 10",
      "--rate: must not be given with --clients, which has other options; give one of the two"
    ),
    (
      "--clients 2 --latency constant:1ms",
      "--latency: must not be given with --clients, which has other options; give one of the two"
    ),
    ("--stage 5:1s --duration 3s", "--duration: must not be given with --stage, got both"),
    ("--away constant:1s", "--away: must be given with --users, got none of them"),
    ("--users 0", "--users: must be 1 to 1000000, got 0"),
    (
      "--users 2 --distribution uniform",
      "--distribution: must be zipf[:EXPONENT] for users, because users prefer some copies, got 'uniform'"
    ),
    (
      "--bound p99=5ms --virtual",
      "--virtual: must, with --bound, be given with --latency, got --virtual alone"
    ),
    ("--duration 10", "--duration: must be a time above 0, such as 500ms, 10s or 2m, got '10'"),
    ("--rate 0", "--rate: must be 0.01 to 1000000000, got 0"),
    ("--rounds 0", "--rounds: must be 1 to 1000, got 0"),
    ("--clients 0", "--clients: must be 1 to 10000000, got 0"),
    ("--max-queue=-1", "--max-queue: must be 0 to 100000000, got -1"),
    (
      "--arrivals poison",
      "--arrivals: no arrival process is called 'poison'; did you mean 'poisson'? choose from poisson, constant, together"
    ),
    (
      "--threshold response_p99",
      "--threshold: must be a metric, one of < <= > >= == != and a value, such as response_p99<5ms, got 'response_p99'"
    ),
    (
      "--threshold p99=<5ms",
      "--threshold: must be a metric, one of < <= > >= == != and a value, such as response_p99<5ms, got 'p99=<5ms'"
    ),
    (
      "--threshold p99<5",
      "--threshold: response_p99_ns must be a time with its unit, such as 5ms, got '5'"
    ),
    ("--threshold dropped_total==none", "--threshold: dropped_total must be a number, got 'none'"),
    ("--failures 0.1", "--failures: must be given with --latency, got --failures alone"),
    ("--latency constant:1ms --failures 1.5", "--failures: must be 0 to 1, got 1.5"),
    ("--latency constant:1ms --capacity 0", "--capacity: must be 1 to 1000000, got 0"),
    (
      "--latency constant:1ms --max-queue 3",
      "--max-queue: must, with --latency, be given with --capacity, got --max-queue alone"
    ),
    (
      "--latency constant:2ms --timeout 1999us",
      "--timeout: must be no less than the shortest latency, or every request times out: 2ms, got 1999us"
    ),
    (
      "--latency uniform:2ms:3ms --timeout 1999us",
      "--timeout: must be no less than the shortest latency, or every request times out: 2ms, got 1999us"
    ),
    // A timeout at the latency is late enough.
    ("--latency constant:2ms --timeout 2ms", ""),
    ("--latency exponential:2ms --timeout 1us", ""),
    (
      "--latency constant:5ms --virtual --design task",
      "--virtual: must leave a design that supports virtual time: published shapes are bound to the main actor, whose effects take real time, got 'task'"
    ),
  ]

  @Test(arguments: errors)
  func `options that cannot be used are refused in one line`(options: String, error: String) {
    #expect(LoadFixture.refusal(options) == error)
  }

  /// Each with the beginning of its error.
  nonisolated private static let beginnings: [(String, String)] = [
    (
      "--users 2 --arrivals constant",
      "--arrivals: no arrival process of these is called 'constant'"
    ),
    ("--clients 1 --think measured:/no/such/file.csv", "--think: "),
    ("--clients 1 --think long", "--think: "), ("--latency soon", "--latency: "),
    ("--stage 10s", "--stage: "), ("--filter nothing", "--filter: "),
    ("--design flwo", "--design: no design is called 'flwo'; did you mean 'flow'?"),
    (
      "--threshold respnse_p99<5ms",
      "--threshold: no metric is called 'respnse_p99'; did you mean 'response_p99_ns'?"
    ),
    ("--bound p99", "--bound: "), ("--bound p99=5", "--bound: "),
    ("--bound dropped_total=5", "--bound: "), ("--bound p98=5ms", "--bound: "),
  ]

  @Test(arguments: beginnings)
  func `unusable values are refused by name`(options: String, beginning: String) {
    let error = LoadFixture.refusal(options)
    #expect(error.hasPrefix(beginning), "\(error)")
    #expect(!error.contains("\n"))
  }
}
