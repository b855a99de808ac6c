import Measurement

/// What is read at both ends of a batch: clocks in the timing pass, counters in the counting pass.
///
/// The two are never mixed: counting slows what it counts, and its build of the allocator is not
/// the one that is timed.
enum Meters {
  case clocks
  case allocations(AllocationCounter)

  /// Reads everything, the finest clock last.
  func open() -> MeterReading {
    var reading = MeterReading()
    switch self {
    case .clocks:
      reading.cpuNs = ProcessCPUClock.nowNs()
      reading.wallNs = MonotonicClock.nowNs()
    case .allocations(let counter):
      reading.allocation = counter.reading()
    }
    return reading
  }

  /// Reads everything again, the finest clock first, and returns the difference.
  func close(_ opened: MeterReading) -> BatchReading {
    switch self {
    case .clocks:
      let wallNs = MonotonicClock.nowNs()
      let cpuNs = ProcessCPUClock.nowNs()
      return BatchReading(wallNs: wallNs - opened.wallNs, cpuNs: cpuNs - opened.cpuNs)
    case .allocations(let counter):
      guard let end = counter.reading(), let start = opened.allocation else {
        return BatchReading()
      }
      return BatchReading(allocations: end - start)
    }
  }
}

/// The state of all meters at one instant.
struct MeterReading {
  var wallNs: UInt64 = 0
  var cpuNs: UInt64 = 0
  var allocation: AllocationReading?
}

/// What one batch took, or several added together.
struct BatchReading {
  var wallNs: UInt64 = 0
  var cpuNs: UInt64 = 0
  /// The time inside `send`, when each send was timed by itself.
  var sendNs: UInt64 = 0
  var allocations: AllocationReading?

  static func += (sum: inout Self, batch: Self) {
    sum.wallNs += batch.wallNs
    sum.cpuNs += batch.cpuNs
    sum.sendNs += batch.sendNs
    if let more = batch.allocations {
      sum.allocations = AllocationReading(
        allocations: more.allocations + (sum.allocations?.allocations ?? 0),
        bytes: more.bytes + (sum.allocations?.bytes ?? 0))
    }
  }
}
