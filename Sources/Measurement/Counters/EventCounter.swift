/// Counts allocations, objects, retains and releases of the whole process, on all threads.
///
/// The counting itself is done by a library that must have been preloaded when the process began
/// (`CFlowCount`); this finds it, checks it against known answers, and reads it. Never in the timing
/// pass: every `malloc` and every retain costs a few nanoseconds more.
///
/// ``AllocationCounter`` asks the allocator's own books instead, and is what this is checked
/// against.
public struct EventCounter: Sendable {
  private typealias Read = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void
  private typealias Text = @convention(c) () -> UnsafePointer<CChar>?

  private let read: Read
  private let heapInvalidReason: Text
  /// Why objects, retains and releases are not counted in this process; nil when they are.
  public let runtimeInvalidReason: String?

  /// Why nothing can be counted in this process.
  public struct Unavailable: Error, Equatable, CustomStringConvertible {
    /// The reason, in words that fit after "not counted: ".
    public let description: String
  }

  /// The counter of this process.
  ///
  /// Before it is handed out it has counted, in this very process, blocks and objects and retains
  /// whose number is known; what it got wrong is not offered.
  ///
  /// - Throws: ``Unavailable`` when the library is not loaded, was built for another version, or
  ///   counts wrongly.
  public init() throws(Unavailable) {
    guard let names = Runtime.function("flowcount_names", as: Text.self),
      let read = Runtime.function("flowcount_read", as: Read.self),
      let heap = Runtime.function("flowcount_heap_invalid_reason", as: Text.self),
      let runtime = Runtime.function("flowcount_runtime_invalid_reason", as: Text.self)
    else { throw Unavailable(description: "the counting library is not loaded") }
    let expected = EventCounts.counters.map(\.name).joined(separator: " ")
    guard names().map({ String(cString: $0) }) == expected else {
      throw Unavailable(description: "the counting library is of another version")
    }
    let invalidReason = runtime().map { String(cString: $0) }
    let candidate = EventCounter(
      read: read, heapInvalidReason: heap, runtimeInvalidReason: invalidReason)
    guard candidate.proves(.heap) else {
      throw Unavailable(description: "the counting library miscounts known allocations")
    }
    guard invalidReason != nil || candidate.proves(.runtime) else {
      let wrong = "known objects, retains and releases were miscounted"
      self = EventCounter(read: read, heapInvalidReason: heap, runtimeInvalidReason: wrong)
      return
    }
    self = candidate
  }

  private init(
    read: @escaping Read, heapInvalidReason: @escaping Text, runtimeInvalidReason: String?
  ) {
    self.read = read
    self.heapInvalidReason = heapInvalidReason
    self.runtimeInvalidReason = runtimeInvalidReason
  }

  /// What the process has counted so far.
  ///
  /// - Returns: Nil when the library lost count.
  /// - Complexity: O(threads that ever were). It neither allocates, retains nor releases, so that an
  ///   empty window counts nothing.
  public func reading() -> EventCounts? {
    guard heapInvalidReason() == nil else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { totals in
      read(totals.baseAddress!)
      // Spelt out: walking the list of key paths would retain them.
      var counts = EventCounts()
      counts.allocations = totals[0]
      counts.frees = totals[1]
      counts.reallocations = totals[2]
      counts.bytesAsked = totals[3]
      counts.bytesGiven = totals[4]
      counts.bytesReturned = totals[5]
      counts.objects = totals[6]
      counts.retains = totals[7]
      counts.releases = totals[8]
      return counts
    }
  }

  /// What happens while `body` runs, on all threads; nil when the count was lost.
  public func window(_ body: () throws -> Void) rethrows -> EventCounts? {
    let before = reading()
    try body()
    let after = reading()
    guard let before, let after else { return nil }
    return after.since(before)
  }
}
