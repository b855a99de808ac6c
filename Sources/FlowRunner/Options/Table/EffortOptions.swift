import FlowHarness
package import FlowResults

/// Where a run begins.
package enum SuiteOptions: OptionRows {
  package static let suite = OptionKey<Suite>(
    "suite", "suite", "The suite to start from: smoke, default, full or claims",
    .choice(kind: "suite"),
    standard: .default)

  package static let options = [suite.option]
}

/// How long and how often a scenario is measured.
package enum EffortOptions: OptionRows {
  package static let actions = OptionKey<Int>(
    "actions", "n", "Actions in each sample", .number(in: 1...100_000_000),
    otherwise: "as the suite and the design's speed ask")
  package static let rounds = RoundOptions.rounds.open(
    "as the suite asks", meaning: "Fresh processes for each scenario's timing")
  package static let passes = OptionKey<[Pass]>(
    "passes", "pass,…", "timing, counting, instructions", .choices(kind: "pass"),
    otherwise: "the first two (all in full)")
  package static let limit = LimitOptions.limit.open(
    "as the suite asks", meaning: "Seconds after which a trial is given up")
  static let fault = OptionKey<PlantedFault>(
    "inject", "fault",
    "A fault planted in the trials that match, as crash:REGEX, for the harness's own tests", .fault,
    isHidden: true)

  package static let options = [
    actions.option, rounds.option, passes.option, limit.option, fault.option,
  ]
}

/// How often a load is driven.
package enum RoundOptions: OptionRows {
  package static let rounds = OptionKey<Int>(
    "rounds", "n", "Fresh processes for each scenario", .number(in: 1...1000), standard: 1)

  package static let options = [rounds.option]
}

/// What decides all that is random.
package enum SeedOptions: OptionRows {
  /// The seed when none is given.
  package static let standard: UInt64 = 1
  package static let seed = OptionKey<UInt64>(
    "seed", "seed", "Seed of all randomness", .seed, standard: standard)

  package static let options = [seed.option]
}

/// When a process is given up.
package enum LimitOptions: OptionRows {
  package static let limit = OptionKey<Double>(
    "limit", "seconds", "Seconds after which a process that says nothing is given up",
    .number(in: 0.1...86_400, rule: "must be a number of seconds"),
    standard: ChildProcess.standardLimitSeconds)

  package static let options = [limit.option]
}

/// Where results go, what is printed, and what is allowed, for all that measure.
package enum SessionOptions: OptionRows {
  package static let out = OptionKey<String>(
    "out", "directory", "Directory for the results", .text, otherwise: "a new one in results/")
  package static let resume = OptionKey<String>(
    "resume", "directory",
    "Go on with what was interrupted in this directory, as it was planned", .text,
    isOpenOnResume: true)
  package static let dryRun = OptionKey<Bool>(
    "dry-run", "", "Print the plan and stop", .flag, standard: false, isOpenOnResume: true)

  package static let options =
    [out.option, resume.option, dryRun.option] + FormatOptions.options + DebugOptions.options
}

/// How much a run prints at its end.
package enum TableOptions: OptionRows {
  package static let table = OptionKey<Bool>(
    "table", "", "Print all scenarios, not the first screen", .flag, standard: false,
    isOpenOnResume: true)

  package static let options = [table.option]
}

/// How a table is printed.
package enum FormatOptions: OptionRows {
  package static let format = OptionKey<OutputFormat>(
    "format", "format", "How to print: text or json", .choice(kind: "format"), standard: .text,
    isOpenOnResume: true)

  package static let options = [format.option]
}

/// Whether a debug build may measure.
package enum DebugOptions: OptionRows {
  package static let allowDebug = OptionKey<Bool>(
    "allow-debug", "", "Measure although this is a debug build", .flag, standard: false,
    isOpenOnResume: true)

  package static let options = [allowDebug.option]
}

/// How something is printed.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For a reader.
  case text
  /// For a program.
  case json
}

extension OptionReader where Value == UInt64 {
  /// A seed; that it has bounds goes without saying.
  fileprivate static var seed: Self {
    var reader = number(in: 0...UInt64.max, rule: "must be 0 to \(UInt64.max)")
    reader.bounds = ""
    return reader
  }
}

extension OptionReader where Value == PlantedFault {
  fileprivate static var fault: Self {
    .one(
      text: { "\($0.kind.rawValue):\($0.pattern)" },
      { (text: String, _: String) throws(PlanError) -> PlantedFault in try PlantedFault(text) })
  }
}
