import FlowHarness
import Foundation
import Measurement
import Platform
import Synchronization

/// A time in which a thread that only reads the clock did not run.
struct Pause: Equatable {
  /// The last reading of `MonotonicClock` before it.
  var fromNs: UInt64
  /// The first reading after it.
  var toNs: UInt64
}

/// Watches the machine during a load: its pauses, on a core that the load does not use, and stolen
/// CPU time.
///
/// A pause of the hypervisor, a stopped process or a suspended machine stops the watching thread as
/// well as the load; a slow store stops only the load.
final class MachineWatch: Sendable {
  private struct State {
    var pauses: [Pause] = []
    var isOver = false
    /// The number of pauses that are part of a reported second.
    var reportedCount = 0
    var time = ProcessorTime.current
  }

  /// Shorter pauses cannot be distinguished from a late timer.
  private static let shortestNs: UInt64 = 700_000
  private static let sleepNs: UInt64 = 200_000
  private static let capacity = 65_536

  private let isWatching: Bool
  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter cores: The cores that the load does not use; `nil` if there are none, so that
  ///   pauses cannot be watched.
  init(on cores: CoreAffinity?) {
    isWatching = cores != nil
    guard let cores else { return }
    Thread.detachNewThread { [self] in
      cores.moveCallingThread()
      watch()
      done.signal()
    }
  }

  private func watch() {
    var last = MonotonicClock.nowNs()
    var isOver = false
    while !isOver {
      CurrentThread.sleep(ns: Self.sleepNs)
      let pause = Pause(fromNs: last, toNs: MonotonicClock.nowNs())
      isOver = state.withLock { state in
        if pause.toNs - pause.fromNs >= Self.shortestNs, state.pauses.count < Self.capacity {
          state.pauses.append(pause)
        }
        return state.isOver
      }
      last = pause.toNs
    }
  }

  /// Adds the pauses and the stolen time since the second before.
  func fill(_ second: inout TimelineSecond) {
    let now = ProcessorTime.current
    state.withLock { state in
      if isWatching {
        second.pausedNs = state.pauses.dropFirst(state.reportedCount).reduce(0) {
          $0 + $1.toNs - $1.fromNs
        }
      }
      if let now, let before = state.time, now.stolen >= before.stolen {
        second.stolenNs = (now.stolen - before.stolen) * ProcessorTime.tickNs
      }
      state.reportedCount = state.pauses.count
      state.time = now
    }
  }

  /// Stops watching, and returns all pauses; `nil` if they were not watched.
  func stop() -> [Pause]? {
    guard isWatching else { return nil }
    state.withLock { $0.isOver = true }
    done.wait()
    return state.withLock { $0.pauses }
  }
}

extension Stall {
  /// Returns whether the machine paused instead of the store: no action was in service, or pauses
  /// cover half of the stall.
  ///
  /// - Parameter startNs: The start of the load, by `MonotonicClock`.
  func isPause(_ pauses: [Pause], startNs: UInt64) -> Bool {
    guard isInService else { return true }
    let (from, to) = (startNs + fromNs, startNs + toNs)
    let sharedNs = pauses.reduce(0 as UInt64) { sum, pause in
      let (start, end) = (max(from, pause.fromNs), min(to, pause.toNs))
      return sum + (end > start ? end - start : 0)
    }
    return 2 * sharedNs >= to - from
  }
}
