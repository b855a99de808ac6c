import ArgumentParser
import FlowReports
import FlowResults
import FlowRunner

/// Says of each claim of the articles whether a run shows it.
struct ClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Says of seven claims about stores whether they hold in a run.",
    discussion: """
      A card for each: a verdict, one ratio with its interval, the rule that decides, each design, \
      and the command that measures exactly this again. What a claim needs is measured by \
      '\(Executable.name) run --suite claims', and what effects in flight keep by \
      '\(Executable.name) load --suite claims'. Writes claims.json and claims.html beside the run's \
      other files. A claim that was not measured says so; with --strict it exits 3.

      Examples: \(Executable.name) claims
                \(Executable.name) claims --run results/latest --load results/latest-load
                \(Executable.name) claims --run results/latest --design flow --claim 1
      """)

  @OptionGroup var options: Options<ClaimsTable>

  mutating func run() throws {
    let given = try given()
    let run = given.value(ClaimsTable.run)
    let (design, claim) = (given[ClaimsTable.design], given[ClaimsTable.claim])
    let cards = try ClaimCards(
      run: run, design: design, claim: claim, load: given[ClaimsTable.load])
    let text = ClaimText(cards)
    switch given.value(ClaimsTable.format) {
    case .text: try StandardOutput.write(text.text)
    case .markdown: try StandardOutput.write(text.markdown)
    case .json: try StandardOutput.write(text.json())
    case .html: try StandardOutput.write(text.page)
    }
    if design == nil, claim == nil { try text.write(into: run) }
    guard !cards.areMeasured else { return }
    StandardError.write(
      "not measured: claims \(cards.notMeasured); "
        + "'\(Executable.name) run --suite claims' measures them\n")
    if given.value(ClaimsTable.strict) { throw FlowExit.inconclusive.code }
  }
}
