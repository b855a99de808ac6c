import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Holds the driver's loops against loops written by hand, in this process.
struct CalibrateLoopCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate-loop",
    abstract: "Measures what the driver adds to a loop written by hand; a JSON row each.",
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @Flag(help: "Measure although this is a debug build.")
  var allowDebug = false

  @Option(help: "How often both loops take turns.")
  var rounds = LoopCostSettings().rounds

  @Argument(help: "Designs; all when none is named.")
  var designs: [String] = []

  @MainActor
  mutating func run() async throws {
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    guard rounds >= 1 else {
      throw PlanError.outOfRange(option: "--rounds", rule: "must be at least 1", value: "\(rounds)")
    }
    let catalogue = try RunningProgram.catalogue()
    let answers = RunningProgram.answers
    var settings = LoopCostSettings()
    settings.rounds = rounds
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for design in designs.isEmpty ? LoopCost.designs(of: catalogue) : designs {
      let cost = try await LoopCost.measure(
        design: design, catalogue: catalogue, settings: settings)
      answers.emit(String(decoding: try encoder.encode(cost), as: UTF8.self))
    }
  }
}
