import Foundation

/// JSON taken apart: what all actions of a kind have in common, and what differs.
enum JSONShape {
  /// Stands where a value was; JSON has no such byte.
  static let hole: UInt8 = 0

  /// The text with a hole for each string and number that is no key, and these in order.
  ///
  /// - Complexity: O(*n*).
  static func split(_ json: Data) -> (shape: Data, values: [Data]) {
    var shape = Data()
    var values: [Data] = []
    var rest = json[...]
    while let byte = rest.first {
      let length = valueLength(rest, byte)
      guard length > 0 else {
        shape.append(byte)
        rest.removeFirst()
        continue
      }
      let value = rest.prefix(length)
      rest = rest.dropFirst(length)
      if rest.first == UInt8(ascii: ":") {
        shape += value
      } else {
        shape.append(hole)
        values.append(Data(value))
      }
    }
    return (shape, values)
  }

  /// How long the string or number at the start is; 0 if there is neither.
  private static func valueLength(_ text: Data, _ first: UInt8) -> Int {
    if first == UInt8(ascii: "-") || isDigit(first) {
      return text.prefix { isDigit($0) || "+-.eE".utf8.contains($0) }.count
    }
    guard first == UInt8(ascii: "\"") else { return 0 }
    var isEscaped = false
    let inside = text.dropFirst().prefix { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return isEscaped || byte != UInt8(ascii: "\"")
    }
    return inside.count + 2
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
