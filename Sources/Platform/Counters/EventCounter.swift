import Foundation

/// A counter of allocations, objects, retains and releases of the whole process, on all threads.
///
/// A library that must be preloaded (`CFlowCount`) counts. Do not use it in the timing pass: every
/// `malloc` and retain costs a few nanoseconds more.
public struct EventCounter: Sendable {
  private typealias Read = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void
  private typealias Text = @convention(c) () -> UnsafePointer<CChar>?

  private let read: Read
  private let heapInvalidReason: Text
  /// The reason why objects, retains and releases are not counted; `nil` if they are.
  public let runtimeInvalidReason: String?

  /// The reason why this process cannot be counted.
  public struct Unavailable: Error, Equatable, CustomStringConvertible {
    /// The reason, in words that fit after "not counted: ".
    public let description: String
  }

  /// The counter of this process, after it has counted a known number of blocks, objects and
  /// retains.
  ///
  /// - Throws: ``Unavailable`` if the library is not loaded, was built for another version, or
  ///   counts wrongly.
  public init() throws(Unavailable) {
    guard let start = Runtime.function("flowcount_start", as: (@convention(c) () -> Void).self),
      let names = Runtime.function("flowcount_names", as: Text.self),
      let read = Runtime.function("flowcount_read", as: Read.self),
      let heap = Runtime.function("flowcount_heap_invalid_reason", as: Text.self),
      let runtime = Runtime.function("flowcount_runtime_invalid_reason", as: Text.self)
    else { throw Unavailable(description: "the counting library is not loaded") }
    let expected = EventCounts.names.map { "\($0) " }.joined()
    guard names().map({ String(cString: $0) }) == expected else {
      throw Unavailable(description: "the counting library is of another version")
    }
    start()
    let invalidReason = runtime().map { String(cString: $0) }
    let candidate = EventCounter(
      read: read, heapInvalidReason: heap, runtimeInvalidReason: invalidReason)
    // Another thread may allocate at the same time.
    guard (0..<5).contains(where: { _ in candidate.countsHeap() }) else {
      throw Unavailable(description: "the counting library miscounts known allocations")
    }
    guard invalidReason != nil || (0..<5).contains(where: { _ in candidate.countsRuntime() })
    else {
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

  /// The counts of the process so far.
  ///
  /// - Returns: `nil` if the library lost count.
  /// - Complexity: O(threads that ever were). It neither allocates, retains nor releases.
  public func reading() -> EventCounts? {
    guard heapInvalidReason() == nil else { return nil }
    // The library's counters are these numbers, in this order: their names were compared.
    var counts = EventCounts()
    withUnsafeMutableBytes(of: &counts) {
      read($0.baseAddress!.assumingMemoryBound(to: UInt64.self))
    }
    return counts
  }

  /// The events during `body`, on all threads; `nil` if the count was lost.
  public func window(_ body: () throws -> Void) rethrows -> EventCounts? {
    let before = reading()
    try body()
    let after = reading()
    guard let before, let after else { return nil }
    return after.since(before)
  }
}

// MARK: - Known answers

extension EventCounter {
  private func countsHeap() -> Bool {
    var known = EventCounts()
    known.allocations = 3
    known.frees = 3
    known.reallocations = 1
    known.bytesAsked = 3 * 48 + 4096
    let counted = window {
      for round in 0..<3 {
        var block = malloc(48)
        // Unseen, the pair of `malloc` and `free` would be deleted.
        sink(block)
        if round == 2 { block = realloc(block, 4096) }
        sink(block)
        free(block)
      }
    }
    // The runtime may allocate in another way than C code.
    let objects = window { makeProbes() }
    guard let counted, let objects, objects.allocations == 3, objects.frees == 3 else {
      return false
    }
    return counted.allocations == known.allocations && counted.frees == known.frees
      && counted.reallocations == known.reallocations && counted.bytesAsked == known.bytesAsked
      && counted.bytesGiven == counted.bytesReturned && counted.bytesGiven >= counted.bytesAsked
  }

  private final class Probe {}

  private func makeProbes() {
    for _ in 0..<3 {
      let probe = Unmanaged.passRetained(Probe())
      sink(probe)
      probe.release()
    }
  }

  private func countsRuntime() -> Bool {
    guard let retain = Runtime.retain, let release = Runtime.release else { return false }
    let made = window { makeProbes() }
    let probe = Unmanaged.passRetained(Probe())
    defer { probe.release() }
    let kept = window {
      // Direct calls, because the optimiser may remove those that Swift emits.
      for _ in 0..<7 { _ = retain(probe.toOpaque()) }
      for _ in 0..<7 { release(probe.toOpaque()) }
    }
    return made?.objects == 3 && kept?.retains == 7 && kept?.releases == 7 && kept?.objects == 0
      && countsCompiledRetains()
  }

  /// A compiler may retain without a call of the runtime, which would not be counted.
  private func countsCompiledRetains() -> Bool {
    let places = UnsafeMutablePointer<Probe>.allocate(capacity: 7)
    defer { places.deallocate() }
    let probe = Probe()
    func surplus(_ body: () -> Void) -> Int? {
      window(body).map { Int($0.retains) - Int($0.releases) }
    }
    return withExtendedLifetime(probe) {
      surplus { places.initialize(repeating: probe, count: 7) } == 7
        && surplus { places.deinitialize(count: 7) } == -7
    }
  }
}

/// Functions of the Swift runtime; `nil` if this process does not have them.
package enum Runtime {
  package static let retain = function(
    "swift_retain", as: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer).self)

  package static let release = function(
    "swift_release", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)

  /// `swift_bridgeObjectRetain`, which also accepts values that are not objects.
  package static let bridgeRetain = function(
    "swift_bridgeObjectRetain",
    as: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer).self)

  package static let bridgeRelease = function(
    "swift_bridgeObjectRelease", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)

  /// Returns a C function of any library in this process; `nil` if there is none.
  static func function<F>(_ name: String, as type: F.Type) -> F? {
    dlsym(everyLibrary, name).map { unsafeBitCast($0, to: type) }
  }

  /// `RTLD_DEFAULT`, whose macro is not imported.
  private static var everyLibrary: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      UnsafeMutableRawPointer(bitPattern: -2)
    #else
      nil
    #endif
  }
}
