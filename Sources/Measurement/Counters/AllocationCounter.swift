#if Jemalloc
  import CJemalloc
#endif

/// A counter of all allocations of the process, on all threads, from jemalloc's statistics.
///
/// It adds up `nmalloc` of every size class over all arenas. Thread caches take blocks in bulk, so
/// it is exact only without them (``isExact``); a counting process is started with ``environment``.
/// `nrequests` misses what living threads hold in their caches (0-87 %), and `thread.allocated`
/// covers one thread only.
///
/// Do not use it in the timing pass: allocations without caches cost more, and a reading takes
/// about 25 µs.
public struct AllocationCounter: Sendable {
  /// The environment that a process needs from its start to be counted exactly.
  public static let environment = ["MALLOC_CONF": "tcache:false"]

  /// A Boolean value that indicates whether this process runs on jemalloc with statistics and
  /// without thread caches.
  public static let isExact: Bool = {
    #if Jemalloc
      return Jemalloc.isServing && Jemalloc.read("config.stats", false) == true
        && Jemalloc.read("opt.tcache", true) == false
    #else
      return false
    #endif
  }()

  /// A size class: the path of its count, and its size in bytes.
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

  /// Returns the allocations since the process started.
  ///
  /// - Returns: Nil if jemalloc does not serve this process or keeps no statistics.
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

/// The allocations at one instant, or between two.
public struct AllocationReading: Equatable, Sendable {
  /// The number of blocks, freed ones included.
  public var allocations: UInt64
  /// The bytes of the blocks, freed ones included, each rounded up to its size class.
  public var bytes: UInt64

  /// Creates a reading from two counts.
  public init(allocations: UInt64, bytes: UInt64) {
    self.allocations = allocations
    self.bytes = bytes
  }

  /// Returns the allocations between two readings of one counter.
  ///
  /// - Precondition: `earlier` was taken before `later`, in the same process.
  public static func - (later: AllocationReading, earlier: AllocationReading) -> AllocationReading {
    precondition(
      later.allocations >= earlier.allocations && later.bytes >= earlier.bytes,
      "later - earlier: counts only grow, got \(later) - \(earlier)")
    return AllocationReading(
      allocations: later.allocations - earlier.allocations, bytes: later.bytes - earlier.bytes)
  }
}
