import ArgumentParser
import FlowReports
import FlowResults
import FlowRunner

struct ClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Evaluate seven claims about stores against a run.",
    usage: "\(Executable.name) claims [<options>]",
    discussion: """
      Prints a card for each claim: a verdict, one ratio with its interval, the rule that decides, \
      each design, and the command that measures exactly this again. '\(Executable.name) run --suite \
      claims' measures what the claims need, and '\(Executable.name) load --suite claims' the memory of \
      effects in flight. Writes claims.json and claims.html beside the run's other files.

      Examples:
        \(Executable.name) claims                              # the newest run
        \(Executable.name) claims --load results/latest-load   # with effects in flight
        \(Executable.name) claims --design flow --claim 1      # one claim about one design
      """)

  enum Format: String, CaseIterable {
    case text, markdown, json
  }

  @Option(name: .customLong("run"), .text, "directory", "Directory of the run that decides")
  var directory = CompareOptions.newest

  @Option(
    .text, "directory",
    "Directory of a load run of the same machine, for the memory of effects in flight")
  var load: String?

  @Option(
    .text, "design", "Only design to evaluate",
    default: "those that the claim is about")
  var design: String?

  @Option(
    .number(in: 1...(ClaimCards.numbers.max() ?? 1)), "number", "Only claim to evaluate",
    default: "all of them")
  var claim: Int?

  @Option(.choice(kind: "format"), "format", "Output format: text, markdown or json")
  var format = Format.text

  @Flag(help: "Exit 3 if a claim was not measured.")
  var strict = false

  mutating func run() throws {
    let cards = try ClaimCards(run: directory, design: design, claim: claim, load: load)
    switch format {
    case .text: try StandardOutput.write(cards.text)
    case .markdown: try StandardOutput.write(cards.markdown)
    case .json: try StandardOutput.write(cards.json())
    }
    if design == nil, claim == nil { try cards.write(into: directory) }
    let missing = cards.notMeasured
    guard !missing.isEmpty else { return }
    StandardError.write(
      "not measured: claims \(missing.map { "\($0)" }.joined(separator: ", ")); "
        + "'\(Executable.name) run --suite claims' measures them\n")
    if strict { throw FlowExit.inconclusive.code }
  }
}
