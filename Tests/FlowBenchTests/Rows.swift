import Foundation
import SwiftCSV

/// Columns of the files that a run left behind, read by somebody else's reader.
enum Rows {
  /// The last value of a column for each value of another.
  static func last(_ name: String, of path: String, by key: String) throws -> [String: String] {
    Dictionary(try pairs(name, path, key)) { $1 }
  }

  /// The first value of a column for each value of another.
  static func first(_ name: String, of path: String, by key: String) throws -> [String: String] {
    Dictionary(try pairs(name, path, key)) { first, _ in first }
  }

  /// All values of a column for each value of another, in the order of the rows.
  static func all(_ name: String, of path: String, by key: String) throws -> [String: [String]] {
    Dictionary(grouping: try pairs(name, path, key)) { $0.0 }.mapValues { $0.map(\.1) }
  }

  private static func pairs(
    _ name: String, _ path: String, _ key: String
  ) throws -> [(String, String)] {
    let file = try CSV<Named>(url: URL(filePath: path))
    return file.rows.map { ($0[key] ?? "", $0[name] ?? "") }
  }
}
