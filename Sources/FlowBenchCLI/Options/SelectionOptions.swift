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
    help: ArgumentHelp("immediate, suspending: how effects complete.", valueName: "completion,…"))
  var completion: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    try stores.apply(to: &options)
    options.suite = suite
    options.depths = try depth?.numbers("--depth")
    options.views = views?.words
    options.observers = try observers?.numbers("--observers")
    options.storages = storage?.words
    options.middlewares = try middlewares?.numbers("--middlewares")
    options.completions = completion?.words
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
