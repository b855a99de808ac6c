import FlowHarness
import Foundation
import Measurement
import Platform
import Synchronization

/// Reads the slices of a load on a thread of its own, which is not pinned: reports each second, and
/// keeps the batches.
final class SliceReporter: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let log = Mutex(BatchLog())

  /// Reads slices until the queue is closed.
  ///
  /// - Parameters:
  ///   - arrivals: Makes the instants of the arrivals; `nil` if they depend on the store.
  ///   - limit: The maximum number of waiting actions, if any.
  ///   - cores: The cores of the reporter; `nil` for those of its maker.
  ///   - report: Is called on the reporter's thread.
  init(
    _ queue: SliceQueue, arrivals: (@Sendable () -> ArrivalInstants)?, limit: Int?,
    cores: CoreAffinity?,
    report: @escaping @Sendable (TimelineSecond) -> Void
  ) {
    Thread.detachNewThread { [self] in
      cores?.moveCallingThread()
      let quietSliceNs = queue.quietSliceNs
      var log = BatchLog()
      var summary = SecondSummary(
        arrivals: arrivals?(), limit: limit, quietSliceNs: quietSliceNs)
      while let reading = queue.read() {
        var rest: SliceReading? = reading
        while let part = summary.nextPart(of: &rest) {
          let (seconds, inSystem) = summary.take(part)
          log.take(part, inSystem: inSystem, sliceNs: quietSliceNs ?? 0)
          seconds.forEach(report)
        }
      }
      summary.last().forEach(report)
      self.log.withLock { $0 = log }
      done.signal()
    }
  }

  /// Waits until the last second is reported, and returns the batches; the queue must be closed.
  func join() -> BatchLog {
    done.wait()
    return log.withLock { $0 }
  }
}
