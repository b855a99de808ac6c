import FlowTestSupport
import PublishedDesigns
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// No option is ignored in silence: alone and with any other one of its subcommand it changes the plan,
/// or one of the two is refused by name.
///
/// The options come from the page of options: an option that is added fails here until it has an example.
@MainActor
struct OptionPairTests {
  /// A value of each option that is not what is meant without it.
  private static let examples: [String: [String]] = [
    "actions": ["300"], "affinity": ["free"], "arrivals": ["constant"], "away": ["constant:9s"],
    "blind": [""], "bound": ["p99=7ms"], "capacity": ["3"], "clients": ["5"],
    "completion": ["suspending"],
    "depth": ["3"], "design": ["flow"], "distribution": ["zipf:1.5"], "drain": ["20s"],
    "duration": ["3s"], "failures": ["0.5"], "features": ["3"], "filter": ["single"],
    "groups": ["3"], "latency": ["constant:6ms"], "limit": ["5"], "max-queue": ["9"],
    "middlewares": ["1"], "own": [""], "observers": ["2"], "passes": ["counting"],
    "patience": ["constant:4ms"],
    "rate": ["500"],
    "rounds": ["4"], "rounds-max": ["6"], "runs": ["11"], "seed": ["77"], "sessions": [""],
    "shape": ["peak:5"],
    "stage": ["1s@5", "1s@7"], "storage": ["disk"], "think": ["constant:2s"],
    "threshold": ["dropped_total==0"], "timeout": ["20ms"], "topology": ["grouped"],
    "users": ["50"], "views": ["list"], "virtual": [""], "workers": ["3"],
    "workload": ["echo"], "worlds": ["2"],
  ]

  /// Which part of a plan goes where is not the plan's.
  private static let ofFolders: Set = ["--out", "--shard", "--shard-by", "--help", "--version"]

  private enum Found: Equatable {
    case plan(String)
    case refused(String)
  }

  /// Tries each pair of a subcommand's options.
  ///
  /// - Parameters:
  ///   - command: The subcommand; options that decide nothing of a plan are not tried.
  ///   - beside: Options that are not tried either, and why is said where they are left out.
  ///   - base: What is given each time.
  ///   - examples: Other examples, where the plan has a value of its own already.
  ///   - plan: What a plan comes to.
  private func check(
    _ command: String, beside: Set<String> = [],
    base: [(String, String)] = [], examples: [String: [String]] = [:],
    _ plan: (OptionTexts) throws -> String
  ) throws {
    let page = try Repository.text("docs/OPTIONS.md").split(separator: "\n## \(command)\n")[1]
    let section = page.prefix(upTo: page.firstRange(of: "\n## ")?.lowerBound ?? page.endIndex)
    let all = section.matches(of: /(?m)^  (?:-h, )?(--[a-z-]+)/).map { String($0.1) }
    let tried = all.filter {
      !SessionOptions.openOnResume.union(Self.ofFolders).contains($0)
        && !beside.contains(String($0.dropFirst(2)))
    }
    #expect(Set(tried).count == tried.count, "an option is there twice")
    func found(_ given: String...) throws -> Found {
      var options = OptionTexts()
      for (option, text) in base { options.set(option, text) }
      for name in given {
        let option = String(name.dropFirst(2))
        let example = examples[option] ?? Self.examples[option]
        options.set(option, try #require(example, "\(name) has no example"))
      }
      do { return .plan(try plan(options)) } catch { return .refused("\(error)") }
    }
    let nothing = try found()
    let alone = try tried.map { try found($0) }
    for (index, first) in tried.enumerated() {
      if case .refused(let reason) = alone[index] {
        #expect(reason.contains(first), "\(reason)")
      } else {
        let isIgnored = alone[index] == nothing
        #expect(!isIgnored, "\(first) is ignored")
      }
      for (other, second) in tried.enumerated().dropFirst(index + 1) {
        let both = try found(first, second)
        if case .refused(let reason) = both {
          #expect(reason.contains(first) || reason.contains(second), "\(reason)")
        } else {
          let areIgnored = (first: both == alone[other], second: both == alone[index])
          #expect(!areIgnored.first, "\(first) is ignored with \(second)")
          #expect(!areIgnored.second, "\(second) is ignored with \(first)")
        }
      }
    }
  }

  private static func load(_ options: OptionTexts) throws -> String {
    try LoadPlans(options, catalogue: .standard()).json()
  }

  @Test func `of run`() throws {
    try check(
      "run", beside: ["suite"], base: [("suite", "smoke")],
      examples: ["filter": ["^app"]]
    ) { try Plan($0, catalogue: .standard()).json() }
  }

  @Test func `of load`() throws {
    try check("load", beside: ["suite"], Self.load)
  }

  @Test func `of load with a service`() throws {
    try check(
      "load", beside: ["suite"],
      base: [("latency", "constant:5ms")], Self.load)
  }

  @Test func `of a suite of loads`() throws {
    try check(
      "load", beside: ["suite"], base: [("suite", "smoke")],
      examples: ["filter": ["^search"]], Self.load)
  }

  @Test func `of saturate`() throws {
    try check(
      "saturate", base: [("bound", "p99=5ms")]
    ) { try LoadPlans($0, catalogue: .standard()).json() }
  }

  @Test func `of explore`() throws {
    // Of the designs only one can be explored, in one topology unless somebody says otherwise.
    try check("explore", beside: ["filter", "design"]) {
      try ExplorePlan($0, catalogue: .standard()).json()
    }
  }

  @Test func `of replay`() throws {
    // A trace that is whole is replayed whole, whatever would be done with a damaged one.
    try check(
      "replay", beside: ["partial"],
      base: [("trace", TraceFixture("app").path)], examples: ["speed": ["2"]],
      Self.load)
  }

  @Test func `of record`() throws {
    try check(
      "record", base: [("out", "/tmp/flow-tests-none")],
      examples: ["away": ["constant:9s"], "form": ["binary"]]
    ) {
      let session = try RecordSession($0, catalogue: .standard())
      return try session.plan.json() + "\(session.target)"
    }
  }

  @Test func `of contend`() throws {
    try check("contend") { try ContendPlan($0, catalogue: .standard()).json() }
  }
}
