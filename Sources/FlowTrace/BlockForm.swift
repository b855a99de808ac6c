import Foundation

/// The elements of the binary form, which is described at `Trace`.
enum BlockForm {
  /// A prefix that no text has, and that a conversion of line ends damages.
  static let magic = Data([0x89] + Array("FLOWTR\n".utf8))
  /// The number of bytes after which a block is closed.
  static let blockBytes = 1 << 15
  /// The number of actions or texts after which the numbers start again at 1, to bound memory.
  static let maximumCount = 65_536
  /// The place of a value in a shape; JSON has no such byte.
  static let hole: UInt8 = 0

  /// The kind of an entry.
  enum Tag: UInt64 {
    case sent
    case answer
    case line
  }

  static func block(_ content: Data) -> Data {
    let block = bytes(UInt32(content.count)) + content
    return block + bytes(checksum(block))
  }

  private static func bytes(_ number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  static func number(_ bytes: Data) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  // MARK: - Checksums

  /// Returns the CRC-32 of ISO 3309, which Ethernet, gzip and PNG use. It detects all errors of up
  /// to 32 adjacent bits.
  static func checksum(_ bytes: Data) -> UInt32 {
    var rest = UInt32.max
    for byte in bytes {
      rest = table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
    }
    return ~rest
  }

  // With the reversed bits of the polynomial.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? (rest >> 1) ^ 0xEDB8_8320 : rest >> 1
    }
  }

  // MARK: - Shapes

  /// Returns JSON with a hole for each string and number that is not a key, and these values in
  /// order.
  static func split(_ json: Data) -> (shape: Data, values: [Data]) {
    var shape = Data()
    var values: [Data] = []
    var rest = json[...]
    while let byte = rest.first {
      let value = rest.prefix(valueLength(rest, byte))
      guard !value.isEmpty else {
        shape.append(byte)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(value.count)
      if rest.first == UInt8(ascii: ":") {
        shape += value
      } else {
        shape.append(hole)
        values.append(Data(value))
      }
    }
    return (shape, values)
  }

  /// Returns the length of a string or number at the start; 0 if there is neither.
  private static func valueLength(_ text: Data, _ first: UInt8) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if first == UInt8(ascii: "-") || digits.contains(first) {
      return text.prefix { digits.contains($0) || "+-.eE".utf8.contains($0) }.count
    }
    guard first == UInt8(ascii: "\"") else { return 0 }
    var isEscaped = false
    let inside = text.dropFirst().prefix { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return isEscaped || byte != UInt8(ascii: "\"")
    }
    return inside.count + 2
  }
}

extension Data {
  /// Appends a number in LEB128: seven bits in each byte, the lowest first, and a continuation bit.
  mutating func append(leb128 number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Removes and returns a number in LEB128; `nil` if there is none.
  mutating func popLEB128() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = popFirst() else { return nil }
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { return nil }
      number |= bits << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}

/// The numbers of written texts.
struct TextNumbers {
  private var numbers: [Data: UInt64] = [:]

  func number(of text: Data) -> UInt64? { numbers[text] }

  mutating func add(_ text: Data) {
    if numbers.count == BlockForm.maximumCount { numbers.removeAll(keepingCapacity: true) }
    numbers[text] = UInt64(numbers.count) + 1
  }

  /// Writes the number of a known text, or 0, the length and a new text.
  mutating func write(_ text: Data, to block: inout Data) {
    if let number = numbers[text] { return block.append(leb128: number) }
    block.append(leb128: 0)
    block.append(leb128: UInt64(text.count))
    block += text
    add(text)
  }
}

/// Values that were read, by their numbers from 1.
struct NumberedValues<Value> {
  private var values: [Value] = []

  var count: Int { values.count }

  subscript(_ number: UInt64) -> Value? {
    number >= 1 && number <= UInt64(values.count) ? values[Int(number) - 1] : nil
  }

  mutating func add(_ value: Value) {
    if values.count == BlockForm.maximumCount { values.removeAll(keepingCapacity: true) }
    values.append(value)
  }
}
