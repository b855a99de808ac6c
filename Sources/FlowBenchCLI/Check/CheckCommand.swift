import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Detect regressions against a baseline or another build.",
    usage: "\(Executable.name) check [<options>]",
    discussion: """
      The counts gate compares allocations, bytes, objects, retains and releases with \(Baseline.directory)/ \
      or --base, and instructions with the baseline. The time gate runs this build and --base in pairs of \
      fresh processes, in random order. Writes check.md, check.xml (JUnit) and, with the time gate, \
      compare.csv.

      Exits 2 if something regressed; 3 if a required comparison is missing, nothing was compared, or \
      --update could not count everything, and with --strict if something is new or undecided; 4 if a trial was invalid.
      """)

  @Option(.text, "directory", "Directory of the baselines")
  var baseline = Baseline.directory

  @Option(
    .text, "executable",
    "Executable of another revision, to compare with in place of the baseline; "
      + "'make check BASE=revision' builds it")
  var base: String?

  @Option(.text, "name", "Name of that revision in reports", default: "the path")
  var baseName: String?

  @Option(
    .choices(kind: "gate"), "gate,…", "Gates: counts, time", default: "counts; with --base: both")
  var gate: [CheckFinding.Gate]?

  @Flag(help: "Replace the baseline with the current counts.")
  var update = false

  @Flag(help: "Exit 3 also if something is new or undecided.")
  var strict = false

  @Option(
    .expression, "expression", "Regular expression that scenario ids must match")
  var filter: String?

  @Option(
    .text, "directory", "Directory for counts and reports", default: "results/check/<UTC time>")
  var out: String?

  @Flag(help: "Check although this is a debug build.")
  var allowDebug = false

  @Option(.seed, "seed", "Seed of all randomness", visibility: .private)
  var seed = ProcessOptions.standardSeed

  @MainActor
  mutating func run() async throws {
    let session = try CheckSession(self, catalogue: RunningProgram.catalogue())
    try DebugBuildError.check(isAllowed: allowDebug)
    guard let report = try await session.run(executable: Executable.path) else {
      StandardError.write("interrupted before a conclusion\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    try StandardOutput.write(report.text)
    switch report.conclusion {
    case .fine: break
    case .regressed: throw FlowExit.regression.code
    case .invalid: throw FlowExit.invalid.code
    case .incomplete: throw FlowExit.inconclusive.code
    case .inconclusive: if strict { throw FlowExit.inconclusive.code }
    }
  }
}
