import Foundation

/// What the writer and the reader of blocks agree on; the form is described at `Trace`.
enum BlockForm {
  /// No text begins like it, and what takes line ends for its own breaks it.
  static let magic = Data([0x89] + Array("FLOWTR\n".utf8))
  /// A block is closed when it has so many bytes.
  static let blockBytes = 1 << 15

  /// What an entry begins with, beside its number.
  enum Tag: UInt64 {
    case sent
    case answer
    case line
  }

  static func block(_ content: Data) -> Data {
    let block = bytes(UInt32(content.count)) + content
    var sum = Checksum()
    sum.add(block)
    return block + bytes(sum.value)
  }

  private static func bytes(_ number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  static func number(_ bytes: Data) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Data {
  /// Adds a number in LEB128: seven bits in each byte, the least first, and one for "more follow".
  mutating func append(leb128 number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Takes a number in LEB128 from the front; `nil` if there is none.
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

/// The cyclic redundancy check of ISO 3309 with 32 bits, as Ethernet, gzip and PNG use it: it finds
/// every error of up to 32 bits in a row, and all but one in four thousand million others.
struct Checksum {
  // The polynomial, its bits reversed.
  private static let polynomial: UInt32 = 0xEDB8_8320
  private static let table = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? (rest >> 1) ^ polynomial : rest >> 1
    }
  }

  private var rest = UInt32.max

  /// The sum of all bytes so far.
  var value: UInt32 { ~rest }

  /// Adds bytes.
  ///
  /// - Complexity: O(*n*).
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      rest = Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
    }
  }
}
