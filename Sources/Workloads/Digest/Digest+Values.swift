public import Foundation

extension Digest {
  /// Feeds whether there is a date, and its distance from the reference date.
  @inlinable mutating func combine(_ date: Date?) {
    combine(date != nil)
    if let date { combine(date.timeIntervalSinceReferenceDate) }
  }

  /// Feeds whether there is an integer, and the integer.
  @inlinable mutating func combine(_ integer: Int?) {
    combine(integer != nil)
    if let integer { combine(integer as Int) }
  }

  /// Feeds whether there is a string, and the string.
  @inlinable mutating func combine(_ string: String?) {
    combine(string != nil)
    if let string { combine(string as String) }
  }

  /// Feeds how many strings there are, and each of them in order.
  @inlinable mutating func combine(_ strings: [String]) {
    combine(strings.count)
    for string in strings { combine(string) }
  }

  /// The value of a digest of what `feed` puts in.
  @inlinable static func of(_ feed: (inout Digest) -> Void) -> UInt64 {
    var digest = Digest()
    feed(&digest)
    return digest.value
  }
}
