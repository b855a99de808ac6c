import FlowResults

/// A known quantity, and the harness's measurement of it.
package struct CalibrationRow: Codable, Equatable, Sendable {
  package var section: Section
  /// The quantity, in words.
  package var name: String
  package var unit: String
  /// The right value; `nil` if only an error can be bounded.
  package var asked: Double?
  /// The measured value; `nil` if there is none.
  package var measured: Double?
  /// The error in words: a share, or a number of units.
  package var error: String
  /// The allowed error, in words.
  package var allowed: String
  /// A Boolean value that indicates whether the error is allowed; `nil` if nothing could be
  /// measured, for the reason in `error`.
  package var isMet: Bool?

  /// A part of the harness.
  package enum Section: String, Codable, CaseIterable, Sendable {
    case counters, work, cold, instructions, same, slower, queue

    /// The title above its rows.
    var title: String {
      switch self {
      case .counters: "counters: known counts in a separate process"
      case .work: "known work through stores, drivers and probes"
      case .cold: "single actions at 120 per second, after 4 MB of other memory were used"
      case .instructions: "instructions of the same work, run to run"
      case .same: "the same binary against itself: every verdict but 'same' is a false alarm"
      case .slower: "a slowdown added to one side: how often it is detected"
      case .queue: "waiting times of known queues, in virtual and in real time, against theory"
      }
    }
  }

  /// A row that must be exact.
  static func exact(
    _ section: Section, _ name: String, _ unit: String, asked: Double, measured: Double?
  ) -> Self {
    CalibrationRow(
      section: section, name: name, unit: unit, asked: asked, measured: measured,
      error: measured.map { plainText($0 - asked) } ?? "not counted", allowed: "0",
      isMet: measured == asked)
  }

  /// A row whose error may be a share of the value.
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

  /// A row that could not be measured here.
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

/// The report of a calibration.
package struct CalibrationReport {
  private let rows: [CalibrationRow]

  package init(_ rows: [CalibrationRow]) { self.rows = rows }

  /// A Boolean value that indicates whether every measured error is allowed.
  package var isMet: Bool { rows.allSatisfy { $0.isMet != false } }

  /// Returns a table for each section, in their order.
  package func text(isColoured: Bool) -> String {
    let tables = CalibrationRow.Section.allCases.compactMap { section -> String? in
      let rows = rows.filter { $0.section == section }
      guard !rows.isEmpty else { return nil }
      var table = TextTable(["quantity", "known", "measured", "unit", "error", "allowed", ""])
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

  /// Returns the rows as JSON.
  package func json() throws -> String { try JSONText.encoded(rows) }
}
