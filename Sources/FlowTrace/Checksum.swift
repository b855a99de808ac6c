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
