import Dispatch
import Foundation
import Measurement
public import Synchronization

/// Lets all workers start at once, and stop.
@usableFromInline
package final class WorkerGate: Sendable {
  /// When the last worker ended.
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
  private nonisolated(unsafe) let flags = OwnLines(count: 2) { Atomic(false) }
  // Read before each action, through no reference that would have to be counted, and in a line that
  // nobody writes to while they send.
  private nonisolated(unsafe) let isOpenFlag: UnsafeMutablePointer<Atomic<Bool>>
  @usableFromInline nonisolated(unsafe) let isClosedFlag: UnsafeMutablePointer<Atomic<Bool>>

  package init(workers: Int) {
    count = workers
    isOpenFlag = flags.base
    isClosedFlag = flags.base + 1
  }

  // MARK: The workers' side

  /// Whether workers shall stop.
  @inlinable
  @inline(__always)
  var isClosed: Bool { isClosedFlag.pointee.load(ordering: .relaxed) }

  private var isOpen: Bool { isOpenFlag.pointee.load(ordering: .acquiring) }

  /// Waits on this thread until all have come and the gate opens.
  func arriveAndWait() {
    arrive()
    while !isOpen { sched_yield() }
  }

  /// As `arriveAndWait`, leaving the thread to other tasks.
  @concurrent func arriveAndYield() async {
    arrive()
    while !isOpen { await Task.yield() }
  }

  private func arrive() {
    if arrived.add(1, ordering: .relaxed).newValue == count { ready.signal() }
  }

  /// Says that a worker has ended; its last word.
  func leave() {
    guard left.add(1, ordering: .acquiringAndReleasing).newValue == count else { return }
    let end = End(wallNs: MonotonicClock.nowNs(), cpuNs: ProcessCPUClock.nowNs())
    self.end.withLock { $0 = end }
    ended.signal()
  }

  // MARK: The timekeeper's side

  /// Waits until all have come.
  package func waitForAll() { ready.wait() }

  /// Lets all workers start at once.
  package func open() { isOpenFlag.pointee.store(true, ordering: .releasing) }

  /// Lets every worker end after its current action.
  package func close() { isClosedFlag.pointee.store(true, ordering: .relaxed) }

  /// Waits for the end of the last one; `nil` when that takes longer than `ns`.
  package func waitForEnd(ns: UInt64) -> End? {
    guard ended.wait(timeout: .now() + .nanoseconds(Int(ns))) == .success else { return nil }
    return end.withLock { $0 }
  }
}
