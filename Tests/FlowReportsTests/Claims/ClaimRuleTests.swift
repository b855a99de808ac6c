import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// The rules of the verdicts, with results at both sides of each boundary and on it.
struct ClaimRuleTests {
  // MARK: - 1: one store

  private func oneStore(_ single: Double, _ design: String = "inout") -> ClaimFixture {
    var run = ClaimFixture()
    run.add("app", design, .single, 10, ns: .around(single))
    run.add("app", design, .perFeature, 10, ns: .around(100))
    return run
  }

  @Test func `claim 1 holds if one store is slower`() throws {
    #expect(try oneStore(110).verdict(1) == .holds)
    #expect(try oneStore(100).verdict(1) == .doesNotHold)
    #expect(try oneStore(90).verdict(1) == .doesNotHold)
    let card = try oneStore(660).card(1)
    #expect(card.ratio?.words.hasPrefix("6.60 times slower, 6.") == true)
    #expect(card.ratio?.value.map { abs($0 - 6.6) < 0.01 } == true)
    #expect(
      card.ratio?.subject
        == "inout: one store compared with one store per module (app, 10 copies of each module)"
    )
    #expect(card.run.contains("commit abc1234"))
  }

  @Test func `the largest app determines the verdict, and the crossing is shown`() throws {
    var run = ClaimFixture()
    for (size, single) in [(1, 50.0), (4, 100.0), (16, 200.0)] {
      run.add("app", "inout", .single, size, ns: .around(single))
      run.add("app", "inout", .perFeature, size, ns: .around(100))
    }
    let card = try run.card(1)
    #expect(card.verdict == .holds)
    #expect(card.designs[0].words.contains("slower from 4.0"))
  }

  @Test func `a claim depends if designs disagree`() throws {
    var run = oneStore(200)
    run.add("app", "flow", .single, 10, ns: .around(100))
    run.add("app", "flow", .perFeature, 10, ns: .around(100))
    #expect(try run.verdict(1) == .depends)
    #expect(try run.verdict(1, design: "flow") == .doesNotHold)
    #expect(try run.verdict(1, design: "inout") == .holds)
    let ratio = try run.card(1, design: "flow").ratio
    #expect(ratio?.words == "no difference found" && ratio?.mde != nil)
  }

  @Test func `a claim is not decided if times are too noisy`() throws {
    var run = ClaimFixture()
    run.add("app", "inout", .single, 10, ns: [100, 300, 200])
    run.add("app", "inout", .perFeature, 10, ns: [150, 100, 320])
    let card = try run.card(1)
    #expect(card.verdict == .notDecided)
    #expect(card.ratio?.words == "not decided")
    // Other designs hold, or hold and do not hold.
    run.add("app", "flow", .single, 10, ns: .around(200))
    run.add("app", "flow", .perFeature, 10, ns: .around(100))
    #expect(try run.verdict(1) == .notDecided)
    run.add("app", "returning", .single, 10, ns: .around(100))
    run.add("app", "returning", .perFeature, 10, ns: .around(100))
    #expect(try run.verdict(1) == .depends)
  }

  @Test func `growth, effects and containers are not decided if times are too noisy`() throws {
    var growing = ClaimFixture()
    for (size, ns) in [(1, [200, 600, 300]), (100, [900, 100, 320])] as [(Int, [Double])] {
      growing.add("app", "floor", .single, size, ns: .around(100))
      growing.add("app", "inout", .single, size, ns: ns)
    }
    #expect(try growing.verdict(2) == .notDecided)
    var parallel = effects(free: nil, cancels: true)
    parallel.add("crunch-20000", "middleware", ns: [500, 2_500, 900]) {
      $0.middlewares = 4
      $0.affinity = .free
    }
    #expect(try parallel.verdict(3, design: "middleware") == .notDecided)
    var noisy = ClaimFixture()
    noisy.add("echo", "publisher", ns: .around(300), allocations: 10)
    noisy.add("echo", "command", ns: .around(300), allocations: 10)
    noisy.add("echo", "task", ns: [100, 900, 300], allocations: 10)
    #expect(try noisy.verdict(5, design: "task") == .notDecided)
    noisy.add("echo", "middleware", ns: [100, 900, 300], allocations: 11)
    #expect(try noisy.verdict(5, design: "middleware") == .notDecided)
  }

  // MARK: - 2: composition

  private func composition(_ large: Double, digest: String = "d") -> ClaimFixture {
    var run = ClaimFixture()
    for (size, ns) in [(1, 200.0), (100, large)] {
      run.add("app", "floor", .single, size, ns: .around(100))
      run.add("app", "inout", .single, size, ns: .around(ns), digest: digest)
    }
    return run
  }

  @Test func `claim 2 holds if composition costs as much at every size`() throws {
    #expect(try composition(200).verdict(2) == .holds)
    #expect(try composition(190).verdict(2) == .holds)
    #expect(try composition(400).verdict(2) == .depends)
    #expect(try composition(200, digest: "other").verdict(2) == .doesNotHold)
  }

  // MARK: - 3: effects

  private func effects(free: Double?, cancels: Bool) -> ClaimFixture {
    var run = ClaimFixture()
    run.add("crunch-20000", "middleware", ns: .around(1_000)) { $0.middlewares = 4 }
    if let free {
      run.add("crunch-20000", "middleware", ns: .around(free)) {
        $0.middlewares = 4
        $0.affinity = .free
      }
    }
    run.add("linger", cancels ? "middleware" : "flow", ns: .around(100))
    return run
  }

  @Test func `claim 3 holds if effects run in parallel and are cancelled`() throws {
    #expect(try effects(free: 600, cancels: true).verdict(3, design: "middleware") == .holds)
    #expect(try effects(free: 1_000, cancels: true).verdict(3, design: "middleware") == .depends)
    #expect(try effects(free: 600, cancels: false).verdict(3, design: "middleware") == .depends)
    let neither = try effects(free: 1_400, cancels: false).card(3, design: "middleware")
    #expect(neither.verdict == .doesNotHold)
    #expect(neither.exceptions == ["middleware: cannot cancel effects"])
    var one = effects(free: 600, cancels: true)
    one.run.cpuCount = 1
    #expect(try one.verdict(3, design: "middleware") == .depends)
  }

  // MARK: - 4: effects as values

  private func values(_ allocations: Double, digest: String = "d") -> ClaimFixture {
    var run = ClaimFixture()
    run.add("echo", "floor", ns: .around(3), allocations: 1)
    run.add("echo", "effect", ns: .around(30), allocations: allocations, digest: digest)
    return run
  }

  @Test func `claim 4 holds if an effect allocates nothing more than a loop`() throws {
    #expect(try values(0).verdict(4) == .holds)
    #expect(try values(1).verdict(4) == .holds)
    #expect(try values(1.01).verdict(4) == .depends)
    #expect(try values(1, digest: "other").verdict(4) == .doesNotHold)
  }

  // MARK: - 5: async/await

  private func container(_ ns: Double, _ allocations: Double) -> ClaimFixture {
    var run = ClaimFixture()
    run.add("echo", "publisher", ns: .around(300), allocations: 40)
    run.add("echo", "command", ns: .around(200), allocations: 10)
    run.add("echo", "task", ns: .around(ns), allocations: allocations)
    return run
  }

  @Test func `claim 5 holds if an action takes no more than both others`() throws {
    #expect(try container(150, 9).verdict(5) == .holds)
    #expect(try container(200, 10).verdict(5) == .holds)
    #expect(try container(250, 9).verdict(5) == .depends)
    #expect(try container(150, 11).verdict(5) == .depends)
    #expect(try container(400, 50).verdict(5) == .doesNotHold)
  }

  @Test func `claim 5 includes the memory of effects in flight if it was measured`() throws {
    func load(_ task: Double, cpu: String = RunRow.full.cpuModel) throws -> String {
      let rows = [("publisher", 1_000), ("command", 800), ("task", task)].flatMap { design, bytes in
        (0..<3).map { round in
          var row = EffectRow()
          row.process.dimensions.design = design
          row.process.round = round
          row.bytesInFlight = bytes * (1 + 0.001 * Double(round))
          row.isValid = true
          return row
        }
      }
      var run = RunRow.full
      run.cpuModel = cpu
      return try RunFixture(
        files: ["runs.csv": CSVFormat.text([run]), "effects.csv": CSVFormat.text(rows)]
      ).path
    }
    func card(_ path: String) throws -> ClaimCard {
      let fixture = container(150, 9)
      return try ClaimCards(
        run: try RunFixture(fixture.samples, run: fixture.run).path, claim: 5, load: path
      ).cards[0]
    }
    #expect(try card(try load(700)).verdict == .holds)
    #expect(try card(try load(900)).verdict == .depends)
    #expect(
      try card(try load(700)).facts.contains("task: 701 bytes for each effect in flight"))
    #expect(try card(try load(700)).exceptions.isEmpty)
    #expect(try container(150, 9).card(5).exceptions.count == 1)
    let other = try load(700, cpu: "another")
    #expect(
      #expect(throws: PlanError.self) { try card(other) }?.description.contains(
        "--load: must be of the run's machine, but cpu_model is 'another'") == true)
    #expect(
      #expect(throws: PlanError.self) { try card("/no/such") }?.description
        == "--load: must be a load with asynchronous effects, with runs.csv and effects.csv, "
        + "got '/no/such'")
  }

  // MARK: - 6: values

  private func copies(_ large: Double) -> ClaimFixture {
    var run = ClaimFixture()
    for (size, bytes) in [(100, 10.0), (10_000, large)] {
      run.add("rows-update-\(size)", "inout", ns: .around(10), bytes: 0, keptBytes: 8 * size)
      run.add("rows-update-\(size)", "returning", ns: .around(20), bytes: bytes)
    }
    return run
  }

  @Test func `claim 6 holds if an action on a large state allocates no more`() throws {
    #expect(try copies(10).verdict(6) == .holds)
    #expect(try copies(11).verdict(6) == .depends)
    #expect(try copies(39_999).verdict(6) == .depends)
    #expect(try copies(40_000).verdict(6) == .doesNotHold)
  }

  // MARK: - 7: history

  @Test func `claim 7 holds if all four abilities end in the same state`() throws {
    var run = ClaimFixture()
    run.add("shop", "flow", ns: .around(100))
    #expect(try run.verdict(7) == .notMeasured)
    for design in ["flow-history", "flow-traced", "flow-replayed"] {
      run.add("shop", design, ns: .around(150))
    }
    #expect(try run.verdict(7) == .depends)
    var other = run
    other.add("shop", "flow-undo", ns: .around(150), digest: "other")
    #expect(try other.verdict(7) == .depends)
    run.add("shop", "flow-undo", ns: .around(150))
    #expect(try run.verdict(7) == .holds)
    #expect(try run.card(7).ratio?.words.hasPrefix("1.50 times slower") == true)
  }
}
