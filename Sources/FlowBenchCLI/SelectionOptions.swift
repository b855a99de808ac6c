import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Which scenarios; every option is a list separated by commas.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The suite to start from: smoke, default or full.")
  var suite: String = RunOptions().suite

  @OptionGroup var stores: StoreOptions

  @Option(
    help: ArgumentHelp(
      "Scopes between store and child in the scoped topology.", valueName: "n,…"))
  var depth: WordList?

  @Option(help: ArgumentHelp("Shapes of views; see \(Executable.name) list.", valueName: "views,…"))
  var views: WordList?

  @Option(help: ArgumentHelp("Numbers of observers.", valueName: "n,…"))
  var observers: WordList?

  @Option(help: ArgumentHelp("memory, disk: where features save.", valueName: "storage,…"))
  var storage: WordList?

  @Option(
    help: ArgumentHelp(
      "Middlewares that look at each action and let it pass.", valueName: "n,…"))
  var middlewares: WordList?

  @Option(
    help: ArgumentHelp("at-once, suspending: how effects answer.", valueName: "answers,…"))
  var answers: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    try stores.apply(to: &options)
    options.suite = suite
    options.depths = try depth?.numbers("--depth")
    options.views = views?.words
    options.observers = try observers?.numbers("--observers")
    options.storages = storage?.words
    options.middlewares = try middlewares?.numbers("--middlewares")
    options.answers = answers?.words
  }
}

/// Which stores, holding what, on which cores; every option is a list separated by commas.
struct StoreOptions: ParsableArguments {
  @OptionGroup var topologies: TopologyOptions

  @Option(help: ArgumentHelp("Workloads; see \(Executable.name) list.", valueName: "workload,…"))
  var workload: WordList?

  @Option(help: ArgumentHelp("Copies of each module.", valueName: "n,…"))
  var features: WordList?

  @Option(
    help: ArgumentHelp(
      "Distributions and their parameters; see \(Executable.name) list.",
      valueName: "distribution,…"))
  var distribution: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    try topologies.apply(to: &options)
    options.workloads = workload?.words
    options.features = try features?.numbers("--features")
    options.distributions = distribution?.words
  }
}

/// Which stores, on which cores; every option is a list separated by commas.
struct TopologyOptions: ParsableArguments {
  @Option(help: "Keep the scenarios whose id matches this regular expression.")
  var filter: String?

  @Option(help: ArgumentHelp("Designs; see \(Executable.name) list.", valueName: "design,…"))
  var design: WordList?

  @Option(
    help: ArgumentHelp("\(Topology.names).", valueName: "topology,…"))
  var topology: WordList?

  @Option(help: ArgumentHelp("Stores of the grouped topology.", valueName: "g,…"))
  var groups: WordList?

  @Option(
    help: ArgumentHelp("pinned to one core, free on all, or both.", valueName: "affinity"))
  var affinity: String?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.filter = filter
    options.designs = design?.words
    options.topologies = topology?.words
    options.groups = try groups?.numbers("--groups")
    options.affinity = affinity
  }
}

/// How long and how often.
struct EffortOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Actions in each sample; else as the suite and the design's speed ask.", valueName: "n"))
  var actions: String?

  @Option(help: ArgumentHelp("Fresh processes for each scenario's timing.", valueName: "n"))
  var rounds: String?

  @Option(
    help: ArgumentHelp(
      "timing, counting, instructions; else the first two (all in full).", valueName: "pass,…"))
  var passes: WordList?

  @Option(help: ArgumentHelp("Seconds after which a trial is given up.", valueName: "seconds"))
  var limit: String?

  @OptionGroup var seed: SeedOption

  @Option(help: .private)
  var inject: String?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.actions = try Number.read(actions, "--actions", "must be a whole number")
    options.rounds = try Number.read(rounds, "--rounds", "must be a whole number")
    options.passes = passes?.words
    options.limitSeconds = try Number.read(limit, "--limit", "must be a number of seconds")
    options.seed = try seed.value()
    options.fault = inject
  }
}

/// What decides all that is random.
struct SeedOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Seed of all randomness; default \(RunOptions.defaultSeed).", valueName: "seed"))
  var seed: String?

  /// The seed, or the standard one.
  func value() throws(PlanError) -> UInt64 {
    try Number.read(seed, "--seed", "must be 0 to \(UInt64.max)") ?? RunOptions.defaultSeed
  }
}

/// Numbers that are taken as text, so that a wrong one is refused in one line.
enum Number {
  /// The number that an option was given, if it was.
  static func read<T: LosslessStringConvertible>(
    _ text: String?, _ option: String, _ rule: String
  ) throws(PlanError) -> T? {
    guard let text else { return nil }
    guard let number = T(text) else {
      throw .outOfRange(option: option, rule: rule, value: "'\(text)'")
    }
    return number
  }
}

/// Words separated by commas.
struct WordList: ExpressibleByArgument {
  let words: [String]

  init(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The words as whole numbers.
  func numbers(_ option: String) throws(PlanError) -> [Int] {
    var numbers: [Int] = []
    for word in words {
      guard let number = Int(word) else {
        throw .outOfRange(
          option: option, rule: "must be whole numbers separated by commas", value: "'\(word)'")
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// How something is printed.
enum OutputFormat: String, CaseIterable {
  case text
  case json

  /// All of them, for the help.
  static var all: String { allCases.map(\.rawValue).joined(separator: " or ") }

  /// Reads `--format`.
  init(option: String) throws(PlanError) {
    guard let format = Self(rawValue: option) else {
      throw .unknown(
        option: "--format", kind: "format", name: option, known: Self.allCases.map(\.rawValue))
    }
    self = format
  }
}
