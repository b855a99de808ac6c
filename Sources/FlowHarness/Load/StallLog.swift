/// A time in which a load made no progress, and how many actions it made late.
package struct LoadStall: Codable, Equatable, Sendable {
  /// When the last thing before it was seen, in nanoseconds since the start.
  package var fromNs: UInt64
  /// When the next thing was seen.
  package var toNs: UInt64
  /// Whether an action was being served; else the next one was waited for, and the store has no part
  /// in it.
  package var isInService: Bool
  /// Actions that it made late: the one that was held up, and those that queued behind it until one
  /// found nothing in its way.
  package var actions: Int

  package init(fromNs: UInt64, toNs: UInt64, isInService: Bool, actions: Int) {
    self.fromNs = fromNs
    self.toNs = toNs
    self.isInService = isInService
    self.actions = actions
  }
}

/// Notes what held a load up, in memory that is made before it begins.
struct StallLog {
  /// Shorter ones are not noted: an interrupt takes a few microseconds.
  static let shortestNs: UInt64 = 500_000
  /// More of them are not kept: a store that stalls so often is slow.
  private static let capacity = 4096

  private let fromNs: UInt64
  /// The stalls, in the order of time.
  private(set) var stalls: [LoadStall] = []
  /// Whether actions still queue behind the last one.
  private var isOpen = false

  /// Notes what takes `fromNs` or longer.
  init(fromNs: UInt64) {
    self.fromNs = fromNs
    if fromNs < .max { stalls.reserveCapacity(Self.capacity) }
  }

  /// Looks at one action, in the order of their ends.
  @inline(__always)
  mutating func note(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    let dueNs = max(intendedNs, freeNs)
    if max(endedNs &- startedNs, startedNs &- dueNs) >= fromNs || isOpen {
      extend(intendedNs: intendedNs, startedNs: startedNs, endedNs: endedNs, freeNs: freeNs)
    }
  }

  @inline(never)
  private mutating func extend(
    intendedNs: UInt64, startedNs: UInt64, endedNs: UInt64, freeNs: UInt64
  ) {
    let dueNs = max(intendedNs, freeNs)
    if isOpen {
      if intendedNs < freeNs { stalls[stalls.count - 1].actions += 1 } else { isOpen = false }
    }
    for (from, to, isInService) in [(dueNs, startedNs, false), (startedNs, endedNs, true)]
    where to &- from >= fromNs {
      guard stalls.count < Self.capacity else {
        isOpen = false
        return
      }
      // Who is late for one stall is not counted again for the one that follows at once.
      stalls.append(
        LoadStall(fromNs: from, toNs: to, isInService: isInService, actions: isOpen ? 0 : 1))
      isOpen = true
    }
  }
}
