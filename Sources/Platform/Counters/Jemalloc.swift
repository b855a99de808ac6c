#if Jemalloc
  import CJemalloc
#endif

/// The allocator that this package can link.
///
/// Everything here is `nil` or `false` in a package that was built with `FLOWBENCH_ALLOCATOR=system`.
package enum Jemalloc {
  /// The version that serves this process, such as `5.3.0`; `nil` if another allocator does.
  package static var version: String? { isServing ? linkedVersion : nil }

  /// A Boolean value that indicates whether `malloc` in this process ends in jemalloc.
  ///
  /// A library loaded earlier may define `malloc`, and on Apple's systems the Swift runtime may call
  /// another one than this program. So this allocates a Swift object and checks whether jemalloc's
  /// count moved.
  package static let isServing: Bool = {
    #if Jemalloc
      guard let before: UInt64 = read("thread.allocated", 0) else { return false }
      let object = Unmanaged.passRetained(Probe())
      sink(object)
      let after: UInt64? = read("thread.allocated", 0)
      object.release()
      return after.map { $0 > before } ?? false
    #else
      return false
    #endif
  }()

  #if Jemalloc
    private final class Probe {}
  #endif

  /// The memory that the allocator holds for the whole process.
  package struct Memory: Equatable, Sendable {
    /// Bytes of resident pages, the allocator's own tables included.
    package var residentBytes: Int
    /// Bytes of pages in use over bytes of blocks in use; at least 1.
    package var fragmentation: Double
  }

  /// The memory held now; `nil` if jemalloc does not serve this process or keeps no statistics.
  ///
  /// - Complexity: O(arenas), about 10 µs.
  package static func memory() -> Memory? {
    #if Jemalloc
      guard refresh(), let resident = read("stats.resident", 0),
        let active = read("stats.active", 0), let allocated = read("stats.allocated", 0),
        allocated > 0
      else { return nil }
      return Memory(
        residentBytes: resident, fragmentation: Double(active) / Double(allocated))
    #else
      return nil
    #endif
  }

  /// Bytes of all blocks in use; `nil` as for `memory()`.
  package static func allocatedBytes() -> Int? {
    #if Jemalloc
      return refresh() ? read("stats.allocated", 0) : nil
    #else
      return nil
    #endif
  }

  private static let linkedVersion: String? = {
    #if Jemalloc
      // jemalloc writes 5.3.0-0-g54eaed1d8b56b1aa…; what follows the first dash is its commit.
      let text: UnsafePointer<CChar>?? = read("version", nil as UnsafePointer<CChar>?)
      guard let pointer = text ?? nil else { return nil }
      return String(cString: pointer).prefix { $0 != "-" }.description
    #else
      return nil
    #endif
  }()

  #if Jemalloc
    /// Takes a new snapshot of the statistics; `false` if jemalloc does not serve this process.
    private static func refresh() -> Bool {
      var tick: UInt64 = 1
      return isServing && mallctl("epoch", nil, nil, &tick, MemoryLayout<UInt64>.size) == 0
    }

    /// Reads one value by its name, or `nil` if jemalloc has no such value of that size.
    private static func read<Value: BitwiseCopyable>(_ name: String, _ blank: Value) -> Value? {
      var value = blank
      var size = MemoryLayout<Value>.size
      return mallctl(name, &value, &size, nil, 0) == 0 ? value : nil
    }
  #endif
}
