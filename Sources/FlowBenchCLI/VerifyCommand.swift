import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Holds stores to what they claim, before anybody times them.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Holds each store to what it claims, before anybody times it.",
    discussion: """
      Every design holds small copies of all workloads in all topologies that it can, and is held \
      against the plain fold after every action: its state, whether anything changes once it is \
      done, which readers it notifies, what several workers at once and several effects in flight \
      make of it. Nothing is timed, so a debug build will do. Each design has processes of its own. \
      Exits 4 when a claim does not hold.
      """)

  @Option(help: ArgumentHelp("Designs; see \(Executable.name) list.", valueName: "design,…"))
  var design: WordList?

  @Option(help: ArgumentHelp("Workloads; see \(Executable.name) list.", valueName: "workload,…"))
  var workload: WordList?

  @Option(
    help: ArgumentHelp("\(Topology.names).", valueName: "topology,…"))
  var topology: WordList?

  @Option(
    help: ArgumentHelp(
      "Seeds that each scenario is tried with; default \(VerifyOptions().seeds).", valueName: "n"))
  var seeds: String?

  @Option(
    help: ArgumentHelp(
      "Seconds after which a process that says nothing is given up.", valueName: "seconds"))
  var limit: String?

  @Option(help: "How to print: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @MainActor
  mutating func run() async throws {
    let format = try OutputFormat(option: format)
    var options = VerifyOptions()
    options.designs = design?.words
    options.workloads = workload?.words
    options.topologies = topology?.words
    options.seeds =
      try Number.read(seeds, "--seeds", "must be a whole number") ?? options.seeds
    options.limitSeconds = try Number.read(limit, "--limit", "must be a number of seconds")
    let session = try VerifySession(options: options, catalogue: RunningProgram.catalogue())
    let report = try await session.run(executable: Executable.path)
    switch format {
    case .text: print(report.text, terminator: "")
    case .json: print(try report.json(), terminator: "")
    }
    if report.isInterrupted {
      StandardError.write("interrupted; what was not tried is not known\n")
      throw ExitCode(130)
    }
    if !report.isValid { throw FlowExit.invalid.code }
  }
}
