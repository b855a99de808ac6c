import FlowFiles
import FlowResults
import Foundation

// The cards of claims as text, Markdown, HTML and JSON.
extension ClaimCards {
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    cards.map { $0.document.text(width: 100, isColoured: isColoured) }.joined()
  }

  package var markdown: String { cards.map(\.document.markdown).joined() }

  /// A section of a page, with a folded element for each card.
  var html: String {
    "<section class=\"claims\">\n<h2>Claims</h2>\n\(cards.map(\.html).joined())</section>\n"
  }

  package func json() throws -> String { try JSONText.object(["cards": cards.map(\.object)]) }

  /// Writes `claims.json` and `claims.html`, with which the page of `make plot` begins.
  ///
  /// - Throws: An error if the directory cannot be written.
  package func write(into directory: String) throws {
    do {
      try WholeFile.write(html, to: "\(directory)/claims.html")
      try WholeFile.write(try json(), to: "\(directory)/claims.json")
    } catch {
      throw PlanError.failed(
        option: "--run", path: directory,
        reason: "must be a directory in which claims.json can be written", error)
    }
  }
}

extension ClaimCard {
  /// The verdict for a reader, with the plain verdict if there is a warning.
  var verdictWords: String {
    verdict == .unreliable
      ? "\(verdict.rawValue); without warnings: \(plainVerdict.rawValue)" : verdict.rawValue
  }

  private var mark: TextTable.Mark {
    verdict == .holds ? .best : verdict == .doesNotHold ? .invalid : .plain
  }

  private var title: String { "\(claim.number). \(claim.text)" }

  /// The ratio that decides, in a sentence; empty if there is none.
  private var finding: String {
    guard let ratio else { return "" }
    return "\(ratio.subject): \(ratio.words)"
      + (ratio.mde.map { "; minimum detectable effect \(ClaimWords.share($0))" } ?? "")
  }

  fileprivate var document: ReportDocument {
    ReportDocument(
      blocks: [.heading(title), .verdict(verdictWords, mark), .paragraph(finding)] + evidence.blocks
    )
  }

  /// The card for a page: the verdict, the claim and the ratio are visible, the evidence is folded.
  fileprivate var html: String {
    let texts = [title, finding].map(ReportDocument.escaped)
    return """
      <details class="claim">
      <summary><span class="verdict \(mark)">\(ReportDocument.escaped(verdictWords))</span>
      <b>\(texts[0])</b>
      <span class="finding">\(texts[1])</span></summary>
      \(evidence.html)</details>

      """
  }

  /// The verdicts on the designs, the rule and the command.
  private var evidence: ReportDocument {
    ReportDocument(
      blocks: ClaimVerdict.allCases.map { verdict in
        .list(
          title: verdict.rawValue,
          designs.filter { $0.verdict == verdict }.map { "\($0.design): \($0.words)" })
      } + [
        .list(title: "also measured", facts), .list(title: "not applicable", exceptions),
        .paragraph(warning.isEmpty ? "" : "Warning: \(warning)"),
        .paragraph(
          "Rule: \(claim.rule) Source: \(claim.source). Figure: \(claim.figure). Run: \(run)."),
        .command(command),
      ])
  }

  /// The card as an object for JSON; an unknown value is `null`.
  fileprivate var object: [String: Any] {
    func known(_ value: Any?) -> Any { value ?? NSNull() }
    return [
      "number": claim.number, "claim": claim.text, "source": claim.source, "rule": claim.rule,
      "verdict": verdict.rawValue, "verdict_without_warning": plainVerdict.rawValue,
      "facts": facts, "exceptions": exceptions, "figure": claim.figure,
      "command": command, "run": run, "warning": warning,
      "designs": designs.map {
        ["design": $0.design, "verdict": $0.verdict.rawValue, "words": $0.words]
      },
      "ratio": known(
        ratio.map { ratio in
          [
            "subject": ratio.subject, "words": ratio.words, "value": known(ratio.value),
            "low": known(ratio.low), "high": known(ratio.high), "mde": known(ratio.mde),
          ] as [String: Any]
        }),
    ]
  }
}
