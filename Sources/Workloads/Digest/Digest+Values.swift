public import Foundation

extension Digest {
  /// Feeds the presence of a date and its time.
  @inlinable mutating func combine(_ date: Date?) {
    combine(date != nil)
    if let date { combine(date.timeIntervalSinceReferenceDate) }
  }

  /// Feeds the presence of an integer and its value.
  @inlinable mutating func combine(_ integer: Int?) {
    combine(integer != nil)
    if let integer { combine(integer as Int) }
  }

  /// Feeds the presence of a string and its value.
  @inlinable mutating func combine(_ string: String?) {
    combine(string != nil)
    if let string { combine(string as String) }
  }

  /// Feeds the number of strings, and each of them in order.
  @inlinable mutating func combine(_ strings: [String]) {
    combine(strings.count)
    for string in strings { combine(string) }
  }

  /// Returns the value of a digest that `feed` fills.
  @inlinable static func of(_ feed: (inout Digest) -> Void) -> UInt64 {
    var digest = Digest()
    feed(&digest)
    return digest.value
  }
}
