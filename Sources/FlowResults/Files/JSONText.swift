import Foundation

/// Encodes values as JSON.
package enum JSONText {
  /// Returns an object for each row with the names of its columns; unknown values are `null`.
  package static func rows<Row: ResultRow>(_ rows: [Row]) -> [[String: Any]] {
    rows.map { row in
      Dictionary(uniqueKeysWithValues: Row.columns.map { ($0.name, $0.json(row)) })
    }
  }

  /// Returns a value as text with sorted keys and a line end.
  package static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// Returns a value as text with sorted keys and a line end; numbers that are not finite are
  /// `null`.
  package static func object(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: finite(value),
      options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Returns the value without numbers that are not finite, which the encoder would refuse.
  private static func finite(_ value: Any) -> Any {
    switch value {
    case let number as Double: number.isFinite ? value : NSNull()
    case let list as [Any]: list.map { finite($0) }
    case let object as [String: Any]: object.mapValues { finite($0) }
    default: value
    }
  }
}

extension ResultColumn {
  func json(_ row: Row) -> Any {
    let text = cell(row)
    if text.isEmpty, kind != .text { return NSNull() }
    switch kind {
    case .text: return text
    case .integer: return Int(text) ?? NSNull() as Any
    case .number: return number(of: row) ?? NSNull() as Any
    case .flag: return text == "true"
    }
  }
}
