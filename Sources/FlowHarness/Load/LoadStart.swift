import Measurement

/// When a load begins: once all that it sends is at hand, which may take longer than the load.
@MainActor
package final class LoadStart {
  /// Processor time of all threads until then.
  package private(set) var cpuNs: UInt64 = 0
  private let makeClock: @MainActor () -> LoadClock

  package init(_ makeClock: @escaping @MainActor () -> LoadClock) { self.makeClock = makeClock }

  /// Begins; the clock's zero is now.
  func clock() -> LoadClock {
    cpuNs = ProcessCPUClock.nowNs()
    return makeClock()
  }
}
