import DequeModule
import Dispatch
package import Measurement
import Synchronization

/// Merges the readings of several workers into those of one load.
///
/// A slice ends when it has ended for all workers. If a worker had no blank reading at its end, the
/// others' slices are merged as well, so that totals are those of one instant.
struct SliceMerger {
  private struct Worker {
    var readings: Deque<SliceReading> = []
    var isFinished = false
    /// The number of completed actions at the end of the last merged slice.
    var completed = 0
    /// The response times of all its actions.
    var response = LatencyHistogram()
  }

  private var workers: [Worker]

  init(workers: Int) { self.workers = [Worker](repeating: Worker(), count: workers) }

  mutating func add(_ reading: SliceReading, of worker: Int) {
    workers[worker].readings.append(reading)
    workers[worker].response.add(reading.times.response)
  }

  mutating func finish(_ worker: Int) { workers[worker].isFinished = true }

  var isOver: Bool { workers.allSatisfy { $0.isFinished && $0.readings.isEmpty } }

  /// The response times of each worker so far.
  var responses: [LatencyHistogram] { workers.map(\.response) }

  /// Returns the readings of the next slice that has ended for all workers, one for each stage.
  mutating func next() -> [SliceReading] {
    guard let endNs = nextEndNs else { return [] }
    var stages: [Int: SliceReading] = [:]
    for worker in workers.indices {
      while let reading = workers[worker].readings.first, reading.endNs <= endNs {
        workers[worker].readings.removeFirst()
        workers[worker].completed = reading.completedTotal
        guard var merged = stages[reading.stage] else {
          stages[reading.stage] = reading
          continue
        }
        merged.times.add(reading.times)
        stages[reading.stage] = merged
      }
    }
    let completed = workers.reduce(0) { $0 + $1.completed }
    let last = stages.keys.max()
    return stages.values.sorted { $0.stage < $1.stage }.map { reading in
      var reading = reading
      reading.endNs = endNs
      reading.endsSlice = reading.stage == last
      reading.slices = 1
      reading.completedTotal = completed
      return reading
    }
  }

  /// The end of the next slice that has ended for all workers; `nil` if there is none.
  private var nextEndNs: UInt64? {
    var endNs: UInt64 = 0
    while true {
      let before = endNs
      for worker in workers {
        if let end = worker.readings.first(where: { $0.endsSlice && $0.endNs >= endNs }) {
          endNs = end.endNs
        } else if !worker.isFinished {
          return nil
        }
      }
      if endNs == before { return endNs == 0 ? nil : endNs }
    }
  }
}

/// The queues of several workers, read as one load. Each worker has its own queue, so that workers
/// share no memory while they send.
package final class WorkerSliceQueues: SliceSource {
  package var quietSliceNs: UInt64? { nil }
  /// The queues, in the order of the workers.
  package let queues: [SliceQueue]
  private let signal = DispatchSemaphore(value: 0)
  private let found = Mutex<[LatencyHistogram]>([])

  package init(workers: Int, durationNs: UInt64) {
    let signal = signal
    queues = (0..<workers).map { _ in
      SliceQueue(durationNs: durationNs, workers: workers, signal: signal)
    }
  }

  /// The response times of each worker, once all readings are read.
  package var responses: [LatencyHistogram] { found.withLock { $0 } }

  package func close() { for queue in queues { queue.close() } }

  package func reader() -> SliceReader {
    var merger = SliceMerger(workers: queues.count)
    var merged: [SliceReading] = []
    return { [self] in
      while merged.isEmpty {
        merged = merger.next().reversed()
        guard merged.isEmpty else { break }
        if merger.isOver {
          found.withLock { $0 = merger.responses }
          return nil
        }
        signal.wait()
        takeWritten(into: &merger)
      }
      return merged.popLast()
    }
  }

  private func takeWritten(into merger: inout SliceMerger) {
    for (worker, queue) in queues.enumerated() {
      while true {
        let (reading, isClosed) = queue.readWithoutWaiting()
        if let reading { merger.add(reading, of: worker) }
        guard reading == nil else { continue }
        if isClosed { merger.finish(worker) }
        break
      }
    }
  }
}
