import DequeModule
import Workloads

/// Who has come and waits to be sent, with or without a bound.
///
/// Without one nothing is kept: whoever is next in the schedule is next in the line.
@usableFromInline
struct WaitingLine {
  private var arrivals: Arrivals
  /// How many may wait; nil: as many as come.
  private let limit: Int?
  private var waiting: Deque<UInt64> = []
  /// The first that had not come yet when last asked.
  private var upcoming: UInt64?
  /// How many came to a full line, and were turned away.
  @usableFromInline private(set) var dropped = 0

  /// An empty line.
  init(_ arrivals: Arrivals, limit: Int?) {
    self.arrivals = arrivals
    self.limit = limit
    if let limit { waiting.reserveCapacity(min(limit, 1 << 20)) }
  }

  /// When the next to be sent was meant to come: whoever waits longest, or else who comes first.
  ///
  /// - Parameter freeNs: When the last one ended. Who came until then found the line as it was: the
  ///   one at its head was in service.
  /// - Returns: `nil` when nobody waits and nobody comes any more.
  @usableFromInline
  mutating func next(freeNs: UInt64) -> UInt64? {
    limit == nil ? arrivals.next() : admitted(freeNs: freeNs)
  }

  private mutating func admitted(freeNs: UInt64) -> UInt64? {
    while let next = upcoming ?? arrivals.next() {
      guard next <= freeNs else {
        upcoming = next
        break
      }
      upcoming = nil
      if waiting.count < limit ?? .max { waiting.append(next) } else { dropped += 1 }
    }
    if let first = waiting.popFirst() { return first }
    defer { upcoming = nil }
    return upcoming
  }

  /// Says that the one handed out last is done.
  @inline(__always)
  mutating func ended(atNs ns: UInt64) { arrivals.ended(atNs: ns) }

  /// How many wait or would still come; nobody is handed out after that.
  @usableFromInline
  mutating func close() -> Int {
    var count = waiting.count + (upcoming == nil ? 0 : 1)
    while arrivals.next() != nil { count += 1 }
    waiting.removeAll()
    upcoming = nil
    return count
  }
}
