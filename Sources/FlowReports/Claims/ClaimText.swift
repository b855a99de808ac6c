package import FlowResults
import Foundation
import Rainbow

/// Cards for a reader: on a terminal, as Markdown, or as a part of a page.
package struct ClaimText {
  private let cards: [ClaimCard]

  /// The text of all cards.
  package init(_ cards: ClaimCards) { self.cards = cards.cards }

  private static let width = 100

  /// The cards one below the other, as wide as a terminal.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    cards.map { Self.text($0, isColoured) }.joined(separator: "\n")
      + (cards.first.map { "\nrun \($0.run)\n" } ?? "")
  }

  private static func text(_ card: ClaimCard, _ isColoured: Bool) -> String {
    let verdict = card.verdictWords.uppercased()
    var lines = wrapped("\(card.number)  ", card.claim)
    let head = "   " + verdict
    lines.append(isColoured ? painted(head, card.verdict) : head)
    if let ratio = card.ratio { lines += wrapped("   ", ratio.line) }
    for group in groups(card) {
      lines.append("   \(group.verdict.rawValue):")
      for design in group.designs {
        lines += wrapped("     \(design.design)  ", design.words)
      }
    }
    if !card.facts.isEmpty {
      lines.append("   beside it:")
      lines += card.facts.flatMap { wrapped("     ", $0) }
    }
    if !card.exceptions.isEmpty {
      lines += wrapped("   not these: ", card.exceptions.joined(separator: "; "))
    }
    if !card.warning.isEmpty { lines += wrapped("   doubtful: ", card.warning) }
    lines += wrapped("   rule: ", card.rule)
    lines.append("   figure: \(card.figure)")
    // On one line, to be copied.
    lines.append("   again: \(card.command)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func painted(_ text: String, _ verdict: ClaimVerdict) -> String {
    switch verdict {
    case .holds: TerminalColour.painted(text, .green)
    case .doesNotHold: TerminalColour.painted(text, .red)
    case .depends, .notMeasured, .doubtful: text
    }
  }

  /// The designs by what a claim comes to for them, in the order of the verdicts.
  private static func groups(
    _ card: ClaimCard
  ) -> [(verdict: ClaimVerdict, designs: [ClaimFinding.Design])] {
    ClaimVerdict.allCases.compactMap { verdict in
      let designs = card.designs.filter { $0.verdict == verdict }
      return designs.isEmpty ? nil : (verdict, designs)
    }
  }

  private static func wrapped(_ head: String, _ text: String) -> [String] {
    TextWrap.lines(text, width: width - head.count).enumerated().map { index, line in
      (index == 0 ? head : String(repeating: " ", count: head.count)) + line
    }
  }

}

// MARK: - Pages

extension ClaimText {
  /// For a pull request or a page.
  package var markdown: String {
    cards.map { card in
      var text = "### \(card.number). \(card.claim)\n\n**\(card.verdictWords)**"
      if let ratio = card.ratio {
        text += " – \(ratio.subject): \(ratio.words)"
        text += ratio.mde.map { " (minimum detectable effect \(ClaimWords.share($0)))" } ?? ""
      }
      text += "\n\n"
      if !card.designs.isEmpty {
        var table = TextTable(["design", "verdict", "found"])
        for group in Self.groups(card) {
          for design in group.designs {
            table.add([design.design, design.verdict.rawValue, design.words])
          }
        }
        text += table.markdown + "\n"
      }
      let lines =
        card.facts + card.exceptions.map { "not: \($0)" }
        + (card.warning.isEmpty ? [] : ["doubtful: \(card.warning)"])
      if !lines.isEmpty { text += lines.map { "- \($0)\n" }.joined() + "\n" }
      text +=
        "Rule: \(card.rule) Source: \(card.source). Figure: \(card.figure). Run: \(card.run).\n\n"
      return text + "```\n\(card.command)\n```\n"
    }.joined(separator: "\n")
  }

  /// A part of a page: a section with an article for each card.
  package var html: String {
    let articles = cards.map { card in
      var text = "<article class=\"claim\" id=\"claim-\(card.number)\">\n"
      text += "<h3>\(card.number). \(Self.escaped(card.claim))</h3>\n"
      text +=
        "<p class=\"verdict \(Self.cssClass(card.verdict))\">\(Self.escaped(card.verdictWords))</p>\n"
      if let ratio = card.ratio { text += "<p>\(Self.escaped(ratio.line))</p>\n" }
      text += "<details><summary>each design, and what decides it</summary>\n<dl>\n"
      for design in Self.groups(card).flatMap(\.designs) {
        text += "<dt>\(Self.escaped(design.design)): \(Self.escaped(design.verdict.rawValue))</dt>"
        text += "<dd>\(Self.escaped(design.words))</dd>\n"
      }
      text += "</dl>\n"
      let lines = card.facts + card.exceptions.map { "not: \($0)" }
      if !lines.isEmpty {
        text += "<ul>\(lines.map { "<li>\(Self.escaped($0))</li>" }.joined())</ul>\n"
      }
      text += "<p>Rule: \(Self.escaped(card.rule)) Source: \(Self.escaped(card.source)).</p>\n"
      text += "<p><code>\(Self.escaped(card.command))</code></p>\n</details>\n"
      if !card.warning.isEmpty {
        text += "<p class=\"warning\">\(Self.escaped(card.warning))</p>\n"
      }
      return text + "</article>\n"
    }
    let run = cards.first.map { "<p>Run \(Self.escaped($0.run))</p>\n" } ?? ""
    return "<section class=\"claims\">\n<h2>Claims</h2>\n\(articles.joined())\(run)</section>\n"
  }

  private static func cssClass(_ verdict: ClaimVerdict) -> String {
    verdict.rawValue.replacing(" ", with: "-")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Everything as JSON.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.object(["cards": cards.map(\.object)]) }
}

extension ClaimFinding.Ratio {
  /// The ratio in one line.
  fileprivate var line: String {
    "\(subject): \(words)"
      + (mde.map { "; minimum detectable effect \(ClaimWords.share($0))" } ?? "")
  }
}

extension ClaimCard {
  /// As an object; unknown is `null`.
  fileprivate var object: [String: Any] {
    func number(_ value: Double?) -> Any { value.map { $0 as Any } ?? NSNull() }
    return [
      "number": self.number, "claim": claim, "source": source, "rule": rule,
      "verdict": verdict.rawValue, "verdict_without_warning": plainVerdict.rawValue,
      "facts": facts, "exceptions": exceptions, "figure": figure,
      "command": command, "run": run, "warning": warning,
      "designs": designs.map {
        ["design": $0.design, "verdict": $0.verdict.rawValue, "words": $0.words]
      },
      "ratio": ratio.map { ratio in
        [
          "subject": ratio.subject, "words": ratio.words, "value": number(ratio.value),
          "low": number(ratio.low), "high": number(ratio.high), "mde": number(ratio.mde),
        ] as [String: Any]
      } ?? NSNull() as Any,
    ]
  }
}

extension ClaimText {
  /// A page of its own, for a browser or a printer.
  package var page: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Claims about stores</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
      color: #222; background: #fff; }
    .claim { border-top: 1px solid #ccc; padding: .5rem 0; break-inside: avoid; }
    .verdict { font-weight: 600; margin: .25rem 0; }
    .verdict.holds { color: #1a6e2e; }
    .verdict.does-not-hold { color: #a3231f; }
    .warning { color: #8a5a00; }
    dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; }
    code { overflow-wrap: anywhere; font-size: .85em; }
    @media (prefers-color-scheme: dark) {
      body { color: #ddd; background: #161616; }
      .claim { border-color: #444; }
      .verdict.holds { color: #6cc581; } .verdict.does-not-hold { color: #f0807a; }
      .warning { color: #e0b060; }
    }
    </style>
    </head>
    <body>
    \(html)</body>
    </html>

    """
  }
}

extension ClaimText {
  /// What `make plot` puts at the head of its page.
  package static let partFile = "claims.html"
  /// The same for programs.
  package static let objectFile = "claims.json"

  /// Writes the cards beside the run's other files.
  ///
  /// - Throws: `PlanError` when the directory cannot be written.
  package func write(into directory: String) throws(PlanError) {
    do {
      try WholeFile.write(html, to: "\(directory)/\(Self.partFile)")
      try WholeFile.write(try json(), to: "\(directory)/\(Self.objectFile)")
    } catch {
      throw .failed(
        option: "--run", path: directory,
        reason: "must be a directory in which \(Self.objectFile) can be written", error)
    }
  }
}
