import ArgumentParser
import FlowReports
import FlowRunner

/// The options of `check`.
struct CheckOptions: ParsableArguments {
  @Option(.text, "directory", "Directory of the baselines of all platforms")
  var baseline = Baseline.directory

  @Option(
    .text, "executable",
    "This program built from another revision, to compare with instead; FlowBench's own 'make "
      + "check BASE=revision' builds it")
  var base: String?

  @Option(.text, "name", "Name of that revision in reports", default: "the executable")
  var baseName: String?

  @Option(.choices(kind: "gate"), "gate,…", "counts, time", default: "all that can be compared")
  var gate: [CheckFinding.Gate]?

  @Flag(help: "Replace the baseline by the current counts.")
  var update = false

  @Flag(help: "Exit 3 also if something is new or undecided.")
  var strict = false

  @Option(
    .expression, "expression", "Keep the scenarios whose id matches this regular expression")
  var filter: String?

  @Option(
    .text, "directory", "Directory for counts and reports", default: "results/check/<UTC time>")
  var out: String?

  @Flag(help: "Check although this is a debug build.")
  var allowDebug = false

  @Option(.seed, "seed", "Seed of all randomness", visibility: .private)
  var seed = ProcessOptions.standardSeed
}
