import FlowResults
import Foundation
import Rainbow

/// A report as a list of blocks, for a terminal, as Markdown or as HTML.
struct ReportDocument {
  enum Block {
    case heading(String)
    /// A few words that a terminal shows in colour.
    case verdict(String, TextTable.Mark)
    case paragraph(String)
    case list(title: String, [String])
    case table(title: String, TextTable)
    /// A command line, which is never wrapped.
    case command(String)
  }

  var blocks: [Block]

  /// Returns the text for a terminal.
  func text(width: Int, isColoured: Bool) -> String {
    shown.map { block in
      switch block {
      case .heading(let text): Self.wrapped(text, width)
      case .verdict(let words, .best) where isColoured:
        TerminalColour.painted(words.uppercased(), .green) + "\n"
      case .verdict(let words, .invalid) where isColoured:
        TerminalColour.painted(words.uppercased(), .red) + "\n"
      case .verdict(let words, _): words.uppercased() + "\n"
      case .paragraph(let text): Self.wrapped(text, width) + "\n"
      case .list(let title, let items):
        Self.title(title) + items.map { Self.wrapped($0, width, indent: "  ") }.joined() + "\n"
      case .table(let title, let table):
        Self.title(title) + table.text(width: width, isColoured: isColoured) + "\n"
      case .command(let line): "  \(line)\n\n"
      }
    }.joined()
  }

  var markdown: String {
    shown.map { block in
      switch block {
      case .heading(let text): "### \(text)\n\n"
      case .verdict(let words, _): "**\(words)**\n\n"
      case .paragraph(let text): text + "\n\n"
      case .list(let title, let items):
        Self.markdownTitle(title) + items.map { "- \($0)\n" }.joined() + "\n"
      case .table(let title, let table): Self.markdownTitle(title) + table.markdown + "\n"
      case .command(let line): "```\n\(line)\n```\n\n"
      }
    }.joined()
  }

  /// The paragraphs, lists and commands as elements.
  var html: String {
    shown.map { block in
      switch block {
      case .paragraph(let text): "<p>\(Self.escaped(text))</p>\n"
      case .list(let title, let items):
        "<p><b>\(Self.escaped(title))</b></p>\n<ul>"
          + items.map { "<li>\(Self.escaped($0))</li>" }.joined() + "</ul>\n"
      case .heading, .verdict, .table: ""
      case .command(let line): "<p><code>\(Self.escaped(line))</code></p>\n"
      }
    }.joined()
  }

  /// The blocks that are not empty.
  private var shown: [Block] {
    blocks.filter { block in
      switch block {
      case .paragraph(let text): !text.isEmpty
      case .list(_, let items): !items.isEmpty
      default: true
      }
    }
  }

  private static func title(_ title: String) -> String { title.isEmpty ? "" : title + ":\n" }

  private static func markdownTitle(_ title: String) -> String {
    title.isEmpty ? "" : "**\(title)**\n\n"
  }

  private static func wrapped(_ text: String, _ width: Int, indent: String = "") -> String {
    TextWrap.lines(text, width: width - 2 * indent.count).enumerated().map { index, line in
      (index == 0 ? indent : indent + indent) + line.replacing("\u{A0}", with: " ") + "\n"
    }.joined()
  }

  /// Returns text for HTML and XML, without control characters, which XML cannot contain.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    // Scalars and not characters, which can consist of a sign and a combining mark.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += " "
      case _ where scalar.value < 0x20: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
