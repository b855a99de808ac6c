import FlowResults
import Foundation

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
