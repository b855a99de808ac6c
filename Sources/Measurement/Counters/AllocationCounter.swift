#if Jemalloc
  import CJemalloc
#endif

/// Counts what the whole process allocates, on all threads, those that have ended included.
///
/// It adds up `nmalloc` of every size class over all arenas. That number moves when a block leaves
/// an arena, and a thread's cache takes blocks in bulk before anybody asks for them: so it is exact
/// only when there are no caches (``isExact``), for which a counting process is started with
/// ``environment``. Two other ways were tried and lost: `nrequests` misses what living threads
/// still hold in their caches (0-87 % of it), and `thread.allocated` knows one thread only.
///
/// Never in the timing pass: without caches an allocation costs more, and a
/// reading of all classes takes some 25 µs.
public struct AllocationCounter: Sendable {
  /// What a process must have in its environment, from its start, to be counted exactly.
  public static let environment = ["MALLOC_CONF": "tcache:false"]

  /// True when this process runs on jemalloc with statistics and without thread caches, so that
  /// every allocation is counted once and none before it happens.
  public static let isExact: Bool = {
    #if Jemalloc
      return Jemalloc.isServing && Jemalloc.read("config.stats", false) == true
        && Jemalloc.read("opt.tcache", true) == false
    #else
      return false
    #endif
  }()

  /// One size class: where its count is found, and its size in bytes.
  private struct SizeClass {
    var path: [Int]
    var bytes: UInt64
  }

  private let classes: [SizeClass]
  private let epoch: [Int]

  /// Looks up every size class once, so that ``reading()`` does not allocate.
  public init() {
    let found = Self.lookUp()
    classes = found?.classes ?? []
    epoch = found?.epoch ?? []
    // The first reading lets jemalloc set up its own tables outside anybody's window.
    _ = reading()
  }

  /// What has been allocated since the process started.
  ///
  /// - Returns: Nil when jemalloc does not serve this process or keeps no statistics.
  /// - Complexity: O(size classes), about 25 µs. It does not allocate.
  public func reading() -> AllocationReading? {
    #if Jemalloc
      guard !classes.isEmpty else { return nil }
      // jemalloc hands out a snapshot; writing to `epoch` takes a new one.
      var tick: UInt64 = 1
      guard mallctlbymib(epoch, epoch.count, nil, nil, &tick, MemoryLayout<UInt64>.size) == 0
      else { return nil }
      var total = AllocationReading(allocations: 0, bytes: 0)
      for index in classes.indices {
        var count: UInt64 = 0
        var size = MemoryLayout<UInt64>.size
        guard
          mallctlbymib(classes[index].path, classes[index].path.count, &count, &size, nil, 0) == 0
        else { return nil }
        total.allocations &+= count
        total.bytes &+= count &* classes[index].bytes
      }
      return total
    #else
      return nil
    #endif
  }

  private static func lookUp() -> (classes: [SizeClass], epoch: [Int])? {
    #if Jemalloc
      guard Jemalloc.isServing, Jemalloc.read("config.stats", false) == true,
        let epoch = Jemalloc.path("epoch"),
        let small = Jemalloc.read("arenas.nbins", UInt32(0)),
        let large = Jemalloc.read("arenas.nlextents", UInt32(0))
      else { return nil }
      var classes: [SizeClass] = []
      for (kind, sizes, count) in [("bins", "bin", small), ("lextents", "lextent", large)] {
        for index in 0..<count {
          // Arena 4096 is jemalloc's `MALLCTL_ARENAS_ALL`: the sum over all arenas.
          guard let path = Jemalloc.path("stats.arenas.4096.\(kind).\(index).nmalloc"),
            let bytes = Jemalloc.read("arenas.\(sizes).\(index).size", 0)
          else { return nil }
          classes.append(SizeClass(path: path, bytes: UInt64(bytes)))
        }
      }
      return (classes, epoch)
    #else
      return nil
    #endif
  }
}
