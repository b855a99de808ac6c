import ArgumentParser
import FlowHarness
import FlowRunner
import Foundation

/// Says what the counter in this process is worth; `run`, `doctor` and `calibrate` start it.
struct ProbeCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Counts what is known, and prints it as JSON.",
    shouldDisplay: false)

  @Flag(help: "Count everything whose answer is known.")
  var thorough = false

  @MainActor
  mutating func run() async throws {
    let report = await CounterProbe.report(isThorough: thorough)
    RunningProgram.answers.emit(
      String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }
}
