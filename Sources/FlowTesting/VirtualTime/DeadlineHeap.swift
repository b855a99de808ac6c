/// Sleepers by their deadlines, the earliest first; of those with the same one, the first to come.
///
/// A heap with four children to a node: half as deep as one with two, and four neighbours of 24
/// bytes are two cache lines at most.
struct DeadlineHeap {
  struct Entry {
    let deadlineNs: Int64
    /// How many came before.
    let arrival: UInt64
    let id: VirtualSleepers.SleepID

    func isBefore(_ other: Entry) -> Bool {
      deadlineNs != other.deadlineNs
        ? deadlineNs < other.deadlineNs : arrival < other.arrival
    }
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }
  var first: Entry? { entries.first }

  /// - Complexity: O(log *n*)
  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0 {
      let parent = (index - 1) >> 2
      guard entry.isBefore(entries[parent]) else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  /// - Precondition: It is not empty.
  /// - Complexity: O(log *n*)
  mutating func removeFirst() {
    let last = entries.removeLast()
    if !entries.isEmpty { sink(last, from: 0) }
  }

  /// Keeps only those of which something is true.
  ///
  /// - Complexity: O(*n*)
  mutating func keep(where isKept: (Entry) -> Bool) {
    entries.removeAll { !isKept($0) }
    guard entries.count > 1 else { return }
    for index in (0...(entries.count - 2) >> 2).reversed() { sink(entries[index], from: index) }
  }

  /// Puts an entry where it belongs at or below a place that is free.
  private mutating func sink(_ entry: Entry, from place: Int) {
    entries.withUnsafeMutableBufferPointer { entries in
      var index = place
      while true {
        let child = index << 2 + 1
        guard child < entries.count else { break }
        var least = child
        for other in child + 1..<max(child + 1, min(child + 4, entries.count))
        where entries[other].isBefore(entries[least]) { least = other }
        guard entries[least].isBefore(entry) else { break }
        entries[index] = entries[least]
        index = least
      }
      entries[index] = entry
    }
  }
}
