import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowBenchCLI
@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The cards of claims.
@MainActor
struct ClaimCardTests {
  private func plain() -> ClaimFixture {
    var run = ClaimFixture()
    run.add("app", "inout", .single, 10, ns: .around(200))
    run.add("app", "inout", .perFeature, 10, ns: .around(100))
    return run
  }

  @Test func `claims that were not measured are listed`() throws {
    let fixture = try RunFixture(plain().samples, run: plain().run)
    let cards = try ClaimCards(run: fixture.path)
    #expect(cards.cards.map(\.claim.number) == Array(1...7))
    #expect(cards.cards.dropFirst().allSatisfy { $0.verdict == .notMeasured })
    #expect(cards.notMeasured == Array(2...7))
    let text = cards.text(isColoured: false)
    #expect(text.contains("NOT MEASURED") && !text.contains("\u{1B}"))
    #expect(cards.text(isColoured: true).contains("\u{1B}["))
  }

  @Test func `a warning of the run or of a row makes a verdict unreliable`() throws {
    var run = plain()
    #expect(try run.verdict(1) == .holds)
    run.run.warning = "others used the machine"
    let card = try run.card(1)
    #expect(card.verdict == .unreliable && card.warning == "others used the machine")
    #expect(card.verdictWords == "unreliable; without warnings: holds")
    #expect(try run.verdict(2) == .notMeasured)
    var row = ClaimFixture()
    row.add("app", "inout", .single, 10, ns: .around(200), warning: "not pinned")
    row.add("app", "inout", .perFeature, 10, ns: .around(100))
    let unreliable = try row.card(1)
    #expect(unreliable.verdict == .unreliable)
    #expect(unreliable.warning == "app/single/10/uniform/inout: not pinned")
    // Warnings of other scenarios do not affect the claim.
    var other = plain()
    other.add("notes", "inout", ns: .around(10), warning: "not pinned")
    #expect(try other.verdict(1) == .holds)
  }

  @Test func `disturbed trials make a verdict unreliable only if they change it`() throws {
    var run = plain()
    run.run.warning = "other processes used the CPU during 1 of 6 trials, most of it backup"
    #expect(try run.verdict(1) == .holds, "none of the trials was disturbed")
    run.disturb("inout", rounds: [1])
    #expect(try run.verdict(1) == .holds, "the verdict of the others is the same")
    run.disturb("inout", rounds: [0, 1, 2])
    let card = try run.card(1)
    #expect(card.verdict == .unreliable)
    #expect(
      card.warning.hasSuffix(
        "/10/uniform/inout: 3 of 3 processes: disturbed: other processes used the CPU, "
          + "most of it backup; and 1 more"))
  }

  // Two processes have one degree of freedom, so the minimum detectable effect has no bound.
  @Test(arguments: [[1.0, 30], [1, 1e6], [1e-6, 1e9], [1e-6, 1e18]])
  func `every format contains verdicts on extreme scatter`(ns: [Double]) throws {
    var run = ClaimFixture()
    run.add("app", "inout", .single, 10, ns: ns)
    run.add("app", "inout", .perFeature, 10, ns: ns.reversed())
    run.add("shop", "flow", ns: ns)
    run.add("shop", "flow-history", ns: ns.reversed())
    let fixture = try RunFixture(run.samples, run: run.run)
    let text = try ClaimCards(run: fixture.path)
    let forms = [text.text(isColoured: false), text.markdown, text.html]
    #expect(forms.allSatisfy { $0.contains("not decided: noise hides differences below") })
    #expect(try text.json().contains("\"verdict\""))
  }

  @Test func `one design of the run can be evaluated`() throws {
    let run = plain()
    #expect(
      #expect(throws: PlanError.self) { try run.card(1, design: "mine") }?.description
        == "--design: no design of this run is called 'mine'; choose from floor, inout")
    var mine = run
    mine.add("app", "mine", .single, 10, ns: .around(100))
    mine.add("app", "mine", .perFeature, 10, ns: .around(100))
    let card = try mine.card(1, design: "mine")
    #expect(card.verdict == .doesNotHold && card.designs.map(\.design) == ["mine"])
    #expect(card.command.hasSuffix("--claim 1 --design mine"))
    #expect(try mine.card(7, design: "mine").exceptions == ["mine: its history is not measured"])
  }

  @Test func `the suite measures every claim, and the command of a card exactly one`() throws {
    let catalogue = Catalogue.standard()
    var options = try RunOptions.parsed(["--suite=claims"])
    let scenarios = try Plan(options, catalogue: catalogue).scenarios
    // A run of the whole suite with equal numbers.
    var whole = ClaimFixture()
    for scenario in scenarios {
      whole.add(
        scenario.workload, scenario.design, scenario.topology, scenario.features, ns: .around(100),
        bytes: 0, keptBytes: 1_000 * scenario.features
      ) { $0 = scenario }
    }
    let fixture = try RunFixture(whole.samples, run: whole.run)
    let cards = try ClaimCards(run: fixture.path).cards
    #expect(cards.allSatisfy { $0.verdict != .notMeasured })
    for card in cards {
      // As a shell reads it.
      let words = ShellText.words(card.command)
      let option = try #require(words.firstIndex(of: "--filter"))
      options.scenarios.stores.filter = words[option + 1]
      let kept = Set(try Plan(options, catalogue: catalogue).scenarios.map(\.id))
      var run = ClaimFixture()
      for scenario in scenarios where kept.contains(scenario.id) {
        run.add(
          scenario.workload, scenario.design, scenario.topology, scenario.features,
          ns: .around(100), bytes: 0, keptBytes: 1_000 * scenario.features
        ) { $0 = scenario }
      }
      let again = try run.card(card.claim.number)
      #expect(again.verdict == card.verdict, "claim \(card.claim.number)")
      #expect(again.designs.map(\.words) == card.designs.map(\.words), "claim \(card.claim.number)")
      #expect(again.facts == card.facts, "claim \(card.claim.number)")
      #expect(kept.count < scenarios.count)
    }
  }

  @Test func `the JSON has every card, and unknown values are null`() throws {
    let fixture = try RunFixture(plain().samples, run: plain().run)
    let text = try ClaimCards(run: fixture.path)
    try text.write(into: fixture.path)
    #expect(try fixture.text("claims.html") == text.html)
    let json = try JSONSerialization.jsonObject(with: Data(try fixture.text("claims.json").utf8))
    let cards = try #require((json as? [String: Any])?["cards"] as? [[String: Any]])
    #expect(cards.count == 7 && cards[0]["verdict"] as? String == "holds")
    let ratio = try #require(cards[0]["ratio"] as? [String: Any])
    #expect((ratio["value"] as? Double).map { abs($0 - 2) < 0.01 } == true)
    #expect(cards[1]["ratio"] is NSNull)
  }

  @Test func `the page escapes the text of a run`() throws {
    var run = plain()
    run.run.warning = "<script>&\"</script>"
    let fixture = try RunFixture(run.samples, run: run.run)
    let html = try ClaimCards(run: fixture.path).html
    #expect(!html.contains("<script>") && html.contains("&lt;script&gt;&amp;&quot;"))
  }
}
