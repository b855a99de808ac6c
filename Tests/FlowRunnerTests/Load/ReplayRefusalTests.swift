import FlowTrace
import Foundation
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// An unreadable trace is reported before the run, with the length of its valid part.
@MainActor
struct ReplayRefusalTests {
  private static let good = #"{"action":{"increment":{"by":1}},"at":5}"#

  private func header(_ app: String = "counter/1", _ more: String = "") -> String {
    #"{"format":"flow-trace","version":1,"app":"\#(app)"\#(more)}"#
  }

  private func refusal(
    _ lines: [String], _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> String? { try TraceFixture(lines: lines).refusal(change) }

  @Test func `a foreign app is reported`() throws {
    let rule = "t: the app must be a workload and how many copies of it, such as app/10, got "
    #expect(try refusal([header("shopping"), Self.good]) == rule + "'shopping'")
    #expect(try refusal([header("app/many"), Self.good]) == rule + "'app/many'")
    #expect(
      try refusal([#"{"format":"flow-trace","version":1}"#, Self.good]) == rule + "none")
    #expect(
      try refusal([header("shpo/1"), Self.good])?.hasPrefix(
        "t: no workload is called 'shpo'; did you mean 'shop'? choose from counter, ") == true)
    #expect(try refusal([header("app/0"), Self.good]) == "t: must have 1 to 10000 copies, got 0")
    #expect(
      try refusal(["hello"])
        == #"t:1: the first line must be a header {"format":"flow-trace","version":1}, "#
        + "got hello; no complete action precedes it")
    #expect(
      try TraceFixture(Data()).refusal()
        == #"t:1: the first line must be a header {"format":"flow-trace","version":1}, "#
        + "got an empty file; no complete action precedes it")
    var missing = OptionTexts()
    missing.set("trace", to: "/no/such.trace")
    #expect(
      #expect(throws: PartialTraceError.self) {
        try LoadPlan(missing, catalogue: ConformanceTests.catalogue)
      }?.description
        == "/no/such.trace: cannot be read: No such file or directory")
  }

  @Test func `an impossible action is reported, and the actions before it can be replayed`()
    async throws
  {
    let good = [header()] + Array(repeating: Self.good, count: 1_234)
    let unknown = #"{"action":{"halve":{}},"at":6}"#
    #expect(
      try refusal(good + [unknown, Self.good])
        == #"t:1236: an action must be one of counter/1, got {"halve":{}}; "#
        + "1,234 complete actions; --partial replays them")
    #expect(
      try refusal([header(), Self.good, unknown])
        == #"t:3: an action must be one of counter/1, got {"halve":{}}; "#
        + "1 complete action; --partial replays it")
    let fixture = try TraceFixture(lines: good + [unknown, Self.good])
    let plan = try fixture.plan(["flow", "inout"]) { $0.set("partial") }
    for (scenario, outcome) in try await fixture.run(plan) {
      #expect(outcome.isValid && outcome.result.completed == 1_234, "\(scenario.id)")
    }
    #expect(
      try refusal([header(), unknown]) { $0.set("partial") }
        == "t: a trace must have an action that was sent, got none")
  }

  @Test func `an action for a missing part is reported`() throws {
    let action = #"{"action":{"index":3,"action":{"increment":{"by":1}}},"at":6}"#
    #expect(
      try refusal([header("counter/3"), action])?.hasPrefix(
        "t: action 1 must be for a part that counter/3 has, got Action(index: 3") == true)
    #expect(
      try refusal([header("favorites/1"), #"{"action":{"replace":{"at":32,"with":1}},"at":6}"#])
        == "t: action 1 must be for a part that favorites/1 has, got replace(at: 32, with: 1); "
        + "no complete action precedes it")
    #expect(try refusal([header("counter/4"), action]) == nil)
  }

  @Test func `a truncated trace is reported with its number of complete actions`() throws {
    let data = try Data(contentsOf: TraceFixture("shop", features: 2, seconds: 0.002).url)
    for length in stride(from: 0, to: data.count - 1, by: 53) {
      let refusal = try TraceFixture(data.prefix(length)).refusal()
      let hasCount =
        refusal?.contains("; no complete action precedes it") == true
        || refusal?.contains("--partial replays") == true
      #expect(hasCount, "\(length): \(refusal ?? "")")
    }
  }

  @Test func `a restored state is reported`() throws {
    #expect(
      try refusal([header(), Self.good, #"{"restored":null,"after":1}"#, Self.good])
        == "t: no other state may be put into the store, got one after action 1; "
        + "1 complete action; --partial replays it")
    #expect(try refusal([header(), #"{"state":{"count":0},"after":0}"#, Self.good]) == nil)
  }

  @Test func `unmarked answers are reported if they would be sent twice`() throws {
    #expect(
      try refusal([header("echo/1"), #"{"action":{"ask":{"_0":1}},"at":1}"#])
        == #"t: the header must say "marksAnswers":true for a workload with effects, which would "#
        + "otherwise answer twice")
    let marked = header("echo/1", #","marksAnswers":true"#)
    let answered = #"{"action":{"answered":{"_0":38}},"at":2,"answer":true}"#
    #expect(try refusal([marked, #"{"action":{"ask":{"_0":1}},"at":1}"#, answered]) == nil)
    #expect(
      try refusal([marked, answered])
        == "t: a trace must have an action that was sent, got none")
  }

  @Test func `a trace without times can be replayed at no speed`() async throws {
    let lines = [header(), Self.good, #"{"action":{"increment":{"by":1}}}"#]
    #expect(
      try refusal(lines)
        == "t: each action must say when it was sent; --speed as-fast-as-possible replays those "
        + "that do not")
    #expect(try refusal(lines) { $0.set("speed", "as-fast-as-possible") } == nil)
    let rule = "--speed: must be 0.001 to 1000000 times, or as-fast-as-possible, got "
    #expect(try refusal(lines) { $0.set("speed", "0") } == rule + "'0'")
    #expect(try refusal(lines) { $0.set("speed", "fast") } == rule + "'fast'")
  }

  @Test func `an invalid digest is reported`() throws {
    #expect(
      try refusal([header("counter/1", #","digest":"xyz""#), Self.good])
        == "t: the digest must be up to 16 hexadecimal digits, got xyz")
  }

  @Test func `a trace that changes under the replay is reported`() async throws {
    let fixture = try TraceFixture(lines: [header(), Self.good, Self.good])
    let plan = try fixture.plan(["flow"], [.single])
    try Data((header() + "\n" + Self.good).utf8).write(to: fixture.url)
    let error = await #expect(throws: TraceFault.self) { try await fixture.run(plan) }
    #expect(
      error?.description
        == "\(fixture.path): the trace must not change while it is replayed, got 1 action")
  }
}
