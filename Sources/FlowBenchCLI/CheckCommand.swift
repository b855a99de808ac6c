import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation

/// The gate: exact counts against a baseline, and time against another revision.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Stops a regression: exact counts against a baseline, time in pairs with another build.",
    discussion: """
      Gate 0 counts allocations, bytes, objects, retains, releases and instructions, and compares \
      them with \(CheckOptions().baseline)/, or with what --base counts. Gate 1 runs this build and \
      --base in random-order pairs of fresh processes. Exits 2 when something regressed, 3 under \
      --strict when something could not be compared, 4 when a trial was invalid. Writes check.md, \
      check.xml (JUnit) and compare.csv.
      """)

  @Option(
    help: ArgumentHelp("Directory of the baselines of all platforms.", valueName: "directory"))
  var baseline: String = CheckOptions().baseline

  @Option(
    help: ArgumentHelp(
      "This program as built of another revision, to be held against instead; FlowBench's own "
        + "'make check BASE=revision' builds it.", valueName: "executable"))
  var base: String?

  @Option(help: ArgumentHelp("What that revision is called.", valueName: "name"))
  var baseName: String?

  @Option(help: ArgumentHelp("counts, time; all that can be.", valueName: "gate,…"))
  var gate: WordList?

  @Flag(help: "Take over what is counted now as the baseline.")
  var update = false

  @Flag(help: "Exit 3 when something could not be compared.")
  var strict = false

  @Option(help: "Keep the scenarios whose id matches this regular expression.")
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Directory for counts and reports; default results/check/<UTC time>.",
      valueName: "directory"))
  var out: String?

  @Option(help: .private)
  var seed: UInt64 = RunOptions.defaultSeed

  @Flag(help: "Check although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    var options = CheckOptions()
    options.baseline = baseline
    options.base = base
    options.baseName = baseName
    options.gates = gate?.words
    options.isUpdate = update
    options.filter = filter
    options.out = out
    options.seed = seed
    if update, base != nil {
      throw PlanError.conflict(
        option: "--update", rule: "must not be given with --base: the baseline is of this build",
        value: "both")
    }
    let session = try CheckSession(options: options, catalogue: RunningProgram.catalogue())
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    guard let report = try await session.run(executable: Executable.path) else {
      StandardError.write("interrupted; nothing was concluded\n")
      throw ExitCode(130)
    }
    print(report.text, terminator: "")
    let environment = ProcessInfo.processInfo.environment
    if let annotations = WorkflowAnnotations(report, environment: environment) {
      print(annotations.text, terminator: "")
      annotations.addToSummary(environment: environment)
    }
    switch report.conclusion {
    case .fine: break
    case .regressed: throw FlowExit.regression.code
    case .invalid: throw FlowExit.invalid.code
    case .inconclusive: if strict { throw FlowExit.inconclusive.code }
    }
  }
}
