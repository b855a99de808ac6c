import FlowResults

/// The kind of traffic of a load, which one option chooses.
///
/// A load has one kind of traffic, and takes only the options of that kind.
enum TrafficKind: CaseIterable {
  /// The loads of a suite.
  case suite
  /// A population of users.
  case users
  /// The clients of a closed loop.
  case clients
  /// Actions on a schedule, or those of a trace: the kind without an option of its own.
  case schedule

  /// The kind that some options choose.
  init(_ given: Set<String>) {
    self = Self.allCases.first { $0.key.map(given.contains) == true } ?? .schedule
  }

  /// The option that chooses the kind.
  private var key: String? {
    switch self {
    case .suite: "--suite"
    case .users: "--users"
    case .clients: "--clients"
    case .schedule: nil
    }
  }

  /// The options of the kind, among those that not all kinds have.
  private var options: Set<String> {
    let own = Set([key].compactMap { $0 })
    let arrivals: Set = ["--rate", "--duration", "--arrivals", "--stage"]
    let stores: Set = ["--workload", "--affinity", "--virtual"]
    let service: Set = [
      "--latency", "--failures", "--timeout", "--capacity", "--drain",
      "--distribution",
    ]
    let timed = own.union(stores).union(service)
    return switch self {
    case .suite: own.union(stores).union(["--duration"])
    case .users:
      timed.union(["--duration", "--arrivals", "--think", "--away"])
    // With a service, users wait.
    case .clients: own.union(stores).union(["--duration", "--think", "--drain", "--distribution"])
    case .schedule: timed.union(arrivals).union(["--max-queue"])
    }
  }

  /// Refuses an option of another kind of traffic.
  ///
  /// - Throws: `PlanError`, naming both options.
  func check(_ given: [String]) throws(PlanError) {
    let all = Self.allCases.reduce(into: Set<String>()) { $0.formUnion($1.options) }
    for option in given where all.contains(option) && !options.contains(option) {
      if let key {
        throw .refused(
          option: option,
          reason: "must not be given with \(key), which has other options; "
            + "give one of the two")
      }
      let others = Self.allCases.filter { $0.options.contains(option) }.compactMap(\.key)
      throw .invalid(
        option: option, rule: "must be given with \(others.joined(separator: " or "))",
        value: "none of them")
    }
  }
}

/// The combinations of options of a load that are refused, beside those of other kinds of traffic.
enum LoadOptionRules {
  /// Options without effect unless one of `others` is given; `when`: only if it is given, too.
  private static let needs: [(option: String, others: [String], when: String?)] = [
    ("--failures", ["--latency"], nil),
    ("--timeout", ["--latency"], nil),
    ("--capacity", ["--latency"], nil),
    // Unless a service takes time, nothing waits.
    ("--max-queue", ["--capacity"], "--latency"),
    // In virtual time every rate is kept unless actions wait for a service.
    ("--virtual", ["--latency"], "--bound"),
    ("--virtual", ["--capacity"], "--bound"),
    ("--rounds-max", ["--threshold", "--bound"], nil),
  ]

  /// Options that decide the same thing.
  private static let excludes: [(option: String, others: [String])] = [
    ("--stage", ["--rate", "--duration"]),
    ("--shard", ["--rounds-max"]),
    // Simulated work takes no core.
    ("--virtual", ["--affinity"]),
  ]

  /// Refuses options that do not go together.
  ///
  /// - Returns: The kind of traffic.
  /// - Throws: `PlanError`, naming the options.
  static func check(_ given: [String]) throws(PlanError) -> TrafficKind {
    let all = Set(given)
    let kind = TrafficKind(all)
    try kind.check(given)
    for rule in needs where all.contains(rule.option) && all.isDisjoint(with: rule.others) {
      if let when = rule.when, !all.contains(when) { continue }
      let with = rule.when.map { ", with \($0)," } ?? ""
      throw .invalid(
        option: rule.option,
        // A search always has a bound.
        rule: "must\(with) be given with \(rule.others[0])", value: "\(rule.option) alone")
    }
    for rule in excludes where all.contains(rule.option) {
      guard let other = rule.others.first(where: all.contains) else { continue }
      throw .invalid(
        option: other, rule: "must not be given with \(rule.option)", value: "both")
    }
    return kind
  }
}
