import Foundation
import PlainText
package import Rainbow

/// A table for a terminal, whose first column is aligned to the left and the others to the right.
package struct TextTable {
  /// The meaning of a row, which determines its colour.
  package enum Mark {
    case plain
    case best
    case invalid
    /// A heading of the rows below, which may be wider than the first column.
    case heading
  }

  private let header: [String]
  private var rows: [(cells: [String], mark: Mark)] = []

  package init(_ header: [String]) { self.header = header }

  /// Adds a row; missing cells are empty.
  package mutating func add(_ cells: [String], _ mark: Mark = .plain) {
    precondition(
      cells.count <= header.count, "a row has at most \(header.count) cells, got \(cells.count)")
    // Cells of a damaged file may contain control characters.
    let cells = cells.map { $0.escapingControls() }
    rows.append((cells + [String](repeating: "", count: header.count - cells.count), mark))
  }

  /// Returns the text, at most `width` characters wide unless the numbers are wider.
  package func text(width: Int = 110, isColoured: Bool = false) -> String {
    var widths = header.indices.map { column in
      ([header] + rows.filter { $0.mark != .heading }.map(\.cells)).map { $0[column].count }.max()
        ?? 0
    }
    let excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
    if excess > 0 { widths[0] = max(24, widths[0] - excess) }
    var text = line(header, widths)
    text += widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ") + "\n"
    for row in rows {
      guard row.mark != .heading else {
        text += Self.shortened(row.cells[0], to: width) + "\n"
        continue
      }
      let plain = line(row.cells, widths)
      switch row.mark {
      case _ where !isColoured: text += plain
      case .plain, .heading: text += plain
      case .best: text += Self.coloured(plain, .green)
      case .invalid: text += Self.coloured(plain, .red)
      }
    }
    return text
  }

  /// The Markdown text; a row of one cell is a heading.
  package var markdown: String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    let rule = "|" + header.indices.map { $0 == 0 ? "---|" : "--:|" }.joined() + "\n"
    return line(header) + rule
      + rows.map { row in
        let isHeading = row.cells.dropFirst().allSatisfy(\.isEmpty)
        let first = row.cells[0].trimmingCharacters(in: .whitespaces)
        return line([isHeading ? "**\(first)**" : first] + row.cells.dropFirst())
      }.joined()
  }

  private static func coloured(_ line: String, _ color: NamedColor) -> String {
    TerminalColour.painted(line.trimmingCharacters(in: .newlines), color) + "\n"
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { column, cell in
      let shown = Self.shortened(cell.0, to: cell.1)
      let space = String(repeating: " ", count: cell.1 - shown.count)
      return column == 0 ? shown + space : space + shown
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// Returns the text without its middle.
  static func shortened(_ text: String, to width: Int) -> String {
    guard text.count > width else { return text }
    let kept = width - 1
    return text.prefix(kept / 2) + "…" + text.suffix(kept - kept / 2)
  }

  /// Returns a number with three significant digits, at most three decimals, and separated
  /// thousands; a dash if it is unknown.
  ///
  /// Zero is `0`; a number that rounds to zero is `0.000`.
  package static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "–" }
    let size = abs(value)
    // A larger `Double` has no exact digits.
    guard size < 1e15 else { return "\(value)" }
    var decimals = size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
    // Rounding up may add a digit before the point: 9.999 is 10.0.
    if decimals > 0, scaled(size, decimals) >= 1000 { decimals -= 1 }
    let digits = scaled(size, decimals)
    let sign = value < 0 && digits > 0 ? "-" : ""
    let scale = scales[decimals]
    let whole = sign + CountText.grouped(digits / scale)
    guard decimals > 0 else { return whole }
    let fraction = String(digits % scale)
    return whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// Returns a share in per cent.
  package static func percent(_ share: Double, sign: Bool = true) -> String {
    let size = abs(share) * 100
    let text = number(size)
    return (sign ? (share < 0 ? "-" : "+") : "") + text + " %"
  }

  private static let scales = [1, 10, 100, 1000]

  private static func scaled(_ size: Double, _ decimals: Int) -> Int {
    Int((size * Double(scales[decimals])).rounded())
  }

  /// Returns a count with separated thousands; a dash if it is unknown.
  package static func count(_ number: Int?) -> String { number.map(CountText.grouped) ?? "–" }
}

extension TextTable {
  /// Returns two times in the unit of the longer one: `3.82–3.99 ms`; a dash if one is unknown.
  package static func times(from low: Double?, to high: Double?) -> String {
    guard let low, let high else { return "–" }
    let text = time(high)
    guard let unit = text.split(separator: " ").last, let scale = timeUnits[String(unit)] else {
      return "–"
    }
    return "\(number(low / scale))–\(text)"
  }

  private static let timeUnits: [String: Double] = ["s": 1e9, "ms": 1e6, "µs": 1e3, "ns": 1]

  /// Returns a time with three digits and its unit.
  package static func time(_ ns: Double?) -> String {
    guard let ns else { return "–" }
    let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    let unit = units.first { ns >= $0.0 * 0.9995 } ?? (1, "ns")
    return number(ns / unit.0) + " " + unit.1
  }
}

/// Escape sequences that colour a text.
package enum TerminalColour {
  /// Returns the text in a colour.
  ///
  /// Rainbow's `text.green` has no effect if standard output is not a terminal.
  package static func painted(_ text: String, _ color: NamedColor) -> String {
    let codes = color.value.map { "\($0)" }.joined(separator: ";")
    return "\u{1B}[\(codes)m" + text + "\u{1B}[0m"
  }
}

/// Wraps text for a terminal.
package enum TextWrap {
  /// Returns lines that are broken between words; a word that is too wide is not broken.
  package static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// Enumerations of words in a sentence.
package enum WordsText {
  /// Returns `a`, `a and b`, or `a, b and c`.
  static func all(_ words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }

  /// Returns the first words and the number of the others.
  package static func some(_ words: [String], atMost count: Int = 4) -> String {
    guard words.count > count + 1 else { return all(words) }
    return all(words.prefix(count) + ["\(words.count - count) more"])
  }
}
