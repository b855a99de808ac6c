import Platform

/// The time of a load in nanoseconds since its start, real or virtual.
@usableFromInline
package struct PacingClock {
  private let originNs: UInt64
  private let virtual: UnsafeMutablePointer<UInt64>?

  /// Starts real time now.
  package init() {
    originNs = MonotonicClock.nowNs()
    virtual = nil
  }

  /// Uses virtual time, which changes only when it is set.
  package init(_ time: VirtualNow) {
    originNs = time.ns.pointee
    virtual = time.ns
  }

  /// The start of the load, by the clock that it reads.
  var startNs: UInt64 { originNs }

  @inline(__always)
  func nowNs() -> UInt64 {
    (virtual?.pointee ?? MonotonicClock.nowNs()) &- originNs
  }

  /// Waits for an instant, which may have passed.
  ///
  /// - Returns: The first reading of the clock that is not before `ns`.
  @inline(__always)
  func wait(untilNs ns: UInt64) -> UInt64 {
    let now = nowNs()
    return now >= ns ? now : idle(fromNs: now, untilNs: ns)
  }

  @inline(never)
  private func idle(fromNs now: UInt64, untilNs ns: UInt64) -> UInt64 {
    if let virtual {
      virtual.pointee = originNs + ns
      return ns
    }
    var now = now
    while now < ns {
      let left = ns - now
      if left > Self.sleepNs { CurrentThread.sleep(ns: left - Self.spinNs) }
      now = nowNs()
    }
    return now
  }

  /// A thread keeps its core before its instant, because waking takes up to 100 µs.
  private static let spinNs: UInt64 = 200_000
  /// Threads do not sleep through shorter waits.
  private static let sleepNs: UInt64 = 400_000
}

/// The virtual time, which a load shares with its simulated work.
///
/// Unchecked because both run on one thread.
package final class VirtualNow: @unchecked Sendable {
  package let ns: UnsafeMutablePointer<UInt64>

  package init() {
    ns = .allocate(capacity: 1)
    ns.initialize(to: 0)
  }

  deinit { ns.deallocate() }
}
