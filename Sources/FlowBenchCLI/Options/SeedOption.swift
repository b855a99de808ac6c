import ArgumentParser
import FlowResults
import FlowRunner

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
