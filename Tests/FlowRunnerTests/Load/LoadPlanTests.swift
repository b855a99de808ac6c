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
  private func plan(_ change: (inout OptionValues) throws -> Void) throws -> LoadPlan {
    var options = OptionValues()
    try change(&options)
    return try LoadPlan(options, catalogue: .standard())
  }

  private func message(_ change: (inout OptionValues) throws -> Void) -> String {
    do {
      _ = try plan(change)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func `the standard is ten thousand Poisson arrivals a second for ten seconds`() throws {
    let plan = try plan { _ in }
    #expect(plan.traffic.description == "open:poisson:10s@10000.0")
    #expect(plan.scenarios.map(\.design).contains("flow"))
    #expect(Set(plan.scenarios.map(\.topology)) == [.single, .perFeature])
    #expect(plan.rounds == 1 && plan.maxQueue == nil && plan.drainNs == 10_000_000_000)
  }

  @Test func `loads have names that are stable and short`() throws {
    let staged = try plan { try $0.set(RateChangeOptions.stages, "10s@1000", "30s@1000..5000") }
    #expect(staged.traffic.description == "open:poisson:10s@1000.0+30s@1000.0..5000.0")
    #expect(staged.traffic.stageEndsNs == [10_000_000_000, 40_000_000_000])
    let bursts = try plan {
      try $0.set(RateChangeOptions.shape, "bursts:1ms:1ms")
      try $0.set(RateOptions.rate, "50")
      try $0.set(RateOptions.arrivals, "constant")
      try $0.set(RateOptions.duration, "2m")
    }
    #expect(bursts.traffic.description == "open:constant:2m@50.0:bursts:1ms:1ms")
    let closed = try plan {
      try $0.set(ClientOptions.clients, "5")
      try $0.set(UserOptions.think, "constant:3ms")
    }
    #expect(closed.traffic.description == "closed:5:constant:3ms:10s")
  }

  @Test func `comes back from JSON as it was`() throws {
    let plan = try plan {
      try $0.set(RateChangeOptions.stages, "1s@10", "2s@10..20")
      try $0.set(ThresholdOptions.thresholds, "response_max<5ms", "dropped_total==0")
      try $0.set(QueueOptions.maxQueue, "7")
    }
    #expect(try JSONDecoder().decode(LoadPlan.self, from: Data(plan.json().utf8)) == plan)
  }

  @Test func `a load may be silent while it makes who sends, lasts, and serves who waits`() throws {
    let open = try plan { try $0.set(RateOptions.rate, "1000") }
    #expect(abs(open.quietSeconds(open.traffic) - (0.02 + 10 + 10)) < 1e-9)
    let short = try plan {
      try $0.set(RateOptions.rate, "100000000")
      try $0.set(RateOptions.duration, "100ms")
      $0[TimeOptions.virtual] = true
    }
    #expect(abs(short.quietSeconds(short.traffic) - 20) < 1e-9)
    let users = try plan {
      try $0.set(UserOptions.users, "1000000")
      try $0.set(QueueOptions.drain, "5s")
    }
    #expect(abs(users.quietSeconds(users.traffic) - (2 + 10 + 5)) < 1e-9)
  }

  @Test func `options that exclude each other are reported in one line`() {
    #expect(
      message { try $0.set(UserOptions.think, "constant:1s") }
        == "--think: must be given with --clients or --users or --sessions, who think, got 'constant:1s'"
    )
    #expect(
      message {
        try $0.set(ClientOptions.clients, "2")
        try $0.set(RateOptions.rate, "10")
      } == "--rate: must not be given with --clients, who send when they are ready, got '10'")
    #expect(
      message {
        try $0.set(ClientOptions.clients, "2")
        try $0.set(QueueOptions.maxQueue, "10")
      } == "--max-queue: must not be given with --clients, who send when they are ready, got '10'")
    #expect(
      message {
        try $0.set(RateChangeOptions.stages, "1s@5")
        try $0.set(RateOptions.duration, "3s")
      } == "--duration: must not be given with --stage, which has its own, got '3s'")
  }

  @Test func `users have options of their own`() throws {
    let users = try plan {
      try $0.set(UserOptions.users, "7")
      try $0.set(RateOptions.duration, "1h")
      $0[TimeOptions.virtual] = true
    }
    #expect(
      users.traffic.description
        == "users:7:poisson:think:exponential:10s:away:exponential:10m:waiting:1h")
    let blind = try plan {
      try $0.set(UserOptions.users, "7")
      $0[AnswerOptions.blind] = true
    }
    #expect(
      blind.traffic.description
        == "users:7:poisson:think:exponential:10s:away:exponential:10m:blind:10s")
    let sessions = try plan {
      $0[UserOptions.sessions] = true
      try $0.set(RateOptions.rate, "30")
      try $0.set(RateChangeOptions.shape, "peak:3")
    }
    #expect(
      sessions.traffic.description
        == "sessions:poisson:10s@30.0:peak:3.0:think:exponential:10s:waiting")
    #expect(
      message {
        $0[UserOptions.sessions] = true
        try $0.set(RateOptions.rate, "100000000")
        try $0.set(RateOptions.duration, "1h")
      } == "--sessions: must be 1 to 100000000 sessions in all, and --rate and --duration make "
        + "360000000000")
    #expect(
      message { $0[AnswerOptions.blind] = true }
        == "--blind: must be given with --users or --sessions, who act, got 'yes'")
    #expect(users.scenarios.allSatisfy { $0.distribution == .zipf(exponent: 1) })
    #expect(users.text.contains("time jumps"))
    let rule = "must not be given with --users, whose next step follows from the last one"
    #expect(
      message {
        try $0.set(UserOptions.users, "2")
        try $0.set(ClientOptions.clients, "3")
      } == "--clients: \(rule), got '3'")
    #expect(
      message {
        try $0.set(UserOptions.users, "2")
        try $0.set(QueueOptions.maxQueue, "4")
      } == "--max-queue: \(rule), got '4'")
    #expect(
      message { try $0.set(UserOptions.away, "constant:1s") }
        == "--away: must be given with --users, who go away, got 'constant:1s'")
    #expect(
      message { try $0.set(UserOptions.users, "0") } == "--users: must be 1 to 10000000000, got 0")
    #expect(
      message {
        try $0.set(UserOptions.users, "2")
        try $0.set(SizeOptions.distributions, "uniform")
      }
        == "--distribution: must be zipf[:EXPONENT] for users, who like some features more, "
        + "got 'uniform'")
    #expect(
      message {
        try $0.set(UserOptions.users, "2")
        try $0.set(RateOptions.arrivals, "constant")
      }.hasPrefix("--arrivals: no arrival process of these is called 'constant'"))
  }

  @Test func `measured times are read before anything is sent`() {
    #expect(
      message {
        try $0.set(ClientOptions.clients, "1")
        try $0.set(UserOptions.think, "measured:/no/such/file.csv")
      }.hasPrefix("--think: "))
  }

  @Test func `a search in virtual time needs something that takes time`() throws {
    #expect(
      message {
        try $0.set(SaturateOptions.bound, "p99=5ms")
        $0[TimeOptions.virtual] = true
      }
        == "--virtual: must be given with --latency, in a search: without a service nothing takes "
        + "time, and every rate is kept, got 'yes'")
    let search = try plan {
      try $0.set(SaturateOptions.bound, "p99=5ms")
      $0[TimeOptions.virtual] = true
      try $0.set(ServiceOptions.latency, "constant:1ms")
      try $0.set(DesignOptions.designs, "flow")
    }
    #expect(search.bound != nil && search.isVirtual)
  }

  @Test func `values out of range are reported in one line`() {
    let time = "must be a time such as 500ms, 10s or 2m, got"
    #expect(message { try $0.set(RateOptions.duration, "10") } == "--duration: \(time) '10'")
    #expect(message { try $0.set(QueueOptions.drain, "soon") } == "--drain: \(time) 'soon'")
    #expect(
      message { try $0.set(RateOptions.rate, "0") } == "--rate: must be 0.01 to 1000000000, got 0")
    #expect(
      message { try $0.set(RoundOptions.rounds, "0") } == "--rounds: must be 1 to 1000, got 0")
    #expect(
      message { try $0.set(ClientOptions.clients, "0") }
        == "--clients: must be 1 to 10000000, got 0")
    #expect(
      message { try $0.set(QueueOptions.maxQueue, "-1") }
        == "--max-queue: must be 0 to 100000000, got -1")
    #expect(
      message { try $0.set(RateOptions.arrivals, "poison") }
        == "--arrivals: no arrival process is called 'poison'; did you mean 'poisson'? "
        + "choose from poisson, constant, together")
    #expect(message { try $0.set(RateChangeOptions.shape, "flat") }.hasPrefix("--shape: "))
    #expect(message { try $0.set(RateChangeOptions.stages, "10s") }.hasPrefix("--stage: "))
    #expect(
      message {
        try $0.set(ClientOptions.clients, "1")
        try $0.set(UserOptions.think, "long")
      }.hasPrefix("--think: "))
    #expect(
      message { try $0.set(DesignOptions.designs, "flwo") }
        .hasPrefix("--design: no design is called 'flwo'; did you mean 'flow'?"))
    #expect(message { try $0.set(DesignOptions.filter, "nothing") }.hasPrefix("--filter: "))
  }

  @Test(arguments: [
    (
      "response_p99",
      "--threshold: must be a metric, one of < <= > >= == != and a value, got 'response_p99'"
    ),
    (
      "response_p99<5",
      "--threshold: response_p99_ns must be a time with its unit, such as 5ms, got '5'"
    ),
    ("dropped_total==none", "--threshold: dropped_total must be a number, got 'none'"),
  ])
  func `thresholds that nobody can hold are refused`(text: String, message: String) {
    #expect(self.message { try $0.set(ThresholdOptions.thresholds, text) } == message)
  }

  @Test func `a metric that is not known is named, and the nearest`() {
    #expect(
      message { try $0.set(ThresholdOptions.thresholds, "respnse_p99<5ms") }.hasPrefix(
        "--threshold: no metric is called 'respnse_p99'; did you mean 'response_p99_ns'?"))
  }

  @Test(arguments: ["p99", "p99=5", "dropped_total=5", "p98=5ms"])
  func `bounds that nobody can search are refused`(text: String) {
    #expect(message { try $0.set(SaturateOptions.bound, text) }.hasPrefix("--bound: "))
  }
}
