import FlowResults
import Foundation

/// One thing that was known beforehand, and what the harness made of it.
package struct CalibrationRow: Codable, Equatable, Sendable {
  /// Which part of the harness was tried.
  package var section: Section
  /// What was tried, in words.
  package var name: String
  /// The unit of the numbers.
  package var unit: String
  /// The right answer; `nil` where only an error can be bounded.
  package var asked: Double?
  /// The harness's answer; `nil` when it has none.
  package var measured: Double?
  /// How wrong it is, in words: a share, or a number of units.
  package var error: String
  /// How wrong it may be, in words.
  package var allowed: String
  /// Whether that was kept; `nil` when it could not be tried, and `error` says why.
  package var isMet: Bool?

  /// A part of the harness.
  package enum Section: String, Codable, CaseIterable, Sendable {
    case counters
    case work
    case instructions
    case copies
    case same
    case slower
    case queue

    /// The title above its rows.
    var title: String {
      switch self {
      case .counters: "counters: known answers in a process of their own"
      case .work: "known work through stores, drivers and meters"
      case .instructions: "instructions of the same work, run to run"
      case .copies: "the same store, inside and in another package"
      case .same: "the same binary against itself: every verdict but 'same' is a false alarm"
      case .slower: "a slowdown put into one side: how often it is seen"
      case .queue: "waiting times of known queues, in virtual and in real time, against theory"
      }
    }
  }

  /// A row that must be right to the last unit.
  static func exact(
    _ section: Section, _ name: String, _ unit: String, asked: Int, measured: Int?
  ) -> Self {
    let difference = measured.map { $0 - asked }
    return CalibrationRow(
      section: section, name: name, unit: unit, asked: Double(asked),
      measured: measured.map(Double.init), error: difference.map { "\($0)" } ?? "not counted",
      allowed: "0", isMet: difference.map { $0 == 0 } ?? false)
  }

  /// A row that must be right within a share of the answer.
  static func near(
    _ section: Section, _ name: String, _ unit: String, asked: Double, measured: Double?,
    within share: Double
  ) -> Self {
    let error = measured.map { $0 / asked - 1 }
    return CalibrationRow(
      section: section, name: name, unit: unit, asked: asked, measured: measured,
      error: error.map { TextTable.percent($0) } ?? "not measured",
      allowed: "± " + TextTable.percent(share, sign: false),
      isMet: error.map { abs($0) <= share } ?? false)
  }

  /// A row that could not be tried here.
  static func untried(_ section: Section, _ name: String, because reason: String) -> Self {
    CalibrationRow(section: section, name: name, unit: "", error: reason, allowed: "")
  }

  /// A row whose trials failed.
  static func failed(_ section: Section, _ name: String, because reason: String) -> Self {
    var row = untried(section, name, because: reason)
    row.isMet = false
    return row
  }
}

/// What a calibration says at its end.
package struct CalibrationReport {
  private let rows: [CalibrationRow]

  /// A report of these rows.
  package init(_ rows: [CalibrationRow]) { self.rows = rows }

  /// Whether everything that could be tried came out as it must.
  package var isMet: Bool { rows.allSatisfy { $0.isMet != false } }

  /// A table for each section, in their order.
  package func text(isColoured: Bool) -> String {
    let tables = CalibrationRow.Section.allCases.compactMap { section -> String? in
      let rows = rows.filter { $0.section == section }
      guard !rows.isEmpty else { return nil }
      var table = TextTable(["what", "asked", "measured", "unit", "error", "allowed", ""])
      for row in rows {
        table.add(
          [
            row.name, row.asked.map { TextTable.number($0) } ?? "",
            row.measured.map { TextTable.number($0) } ?? "–", row.unit, row.error, row.allowed,
            row.isMet.map { $0 ? "ok" : "WRONG" } ?? "",
          ],
          row.isMet == false ? .invalid : .plain)
      }
      return section.title + "\n\n" + table.text(isColoured: isColoured)
    }
    return tables.joined(separator: "\n")
  }

  /// The rows as JSON.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
  }
}
