/// The cost of an action: exact counts, the stack, and durations with their intervals.
///
/// All counts are means per action. Those of a debug build are higher than those of a release build, because
/// the compiler removes allocations and retains.
public struct Cost: Sendable {
  /// Blocks of memory that were allocated: objects, buffers of arrays, boxes, and all other blocks.
  public var allocations: Count
  /// Blocks whose size was changed by `realloc`, which are not counted as allocations.
  public var reallocations: Count
  /// Blocks of memory that were freed.
  public var frees: Count
  /// Bytes that were requested by allocations and reallocations.
  public var bytes: Count
  /// Bytes in blocks that were allocated and not freed, in the allocator's sizes, which may differ by a few bytes
  /// per block from process to process; negative if more was freed.
  public var keptBytes: Count
  /// Objects that Swift allocated: class instances, boxes, contexts of closures, buffers of arrays.
  public var objects: Count
  /// Retains of objects by the Swift runtime.
  public var retains: Count
  /// Releases of objects by the Swift runtime.
  public var releases: Count
  /// The largest number of bytes of the stack that an action used below the caller of `send`.
  public var stackBytes: Count
  /// The duration of an action in a loop, with warm caches. The loop itself takes about 1 ns.
  public var time: Timing
  /// The duration of a single action after a pause of 8 ms in which 4 MB of other memory were used.
  ///
  /// An app's actions come one at a time, after the caches were used by something else.
  public var cold: Timing
}

extension Cost {
  /// The counts that are the same in each process, with their names, in alphabetical order.
  var counts: [(name: String, count: Count)] {
    [
      ("allocations", allocations), ("bytes", bytes), ("frees", frees), ("objects", objects),
      ("reallocations", reallocations), ("releases", releases), ("retains", retains),
    ]
  }
}

extension Cost: CustomStringConvertible {
  /// The known counts and durations, and the reasons why others are missing, in a line each.
  public var description: String {
    let all = counts + [("keptBytes", keptBytes), ("stackBytes", stackBytes)]
    let known = all.filter { $0.count.reason == nil }.map { "\($0.name) \($0.count)" }
    // Reasons that differ in their numbers only are one.
    let missing = Dictionary(grouping: all.filter { $0.count.reason != nil }) {
      $0.count.reason!.filter { !$0.isNumber }
    }
    .values.map { counts in
      "\(counts.map(\.name).joined(separator: ", ")): not counted, because \(counts[0].count.reason!)"
    }
    .sorted()
    let times =
      time.reason == nil
      ? ["time \(time), cold \(cold)"] : ["time: not measured, because \(time.reason!)"]
    return ([known.joined(separator: ", ")] + missing + times).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
