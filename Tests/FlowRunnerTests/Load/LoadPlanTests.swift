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
  private func plan(_ change: (inout OptionTexts) throws -> Void) throws -> LoadPlan {
    var options = OptionTexts()
    try change(&options)
    return try LoadPlan(options, catalogue: .standard())
  }

  private func message(_ change: (inout OptionTexts) throws -> Void) -> String {
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
    let staged = try plan { $0.set("stage", "10s@1000", "30s@1000..5000") }
    #expect(staged.traffic.description == "open:poisson:10s@1000.0+30s@1000.0..5000.0")
    #expect(staged.traffic.stageEndsNs == [10_000_000_000, 40_000_000_000])
    let bursts = try plan {
      $0.set("shape", "bursts:1ms:1ms")
      $0.set("rate", "50")
      $0.set("arrivals", "constant")
      $0.set("duration", "2m")
    }
    #expect(bursts.traffic.description == "open:constant:2m@50.0:bursts:1ms:1ms")
    let closed = try plan {
      $0.set("clients", "5")
      $0.set("think", "constant:3ms")
    }
    #expect(closed.traffic.description == "closed:5:constant:3ms:10s")
  }

  @Test func `comes back from JSON as it was`() throws {
    let plan = try plan {
      $0.set("stage", "1s@10", "2s@10..20")
      $0.set("threshold", "response_max<5ms", "dropped_total==0")
      $0.set("max-queue", "7")
    }
    #expect(try JSONDecoder().decode(LoadPlan.self, from: Data(plan.json().utf8)) == plan)
  }

  @Test func `a load may be silent while it makes who sends, lasts, and serves who waits`() throws {
    let open = try plan { $0.set("rate", "1000") }
    #expect(abs(open.quietSeconds(open.traffic) - (0.02 + 10 + 10)) < 1e-9)
    let short = try plan {
      $0.set("rate", "100000000")
      $0.set("duration", "100ms")
      $0.set("virtual")
    }
    #expect(abs(short.quietSeconds(short.traffic) - 20) < 1e-9)
    let users = try plan {
      $0.set("users", "1000000")
      $0.set("drain", "5s")
    }
    #expect(abs(users.quietSeconds(users.traffic) - (2 + 10 + 5)) < 1e-9)
  }

  @Test func `options that exclude each other are reported in one line`() {
    #expect(
      message { $0.set("think", "constant:1s") }
        == "--think: must be given with --users or --sessions or --clients, got none of them"
    )
    #expect(
      message {
        $0.set("clients", "2")
        $0.set("rate", "10")
      } == "--rate: must not be given with --clients, "
        + "a kind of traffic without this option, got both")
    #expect(
      message {
        $0.set("clients", "2")
        $0.set("max-queue", "10")
      } == "--max-queue: must not be given with --clients, "
        + "a kind of traffic without this option, got both")
    #expect(
      message {
        $0.set("stage", "1s@5")
        $0.set("duration", "3s")
      } == "--duration: must not be given with --stage, got both")
  }

  @Test func `users have options of their own`() throws {
    let users = try plan {
      $0.set("users", "7")
      $0.set("duration", "1h")
      $0.set("virtual")
    }
    #expect(
      users.traffic.description
        == "users:7:poisson:think:exponential:10s:away:exponential:10m:waiting:1h")
    let blind = try plan {
      $0.set("users", "7")
      $0.set("blind")
    }
    #expect(
      blind.traffic.description
        == "users:7:poisson:think:exponential:10s:away:exponential:10m:blind:10s")
    let sessions = try plan {
      $0.set("sessions")
      $0.set("rate", "30")
      $0.set("shape", "peak:3")
    }
    #expect(
      sessions.traffic.description
        == "sessions:poisson:10s@30.0:peak:3.0:think:exponential:10s:waiting")
    #expect(
      message {
        $0.set("sessions")
        $0.set("rate", "100000000")
        $0.set("duration", "1h")
      } == "--sessions: must be 1 to 100000000 sessions in all, and --rate and --duration make "
        + "360000000000")
    #expect(
      message { $0.set("blind") }
        == "--blind: must be given with --users or --sessions, got none of them")
    #expect(users.scenarios.allSatisfy { $0.distribution == .zipf(exponent: 1) })
    #expect(users.text.contains("time jumps"))
    let rule = "must not be given with --users, a kind of traffic without this option"
    #expect(
      message {
        $0.set("users", "2")
        $0.set("clients", "3")
      } == "--clients: \(rule), got both")
    #expect(
      message {
        $0.set("users", "2")
        $0.set("max-queue", "4")
      } == "--max-queue: \(rule), got both")
    #expect(
      message { $0.set("away", "constant:1s") }
        == "--away: must be given with --users, got none of them")
    #expect(
      message { $0.set("users", "0") } == "--users: must be 1 to 10000000000, got 0")
    #expect(
      message {
        $0.set("users", "2")
        $0.set("distribution", "uniform")
      }
        == "--distribution: must be zipf[:EXPONENT] for users, who like some features more, "
        + "got 'uniform'")
    #expect(
      message {
        $0.set("users", "2")
        $0.set("arrivals", "constant")
      }.hasPrefix("--arrivals: no arrival process of these is called 'constant'"))
  }

  @Test func `measured times are read before anything is sent`() {
    #expect(
      message {
        $0.set("clients", "1")
        $0.set("think", "measured:/no/such/file.csv")
      }.hasPrefix("--think: "))
  }

  @Test func `a search in virtual time needs something that takes time`() throws {
    #expect(
      message {
        $0.set("bound", "p99=5ms")
        $0.set("virtual")
      }
        == "--virtual: must, with --bound, be given with --latency, got --virtual alone")
    let search = try plan {
      $0.set("bound", "p99=5ms")
      $0.set("virtual")
      $0.set("latency", "constant:1ms")
      $0.set("design", "flow")
    }
    #expect(search.bound != nil && search.isVirtual)
  }

  @Test func `values out of range are reported in one line`() {
    let time = "must be a time such as 500ms, 10s or 2m, got"
    #expect(message { $0.set("duration", "10") } == "--duration: \(time) '10'")
    #expect(message { $0.set("drain", "soon") } == "--drain: \(time) 'soon'")
    #expect(
      message { $0.set("rate", "0") } == "--rate: must be 0.01 to 1000000000, got 0")
    #expect(
      message { $0.set("rounds", "0") } == "--rounds: must be 1 to 1000, got 0")
    #expect(
      message { $0.set("clients", "0") }
        == "--clients: must be 1 to 10000000, got 0")
    #expect(
      message { $0.set("max-queue", "-1") }
        == "--max-queue: must be 0 to 100000000, got -1")
    #expect(
      message { $0.set("arrivals", "poison") }
        == "--arrivals: no arrival process is called 'poison'; did you mean 'poisson'? "
        + "choose from poisson, constant, together")
    #expect(message { $0.set("shape", "flat") }.hasPrefix("--shape: "))
    #expect(message { $0.set("stage", "10s") }.hasPrefix("--stage: "))
    #expect(
      message {
        $0.set("clients", "1")
        $0.set("think", "long")
      }.hasPrefix("--think: "))
    #expect(
      message { $0.set("design", "flwo") }
        .hasPrefix("--design: no design is called 'flwo'; did you mean 'flow'?"))
    #expect(message { $0.set("filter", "nothing") }.hasPrefix("--filter: "))
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
    #expect(self.message { $0.set("threshold", text) } == message)
  }

  @Test func `a metric that is not known is named, and the nearest`() {
    #expect(
      message { $0.set("threshold", "respnse_p99<5ms") }.hasPrefix(
        "--threshold: no metric is called 'respnse_p99'; did you mean 'response_p99_ns'?"))
  }

  @Test(arguments: ["p99", "p99=5", "dropped_total=5", "p98=5ms"])
  func `bounds that nobody can search are refused`(text: String) {
    #expect(message { $0.set("bound", text) }.hasPrefix("--bound: "))
  }
}
