/// A 64-bit fingerprint of a state, the same on every platform and in every process.
///
/// The standard library's hasher is seeded differently in each process, so it cannot be compared
/// between two trials. This one is the Fowler-Noll-Vo scheme over whole words, with the finaliser
/// of SplitMix64 for avalanche. It detects mistakes; it resists nobody who wants to collide.
public struct Digest: Equatable, Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// An empty digest.
  @inlinable public init() {}

  /// What was fed in so far, mixed so that every input bit reaches every output bit.
  @inlinable public var value: UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Mixes a 64-bit word in; the same words in another order give another value.
  @inlinable public mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  /// Feeds an integer as one word, its 64 bits in two's complement.
  @inlinable public mutating func combine(_ integer: Int) {
    combine(UInt64(bitPattern: Int64(integer)))
  }

  /// Feeds one truth value.
  @inlinable public mutating func combine(_ flag: Bool) { combine(flag ? 1 as UInt64 : 0) }

  /// Feeds a floating-point number by its bit pattern.
  @inlinable public mutating func combine(_ number: Double) { combine(number.bitPattern) }

  /// Feeds a string: its length in UTF-8, then its bytes, eight to a word.
  ///
  /// - Complexity: O(*n*) in the length of the string.
  @inlinable public mutating func combine(_ string: String) {
    combine(string.utf8.count)
    var word: UInt64 = 0
    var filled = 0
    for byte in string.utf8 {
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled == 8 {
        combine(word)
        word = 0
        filled = 0
      }
    }
    if filled > 0 { combine(word) }
  }
}
