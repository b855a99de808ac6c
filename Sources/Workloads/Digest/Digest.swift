/// A 64-bit fingerprint of a state, the same on every platform and in every process.
///
/// The standard library's hasher has another seed in each process. This is the Fowler-Noll-Vo scheme
/// over whole words, with the finaliser of SplitMix64 for avalanche. It detects mistakes, not
/// deliberate collisions.
public struct Digest: Equatable, Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates an empty digest.
  @inlinable public init() {}

  /// The fingerprint, in which every input bit affects every output bit.
  @inlinable public var value: UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Feeds a 64-bit word; the order of words matters.
  @inlinable public mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  /// Feeds an integer as one word, in two's complement.
  @inlinable public mutating func combine(_ integer: Int) {
    combine(UInt64(bitPattern: Int64(integer)))
  }

  /// Feeds a Boolean value.
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
