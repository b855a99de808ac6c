import ArgumentParser
import FlowTestSupport
import PublishedDesigns
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Copies the value of an option from one parsed command line to another.
private typealias Copy<Options> = (inout Options, Options) -> Void

private func copy<Options, Value>(
  _ value: WritableKeyPath<Options, Value>
) -> Copy<Options> {
  { $0[keyPath: value] = $1[keyPath: value] }
}

/// Returns the options of a group as options of a subcommand.
private func group<Options, Group>(
  _ group: WritableKeyPath<Options, Group>, _ copies: [String: Copy<Group>]
) -> [String: Copy<Options>] {
  copies.mapValues { copy in { copy(&$0[keyPath: group], $1[keyPath: group]) } }
}

/// The plan of a command line, or the reason why it is refused.
private struct Found<Plan: Equatable>: Equatable {
  var plan: Plan?
  var reason: String?
}

private func merged<Options>(_ groups: [String: Copy<Options>]...) -> [String: Copy<Options>] {
  groups.reduce([:]) { $0.merging($1) { first, _ in first } }
}

/// No option is ignored without an error: alone and with any other option of its subcommand it changes
/// the plan, or one of the two is refused by name.
///
/// The options are those of the help: an option that is added fails here until it has an
/// example and a way to copy it. Each subcommand is parsed twice only, without options and with all of
/// them, because parsing takes 100 ms in a debug build; pairs are made by copying values.
@MainActor
struct OptionPairTests {
  /// A value of each option that differs from its default.
  private static let examples: [String: [String]] = [
    "actions": ["300"], "affinity": ["free"], "arrivals": ["constant"], "away": ["constant:9s"],
    "bound": ["p99=7ms"], "capacity": ["3"], "clients": ["5"],
    "completion": ["suspending"], "depth": ["3"], "design": ["flow"],
    "distribution": ["zipf:1.5"], "drain": ["20s"], "duration": ["3s"], "failures": ["0.5"],
    "features": ["3"], "filter": ["inout"],
    "latency": ["constant:6ms"], "limit": ["5"], "max-queue": ["9"], "middlewares": ["1"],
    "observers": ["2"], "pace": ["60hz"], "passes": ["counting"],
    "rate": ["500"], "rounds": ["4"], "rounds-max": ["6"], "seed": ["77"],
    "speed": ["2"], "stage": ["5:1s", "7:1s"],
    "storage": ["disk"], "think": ["constant:2s"], "threshold": ["dropped_total==0"],
    "timeout": ["20ms"], "topology": ["per-feature"], "users": ["50"], "views": ["list"],
    "virtual": [], "workers": ["3"], "workload": ["shop"],
  ]

  private static let stores: [String: Copy<StoreOptions>] = [
    "filter": copy(\.filter), "design": copy(\.design), "topology": copy(\.topology),
  ]
  private static let size: [String: Copy<SizeOptions>] = [
    "features": copy(\.features), "distribution": copy(\.distribution),
  ]
  private static let app: [String: Copy<AppOptions>] = merged(
    ["affinity": copy(\.cores.affinity), "workload": copy(\.content.workload)],
    group(\.stores, stores), group(\.size, size))
  private static let shape: [String: Copy<ShapeOptions>] = [
    "depth": copy(\.depth), "views": copy(\.views), "observers": copy(\.observers),
    "storage": copy(\.storage), "middlewares": copy(\.middlewares),
    "completion": copy(\.completion),
  ]
  private static let rate: [String: Copy<RateOptions>] = [
    "rate": copy(\.rate), "duration": copy(\.duration), "arrivals": copy(\.arrivals),
  ]
  private static let change: [String: Copy<RateChangeOptions>] = [
    "stage": copy(\.stage)
  ]
  private static let users: [String: Copy<UserOptions>] = [
    "users": copy(\.users), "think": copy(\.think),
    "away": copy(\.away),
  ]
  private static let queue: [String: Copy<QueueOptions>] = [
    "max-queue": copy(\.maxQueue), "drain": copy(\.drain),
  ]
  private static let service: [String: Copy<ServiceOptions>] = [
    "latency": copy(\.latency), "failures": copy(\.failures), "timeout": copy(\.timeout),
    "capacity": copy(\.capacity),
  ]
  private static let thresholds: [String: Copy<ThresholdOptions>] = [
    "threshold": copy(\.threshold), "rounds-max": copy(\.roundsMax),
  ]
  private static let process: [String: Copy<ProcessOptions>] = [
    "seed": copy(\.seed), "limit": copy(\.watch.limit),
  ]

  private static let load: [String: Copy<LoadOptions>] = merged(
    [
      "rounds": copy(\.repetition.rounds), "clients": copy(\.clients.clients),
      "virtual": copy(\.time.virtual),
    ],
    group(\.scenarios, app), group(\.rate, rate), group(\.change, change),
    group(\.users, users), group(\.queue, queue),
    group(\.service, service), group(\.thresholds, thresholds), group(\.process, process))

  /// A refusal names an option, or the designs that cannot run what is left.
  private static func isAbout(_ options: [String], _ reason: String) -> Bool {
    reason.hasPrefix("no scenario is left") || options.contains { reason.contains($0) }
  }

  /// Options that do not change the plan, but what is done with it.
  private static let outsidePlans = SessionOptions.openOnResume.union(
    ["--out", "--shard", "--shard-by", "--help", "--version"])

  /// Tries each pair of a subcommand's options.
  ///
  /// - Parameters:
  ///   - skipped: Options that are not tried.
  ///   - base: The arguments of every command line.
  ///   - examples: Values in place of those for all subcommands.
  private func check<Options: ParsableArguments, Plan: Equatable>(
    _ copies: [String: Copy<Options>], skipping skipped: Set<String> = [],
    base: [String] = [], examples: [String: String] = [:],
    _ plan: (Options, Catalogue) throws -> Plan
  ) async throws {
    let help = Options.helpMessage(includeHidden: true)
    let tried = help.matches(of: /(?m)^  (?:-h, )?(--[a-z-]+)/).map { String($0.1) }.filter {
      !Self.outsidePlans.contains($0) && !skipped.contains($0)
    }
    #expect(Set(tried).count == tried.count, "an option is listed twice")
    try #require(tried.count >= 10, "the help has another form")
    let nothing = try Options.parsed(base)
    let all = try Options.parsed(
      base
        + tried.flatMap { option in
          let name = String(option.dropFirst(2))
          let values = try #require(
            examples[name].map { [$0] } ?? Self.examples[name], "\(option) has no example")
          return values.isEmpty ? [option] : values.map { "\(option)=\($0)" }
        })
    let catalogue = Catalogue.standard()
    func found(_ given: String...) throws -> Found<Plan> {
      var options = nothing
      for option in given {
        let copy = try #require(copies[String(option.dropFirst(2))], "\(option) is not copied")
        copy(&options, all)
      }
      var found = Found<Plan>()
      do { found.plan = try plan(options, catalogue) } catch { found.reason = "\(error)" }
      return found
    }
    let plain = try found()
    let alone = try tried.map { try found($0) }
    for (index, first) in tried.enumerated() {
      if let reason = alone[index].reason {
        #expect(Self.isAbout([first], reason), "\(reason)")
      } else if alone[index] == plain {
        Issue.record("\(first) is ignored")
      }
      for (other, second) in tried.enumerated().dropFirst(index + 1) {
        let both = try found(first, second)
        if let reason = both.reason {
          #expect(Self.isAbout([first, second], reason), "\(reason)")
        } else if both == alone[other] {
          Issue.record("\(first) is ignored with \(second)")
        } else if both == alone[index] {
          Issue.record("\(second) is ignored with \(first)")
        }
        // Other tests of the main actor measure time.
        await Task.yield()
      }
    }
  }

  @Test func `no option of run is ignored`() async throws {
    try await check(
      merged(
        [
          "actions": copy(\RunOptions.measurement.actions), "rounds": copy(\.measurement.rounds),
          "pace": copy(\.measurement.pace), "passes": copy(\.measurement.passes),
          "limit": copy(\.measurement.limit), "seed": copy(\.measurement.seed),
        ], group(\.scenarios, Self.app), group(\.shape, Self.shape)),
      skipping: ["--suite"], base: ["--suite=smoke"], examples: ["filter": "^app"]
    ) { try Plan($0, catalogue: $1).json() }
  }

  @Test(arguments: [[], ["--latency=constant:5ms"], ["--suite=smoke"]])
  func `no option of load is ignored`(base: [String]) async throws {
    try await check(
      Self.load, skipping: ["--suite"], base: base,
      examples: base == ["--suite=smoke"] ? ["filter": "^search"] : [:]
    ) { try LoadPlans($0, catalogue: $1) }
  }

  @Test func `no option of saturate is ignored`() async throws {
    try await check(
      merged(
        [
          "bound": copy(\SaturateOptions.search.bound), "rounds-max": copy(\.search.roundsMax),
          "virtual": copy(\.time.virtual),
        ], group(\.scenarios, Self.app), group(\.rate, Self.rate),
        group(\.queue, Self.queue), group(\.service, Self.service),
        group(\.process, Self.process)),
      base: ["--bound=p99=5ms"]
    ) { try LoadPlans($0, catalogue: $1) }
  }

  @Test func `no option of replay is ignored`() async throws {
    // All of an undamaged trace is replayed with and without --partial.
    try await check(
      merged(
        [
          "speed": copy(\ReplayOptions.pace.speed), "drain": copy(\.pace.drain),
          "rounds": copy(\.repetition.rounds),
          "affinity": copy(\.cores.affinity), "virtual": copy(\.time.virtual),
          "limit": copy(\.watch.limit),
        ], group(\.stores, Self.stores), group(\.thresholds, Self.thresholds)),
      skipping: ["--partial"], base: [TraceFixture("app").path]
    ) { try LoadPlans($0, catalogue: $1) }
  }

  @Test func `no option of contend is ignored`() async throws {
    try await check(
      merged(
        [
          "workers": copy(\ContendOptions.traffic.workers), "duration": copy(\.traffic.duration),
          "rounds": copy(\.repetition.rounds),
        ], group(\.stores, Self.stores), group(\.size, Self.size),
        group(\.process, Self.process))
    ) { try ContendPlan($0, catalogue: $1) }
  }
}
