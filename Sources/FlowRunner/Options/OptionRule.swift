import FlowHarness
import FlowResults

/// Which options go together, of loads: what is given with another one that makes it meaningless is
/// refused by name, and so is what means nothing alone.
package struct OptionRule {
  private enum Kind {
    /// None of the others may be given with it.
    case excludes
    /// One of the others must be given with it.
    case needs
  }

  private let kind: Kind
  private let option: CommandOption
  private let others: [CommandOption]
  /// Why, after the names.
  private let reason: String
  /// Only where this option has a value, too.
  private var when: CommandOption?

  /// The rules; the first that is broken is said.
  static let ofLoads = [
    OptionRule(
      .excludes, UserOptions.users.option,
      [
        RateOptions.rate.option, RateChangeOptions.shape.option, RateChangeOptions.stages.option,
        ClientOptions.clients.option, QueueOptions.maxQueue.option, UserOptions.sessions.option,
      ], "whose next step follows from the last one"),
    OptionRule(
      .excludes, UserOptions.sessions.option,
      [ClientOptions.clients.option, UserOptions.away.option, QueueOptions.maxQueue.option],
      "whose users come once, and act in their own time"),
    OptionRule(
      .needs, AnswerOptions.blind.option, [UserOptions.users.option, UserOptions.sessions.option],
      "who act"),
    OptionRule(
      .needs, WorldOptions.worlds.option, [UserOptions.users.option], "who live in them"),
    OptionRule(
      .needs, WorldOptions.worlds.option, [TimeOptions.virtual.option],
      "since one after the other they would not live at the same time"),
    OptionRule(.needs, WorldOptions.own.option, [UserOptions.users.option], "who have copies"),
    OptionRule(
      .excludes, WorldOptions.own.option, [SizeOptions.features.option],
      "of which there are as many copies as users"),
    OptionRule(
      .needs, WorldOptions.jobs.option, [TimeOptions.virtual.option],
      "since processes that run at once take each other's time"),
    OptionRule(
      .needs, UserOptions.away.option, [UserOptions.users.option], "who go away"),
    OptionRule(
      .excludes, ClientOptions.clients.option,
      [
        RateOptions.rate.option, RateOptions.arrivals.option, RateChangeOptions.shape.option,
        RateChangeOptions.stages.option, QueueOptions.maxQueue.option,
      ], "who send when they are ready"),
    OptionRule(
      .needs, UserOptions.think.option,
      [ClientOptions.clients.option, UserOptions.users.option, UserOptions.sessions.option],
      "who think"),
    OptionRule(
      .excludes, RateChangeOptions.stages.option,
      [RateOptions.rate.option, RateOptions.duration.option, RateChangeOptions.shape.option],
      "which has its own"),
    OptionRule(
      .excludes, LoadWorkerOptions.workers.option,
      [
        UserOptions.users.option, UserOptions.sessions.option, ClientOptions.clients.option,
        QueueOptions.maxQueue.option, ServiceOptions.latency.option, TimeOptions.virtual.option,
      ], "who send a schedule as it comes, in real time"),
    OptionRule(
      .excludes, LoadWorkerOptions.workers.option,
      [WorkloadOptions.workloads.option], "whose stores hold what proves that nothing is lost"),
    OptionRule(
      .excludes, LoadWorkerOptions.workers.option, [AffinityOptions.affinity.option],
      "who have all cores"),
    OptionRule(.needs, ServiceOptions.failures.option, [ServiceOptions.latency.option], service),
    OptionRule(.needs, ServiceOptions.timeout.option, [ServiceOptions.latency.option], service),
    OptionRule(.needs, ServiceOptions.capacity.option, [ServiceOptions.latency.option], service),
    OptionRule(
      .needs, ServiceOptions.patience.option, [ServiceOptions.capacity.option],
      "for a place of which it waits"),
    OptionRule(
      .needs, QueueOptions.maxQueue.option, [ServiceOptions.capacity.option],
      "where effects take time: else nobody waits", when: ServiceOptions.latency.option),
    OptionRule(
      .needs, ThresholdOptions.maxRounds.option,
      [ThresholdOptions.thresholds.option, SaturateOptions.bound.option], threshold),
    OptionRule(
      .excludes, ShardOptions.shard.option, [ThresholdOptions.maxRounds.option],
      "whose jobs are dealt out before anything runs"),
    OptionRule(
      .needs, ThresholdOptions.strict.option, [ThresholdOptions.thresholds.option], threshold),
    OptionRule(
      .needs, TimeOptions.virtual.option, [ServiceOptions.latency.option],
      "in a search: without a service nothing takes time, and every rate is kept",
      when: SaturateOptions.bound.option),
  ]

  private static let threshold = "which decides"
  private static let service = "which says how long the service takes"

  /// What a suite of loads decides itself.
  static let ofLoadSuites = [
    OptionRule(
      .excludes, LoadOptions.suite.option,
      [
        RateOptions.rate.option, RateOptions.arrivals.option, RateChangeOptions.shape.option,
        RateChangeOptions.stages.option, ClientOptions.clients.option, UserOptions.think.option,
        UserOptions.users.option, UserOptions.sessions.option, UserOptions.away.option,
        WorldOptions.worlds.option, WorldOptions.own.option, AnswerOptions.blind.option,
        LoadWorkerOptions.workers.option, ServiceOptions.latency.option,
        ServiceOptions.patience.option, ServiceOptions.failures.option,
        ServiceOptions.timeout.option, ServiceOptions.capacity.option,
        QueueOptions.maxQueue.option, QueueOptions.drain.option, SizeOptions.distributions.option,
      ], "whose loads have their own")
  ]

  private init(
    _ kind: Kind, _ option: CommandOption, _ others: [CommandOption], _ reason: String,
    when: CommandOption? = nil
  ) {
    self.kind = kind
    self.option = option
    self.others = others
    self.reason = reason
    self.when = when
  }

  /// What only one topology has.
  static let ofTopologies = [
    (option: DesignOptions.groups.option, topology: Topology.grouped),
    (option: ShapeOptions.depths.option, topology: Topology.scoped),
  ]

  /// Each rule as a sentence of Markdown, for the documentation.
  package static var sentences: [String] {
    ofLoads.map(\.sentence) + ofLoadSuites.map { "Of `load`, " + $0.sentence }
      + ofTopologies.map { rule in
        "`\(rule.option.name)` must be given where a scenario has topology "
          + "`\(rule.topology.rawValue)`."
      }
  }

  private var sentence: String {
    func list(_ options: [CommandOption], _ last: String) -> String {
      let names = options.map { "`\($0.name)`" }
      guard names.count > 1 else { return names.joined() }
      return names.dropLast().joined(separator: ", ") + " \(last) " + names[names.count - 1]
    }
    let name = "`\(option.name)`"
    let with = when.map { "With `\($0.name)`, " } ?? ""
    return switch kind {
    case .excludes: "\(with)\(list(others, "and")) must not be given with \(name), \(reason)."
    case .needs: "\(with)\(name) must be given with \(list(others, "or")), \(reason)."
    }
  }

  /// Refuses what breaks one of some rules.
  static func check(_ options: OptionValues, _ rules: [OptionRule]) throws(PlanError) {
    for rule in rules { try rule.check(options) }
  }

  private func check(_ options: OptionValues) throws(PlanError) {
    guard options.has(option), when.map({ options.has($0) }) != false else { return }
    switch kind {
    case .excludes:
      for other in others {
        guard let text = options.text(other) else { continue }
        throw .conflict(
          option: other.name, rule: "must not be given with \(option.name), \(reason)",
          value: "'\(text)'")
      }
    case .needs:
      guard !others.contains(where: { options.has($0) }) else { return }
      let names = others.map(\.name).joined(separator: " or ")
      throw .conflict(
        option: option.name, rule: "must be given with \(names), \(reason)",
        value: "'\(options.text(option) ?? "")'")
    }
  }
}
