internal import CFlowCount

/// The events of a thread or of the process, up to one instant or between two.
struct Events: Equatable, Sendable {
  // `flowcount_read` and `flowcount_read_thread` write their numbers here, in this order.
  var allocations: UInt64 = 0
  var frees: UInt64 = 0
  var reallocations: UInt64 = 0
  var bytesAsked: UInt64 = 0
  var bytesGiven: UInt64 = 0
  var bytesReturned: UInt64 = 0
  var objects: UInt64 = 0
  var retains: UInt64 = 0
  var releases: UInt64 = 0
  /// The number of tasks, threads and blocks of queues that the thread started.
  var handovers: UInt64 = 0
  /// The number of tasks and blocks for the main thread that the thread started.
  var handoversToMain: UInt64 = 0
  /// The number of tasks and blocks that the thread scheduled for later.
  var handoversToLater: UInt64 = 0

  /// The number of pieces of work that the thread gave to others or scheduled for later.
  var allHandovers: UInt64 { handovers + handoversToMain + handoversToLater }

  /// The bytes that were allocated and not freed, in sizes of the allocator.
  var keptBytes: Int64 { Int64(bitPattern: bytesGiven &- bytesReturned) }

  /// The blocks that were allocated and not freed.
  var keptBlocks: Int64 { Int64(bitPattern: allocations &- frees) }

  /// The events of the calling thread so far.
  static func ofThread() -> Events {
    var events = Events()
    withUnsafeMutableBytes(of: &events) {
      let counts = $0.baseAddress!.assumingMemoryBound(to: UInt64.self)
      flowcount_read_thread(counts, counts + 9)
    }
    return events
  }

  /// The events of all threads so far, without handovers.
  static func ofProcess() -> Events {
    var events = Events()
    withUnsafeMutableBytes(of: &events) {
      flowcount_read($0.baseAddress!.assumingMemoryBound(to: UInt64.self))
    }
    return events
  }

  static func - (after: Events, before: Events) -> Events {
    var difference = after
    withUnsafeMutableBytes(of: &difference) { counts in
      withUnsafeBytes(of: before) { earlier in
        let counts = counts.bindMemory(to: UInt64.self)
        let earlier = earlier.bindMemory(to: UInt64.self)
        for index in counts.indices { counts[index] &-= earlier[index] }
      }
    }
    return difference
  }
}
