import PublishedDesigns
import ResultFixtures
import Testing

@testable import FlowBenchCLI
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// No option is ignored in silence: alone and with any other one of its subcommand it changes the plan,
/// or one of the two is refused by name.
///
/// What is tried comes from the table: an option that is added fails here until it has an example.
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
  private static let ofFolders: Set = ["out", "shard", "shard-by"]

  private enum Found: Equatable {
    case plan(String)
    case refused(String)
  }

  /// Tries each pair of a subcommand's options.
  ///
  /// - Parameters:
  ///   - rows: The options; those that decide nothing of a plan are not tried.
  ///   - beside: Options that are not tried either, and why is said where they are left out.
  ///   - base: What is given each time.
  ///   - examples: Other examples, where the plan has a value of its own already.
  ///   - plan: What a plan comes to.
  private func check(
    _ rows: [CommandOption], beside: Set<String> = [],
    base: [(CommandOption, String)] = [], examples: [String: [String]] = [:],
    _ plan: (OptionValues) throws -> String
  ) throws {
    let tried = rows.filter {
      !$0.isHidden && !$0.isOpenOnResume && !Self.ofFolders.contains($0.label)
        && !beside.contains($0.label)
    }
    #expect(Set(tried.map(\.label)).count == tried.count, "an option is there twice")
    func found(_ given: CommandOption...) throws -> Found {
      var options = OptionValues()
      for (option, text) in base { try options.take(option, [text]) }
      for option in given {
        let example = examples[option.label] ?? Self.examples[option.label]
        try options.take(option, try #require(example, "\(option.name) has no example"))
      }
      do { return .plan(try plan(options)) } catch { return .refused("\(error)") }
    }
    let nothing = try found()
    let alone = try tried.map { try found($0) }
    for (index, first) in tried.enumerated() {
      if case .refused(let reason) = alone[index] {
        #expect(reason.contains(first.name), "\(reason)")
      } else {
        let isIgnored = alone[index] == nothing
        #expect(!isIgnored, "\(first.name) is ignored")
      }
      for (other, second) in tried.enumerated().dropFirst(index + 1) {
        let both = try found(first, second)
        if case .refused(let reason) = both {
          #expect(reason.contains(first.name) || reason.contains(second.name), "\(reason)")
        } else {
          let areIgnored = (first: both == alone[other], second: both == alone[index])
          #expect(!areIgnored.first, "\(first.name) is ignored with \(second.name)")
          #expect(!areIgnored.second, "\(second.name) is ignored with \(first.name)")
        }
      }
    }
  }

  private static func load(_ options: OptionValues) throws -> String {
    try LoadPlans(options, catalogue: .standard()).json()
  }

  @Test func `of run`() throws {
    try check(
      RunCommand.rows, beside: ["suite"], base: [(SuiteOptions.suite.option, "smoke")],
      examples: ["filter": ["^app"]]
    ) { try Plan($0, catalogue: .standard()).json() }
  }

  @Test func `of load`() throws {
    try check(LoadCommand.rows, beside: ["suite"], Self.load)
  }

  @Test func `of load with a service`() throws {
    try check(
      LoadCommand.rows, beside: ["suite"],
      base: [(ServiceOptions.latency.option, "constant:5ms")], Self.load)
  }

  @Test func `of a suite of loads`() throws {
    try check(
      LoadCommand.rows, beside: ["suite"], base: [(LoadOptions.suite.option, "smoke")],
      examples: ["filter": ["^search"]], Self.load)
  }

  @Test func `of saturate`() throws {
    try check(
      SaturateCommand.rows, base: [(SaturateOptions.bound.option, "p99=5ms")]
    ) { try LoadPlans(searching: $0, catalogue: .standard()).json() }
  }

  @Test func `of explore`() throws {
    // Of the designs only one can be explored, in one topology unless somebody says otherwise.
    try check(ExploreCommand.rows, beside: ["filter", "design"]) {
      try ExplorePlan($0, catalogue: .standard()).json()
    }
  }

  @Test func `of replay`() throws {
    // A trace that is whole is replayed whole, whatever would be done with a damaged one.
    try check(
      ReplayCommand.rows, beside: ["partial"],
      base: [(ReplayOptions.path.option, TraceFixture("app").path)], examples: ["speed": ["2"]],
      Self.load)
  }

  @Test func `of record`() throws {
    try check(
      RecordCommand.rows, base: [(RecordOptions.out.option, "/tmp/flow-tests-none")],
      examples: ["away": ["constant:9s"], "form": ["binary"]]
    ) {
      let session = try RecordSession($0, catalogue: .standard())
      return try session.plan.json() + "\(session.target)"
    }
  }

  @Test func `of contend`() throws {
    try check(ContendCommand.rows) { try ContendPlan($0, catalogue: .standard()).json() }
  }
}
