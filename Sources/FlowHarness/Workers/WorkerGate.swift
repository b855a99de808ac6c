import Dispatch
import Foundation
import Platform
public import Synchronization

/// Starts all workers at the same time, and stops them.
@usableFromInline
package final class WorkerGate: Sendable {
  /// The end of the last worker.
  package struct End {
    package let wallNs: UInt64
    package let cpuNs: UInt64
  }

  private let count: Int
  private let arrived = Atomic(0)
  private let left = Atomic(0)
  private let ready = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let end = Mutex<End?>(nil)
  // Unchecked: what it holds are atomics.
  private nonisolated(unsafe) let flags = CacheLinePadded(count: 2) { Atomic(false) }
  // Read before each action, without reference counting, and in a cache line that is not written
  // while workers send.
  private nonisolated(unsafe) let isOpenFlag: UnsafeMutablePointer<Atomic<Bool>>
  @usableFromInline nonisolated(unsafe) let isClosedFlag: UnsafeMutablePointer<Atomic<Bool>>

  package init(workers: Int) {
    count = workers
    isOpenFlag = flags.base
    isClosedFlag = flags.base + 1
  }

  // MARK: The workers' side

  @inlinable
  @inline(__always)
  var isClosed: Bool { isClosedFlag.pointee.load(ordering: .relaxed) }

  private var isOpen: Bool { isOpenFlag.pointee.load(ordering: .acquiring) }

  /// Waits on this thread until the gate opens.
  func arriveAndWait() {
    arrive()
    while !isOpen { CurrentThread.yield() }
  }

  /// As `arriveAndWait`, but yields the thread to other tasks.
  @concurrent func arriveAndYield() async {
    arrive()
    while !isOpen { await Task.yield() }
  }

  private func arrive() {
    if arrived.add(1, ordering: .relaxed).newValue == count { ready.signal() }
  }

  /// Records the end of a worker.
  func leave() {
    guard left.add(1, ordering: .acquiringAndReleasing).newValue == count else { return }
    let end = End(wallNs: MonotonicClock.nowNs(), cpuNs: ProcessCPUClock.nowNs())
    self.end.withLock { $0 = end }
    ended.signal()
  }

  // MARK: The timekeeper's side

  /// Waits for all workers at the gate.
  package func waitForAll() { ready.wait() }

  package func open() { isOpenFlag.pointee.store(true, ordering: .releasing) }

  /// Stops each worker after its current action.
  package func close() { isClosedFlag.pointee.store(true, ordering: .relaxed) }

  /// Waits for the end of the last worker; returns `nil` after `ns`.
  package func waitForEnd(ns: UInt64) -> End? {
    guard ended.wait(timeout: .now() + .nanoseconds(Int(ns))) == .success else { return nil }
    return end.withLock { $0 }
  }
}
