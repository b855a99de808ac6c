import Platform

/// The time of a load, in nanoseconds since its start: real, or one that jumps.
@usableFromInline
package struct LoadClock {
  private let originNs: UInt64
  private let virtual: UnsafeMutablePointer<UInt64>?

  /// Real time, from now on.
  package init() {
    originNs = MonotonicClock.nowNs()
    virtual = nil
  }

  /// Time that stands still until somebody moves it, from what it is now.
  package init(_ time: VirtualNow) {
    originNs = time.ns.pointee
    virtual = time.ns
  }

  /// When the load began, by the clock that it reads.
  var startNs: UInt64 { originNs }

  /// The time since the start.
  @inline(__always)
  func nowNs() -> UInt64 {
    (virtual?.pointee ?? MonotonicClock.nowNs()) &- originNs
  }

  /// Waits for an instant, which may be over already.
  ///
  /// - Returns: The time then: the first reading of the clock that is not before `ns`.
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

  /// As `wait`, in real time, for one of several threads: whoever waits for the same core gets it
  /// meanwhile.
  @inline(never)
  func waitSharing(untilNs ns: UInt64) -> UInt64 {
    var now = nowNs()
    while now < ns {
      let left = ns - now
      if left > Self.sleepNs {
        CurrentThread.sleep(ns: left - Self.spinNs)
      } else {
        CurrentThread.yield()
      }
      now = nowNs()
    }
    return now
  }

  /// Lets other tasks have the thread for a part of a wait.
  ///
  /// - Parameter ns: How long the wait still is.
  @usableFromInline
  @concurrent static func rest(ns: UInt64) async {
    guard ns > taskSleepNs else { return await Task.yield() }
    // Woken early or late, the caller looks at the clock.
    try? await Task.sleep(for: .nanoseconds(Int64(ns - taskSpinNs)))
  }

  /// So long before its instant a waiting task stays awake: its timer fires up to 1 ms late.
  private static let taskSpinNs: UInt64 = 1_500_000
  /// Tasks do not sleep through shorter waits at all.
  private static let taskSleepNs: UInt64 = 2_000_000

  /// So long before its instant a waiting thread keeps its core: to be woken up takes up to 100 µs.
  private static let spinNs: UInt64 = 200_000
  /// Shorter waits are not slept at all.
  private static let sleepNs: UInt64 = 400_000
}

/// A time that somebody moves: one number, which the load and its simulated work share.
///
/// Unchecked: both run on one thread, the one that drives.
package final class VirtualNow: @unchecked Sendable {
  package let ns: UnsafeMutablePointer<UInt64>

  /// The beginning.
  package init() {
    ns = .allocate(capacity: 1)
    ns.initialize(to: 0)
  }

  deinit { ns.deallocate() }
}
