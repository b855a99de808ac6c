package import FlowHarness
import Platform

/// The ticks of a pace, between which the process uses memory and waits.
///
/// The order is that of an app: an action, other work, sleep until the next tick, and the next
/// action. A sleep loses more than the use of memory: on a virtual machine, a sleep of 8 ms leaves
/// the caches and the page tables to its neighbours, one of 1 ms does not.
package struct PacedTicks {
  private let pace: Pace
  private let memory: UnsafeMutableRawPointer
  private var tickNs: UInt64 = 0
  /// The number of ticks that came later than the pace, because the time between was too short.
  package private(set) var late = 0

  /// Begins now; the memory must be returned by `unmap()`.
  package init(_ pace: Pace) {
    self.pace = pace
    memory = MappedMemory.map(bytes: pace.usedBytes)
    // The first use of a page takes longer.
    useMemory()
    tickNs = MonotonicClock.nowNs()
  }

  /// Returns the memory to the system.
  package func unmap() { MappedMemory.unmap(memory, bytes: pace.usedBytes) }

  /// Uses memory and waits for the next tick.
  package mutating func next() {
    tickNs += UInt64(pace.frameNs)
    if !pace.usesLate { useMemory() }
    var now = MonotonicClock.nowNs()
    if now > tickNs {
      late += 1
      tickNs = now
    }
    while now < tickNs {
      if !pace.spins { CurrentThread.sleep(ns: tickNs - now) }
      now = MonotonicClock.nowNs()
    }
    if pace.usesLate { useMemory() }
  }

  /// Reads and writes a word of each cache line.
  private func useMemory() {
    for offset in stride(from: 0, to: pace.usedBytes, by: 64) {
      let word = memory.advanced(by: offset).assumingMemoryBound(to: UInt64.self)
      word.pointee &+= 1
    }
  }
}
