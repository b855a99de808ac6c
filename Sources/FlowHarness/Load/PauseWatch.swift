import Foundation
package import Platform
import Synchronization

/// A time in which a thread that does nothing but look at the clock did not run.
package struct Pause: Codable, Equatable, Sendable {
  /// When it had looked last, by `MonotonicClock`.
  package var fromNs: UInt64
  /// When it looked again.
  package var toNs: UInt64

  package init(fromNs: UInt64, toNs: UInt64) {
    self.fromNs = fromNs
    self.toNs = toNs
  }

  /// How long it was.
  package var lengthNs: UInt64 { toNs - fromNs }
}

/// Notices when the process or the machine stands still, on a core that the load does not use.
///
/// A pause of the hypervisor, a stopped process or a suspended machine holds up this thread and the
/// load alike; a store that stalls holds up the load alone. What only this thread misses says nothing
/// of the load: somebody else had its core.
package final class PauseWatch: Sendable {
  /// Shorter pauses are not distinguished from a timer that fires late.
  package static let shortestNs: UInt64 = 700_000
  /// How long the thread sleeps between two looks.
  private static let sleepNs: UInt64 = 200_000
  /// More pauses are not kept.
  private static let capacity = 65_536

  private let found = Mutex<(pauses: [Pause], isOver: Bool)>(([], false))
  private let done = DispatchSemaphore(value: 0)

  /// Watches from now on.
  ///
  /// - Parameter cores: Where the watching thread runs; none of them is the load's.
  package init(on cores: CoreAffinity) {
    let thread = Thread { [self] in
      cores.moveCallingThread()
      watch()
      done.signal()
    }
    thread.start()
  }

  private func watch() {
    var last = MonotonicClock.nowNs()
    var isOver = false
    while !isOver {
      CurrentThread.sleep(ns: Self.sleepNs)
      let now = MonotonicClock.nowNs()
      let pause = Pause(fromNs: last, toNs: now)
      isOver = found.withLock { found in
        if pause.lengthNs >= Self.shortestNs, found.pauses.count < Self.capacity {
          found.pauses.append(pause)
        }
        return found.isOver
      }
      last = now
    }
  }

  /// The pauses so far.
  package var pauses: [Pause] { found.withLock { $0.pauses } }

  /// Stops watching.
  ///
  /// - Returns: All pauses, in the order of time.
  package func stop() -> [Pause] {
    found.withLock { $0.isOver = true }
    done.wait()
    return pauses
  }
}

extension LoadStall {
  /// Whether the machine stood still, and not the store: nothing was being served, or the watching
  /// thread stood still for most of that time, too.
  ///
  /// - Parameters:
  ///   - pauses: What the watching thread noticed, in the order of time.
  ///   - startNs: When the load began, by the same clock.
  package func isPause(_ pauses: [Pause], startNs: UInt64) -> Bool {
    guard isInService else { return true }
    let (from, to) = (startNs + fromNs, startNs + toNs)
    let shared = pauses.reduce(0 as UInt64) { sum, pause in
      let (start, end) = (max(from, pause.fromNs), min(to, pause.toNs))
      return sum + (end > start ? end - start : 0)
    }
    return 2 * shared >= to - from
  }
}
