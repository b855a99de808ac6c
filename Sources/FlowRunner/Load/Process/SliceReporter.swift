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

/// Turns running totals into seconds.
///
/// In virtual time, seconds without an arrival, an end or a drop are left out.
struct SecondSummary {
  private let next: ArrivalInstants?
  private let limit: Int?
  /// The length of a slice in virtual time; `nil` in real time.
  private let quietSliceNs: UInt64?
  /// The first arrival that belongs to a later slice.
  private var upcoming: UInt64?
  /// The response times of the current second.
  private var response = LatencyHistogram()
  private var total = Total()
  /// The totals at the end of the last second.
  private var reported = Total()
  private var secondEndNs: UInt64
  /// The end of the last slice.
  private var endNs: UInt64 = 0
  /// The end of the load, once it is known.
  private var loadEndNs: UInt64?

  private struct Total: Equatable {
    var offered = 0
    var completed = 0
    var dropped = 0
  }

  init(
    arrivals: ArrivalInstants?, limit: Int?,
    quietSliceNs: UInt64? = nil
  ) {
    self.limit = limit
    self.quietSliceNs = quietSliceNs
    secondEndNs = SliceRecorder.secondNs
    next = arrivals
    upcoming = arrivals?()
  }

  /// Removes the first part of a reading: its quiet slices before the next arrival, or the slice of
  /// that arrival.
  func nextPart(of rest: inout SliceReading?) -> SliceReading? {
    guard let reading = rest, reading.slices > 1, let quietSliceNs else { return rest.take() }
    let startNs = reading.endNs - UInt64(reading.slices) * quietSliceNs
    let quiet = upcoming.map { max($0, startNs) - startNs } ?? .max
    var part = reading
    part.slices = Int(min(UInt64(reading.slices), max(1, quiet / quietSliceNs)))
    part.endNs = startNs + UInt64(part.slices) * quietSliceNs
    rest?.slices -= part.slices
    if part.slices == reading.slices { rest = nil }
    return part
  }

  /// Adds a reading, or a part of one.
  ///
  /// - Returns: The seconds that end with it, and the number in the system if it is known and the
  ///   reading ends its slice.
  mutating func take(_ reading: SliceReading) -> (seconds: [TimelineSecond], inSystem: Int?) {
    response.add(reading.times.response)
    total.completed = reading.completedTotal
    total.dropped = reading.droppedTotal
    loadEndNs = reading.loadEndNs
    guard reading.endsSlice else { return ([], nil) }
    endNs = reading.endNs
    count(untilNs: endNs)
    var seconds: [TimelineSecond] = []
    while secondEndNs <= endNs {
      if isQuiet {
        // Nothing changes until the reading's end.
        secondEndNs += ((endNs - secondEndNs) / SliceRecorder.secondNs + 1) * SliceRecorder.secondNs
      } else {
        seconds.append(endSecond())
      }
    }
    return (seconds, next == nil ? nil : inSystem)
  }

  /// Returns the second of the last slice if it has not ended yet.
  mutating func last() -> [TimelineSecond] {
    guard endNs + SliceRecorder.secondNs > secondEndNs else { return [] }
    count(untilNs: secondEndNs)
    return isQuiet ? [] : [endSecond()]
  }

  private var isQuiet: Bool { quietSliceNs != nil && total == reported }

  private mutating func endSecond() -> TimelineSecond {
    defer {
      reported = total
      response = LatencyHistogram()
      secondEndNs += SliceRecorder.secondNs
    }
    let isScheduled = next != nil
    let startNs = secondEndNs - SliceRecorder.secondNs
    // An action that ends with the load, at the start of a second, is counted in that second.
    let coveredNs = loadEndNs.flatMap { $0 > startNs ? $0 - startNs : nil }
    return TimelineSecond(
      endNs: secondEndNs, coveredNs: min(coveredNs ?? .max, SliceRecorder.secondNs),
      offered: isScheduled ? total.offered - reported.offered : nil,
      completed: total.completed - reported.completed,
      dropped: total.dropped - reported.dropped, inSystem: isScheduled ? inSystem : nil,
      p50Ns: response.knownPercentileNs(50).map { UInt64($0) },
      p99Ns: response.knownPercentileNs(99).map { UInt64($0) }, maxNs: response.maxNs)
  }

  /// The waiting actions and the one in service. Actions that found the queue full during that
  /// service are dropped when it ends.
  private var inSystem: Int {
    let open = max(0, total.offered - total.completed - total.dropped)
    return limit.map { min(open, $0 + 1) } ?? open
  }

  private mutating func count(untilNs endNs: UInt64) {
    while let atNs = upcoming, atNs < endNs {
      total.offered += 1
      upcoming = next?()
    }
  }
}
