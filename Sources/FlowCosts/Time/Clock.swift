internal import CFlowCount
internal import Foundation

/// The system's monotonic clock.
enum Clock {
  /// Nanoseconds since an arbitrary instant.
  static func nowNs() -> UInt64 { flowcount_now_ns() }

  /// The cost of one reading in nanoseconds, in the cheapest of several bursts.
  static let costNs: Double = {
    let readings: UInt64 = 1_000
    var cheapest = UInt64.max
    for _ in 0..<20 {
      let start = nowNs()
      var last: UInt64 = 0
      for _ in 0..<readings { last = max(last, nowNs()) }
      cheapest = min(cheapest, last - start)
    }
    return Double(cheapest) / Double(readings)
  }()
}

/// A pause before an action, in which the caches are used by something else.
enum Pace {
  /// The time between two frames of a display with 120 Hz, in microseconds.
  private static let periodUs: UInt32 = 8_333

  /// Sleeps, and writes to 4 MB of other memory.
  static func wait() {
    usleep(periodUs)
    memory.lock.withLock {
      for index in stride(from: 0, to: memory.words.count, by: 8) { memory.words[index] &+= 1 }
    }
  }

  private static let memory = OtherMemory()

  /// Memory that only pauses use.
  private final class OtherMemory: @unchecked Sendable {
    let lock = NSLock()
    var words = [UInt64](repeating: 0, count: 1 << 19)
  }
}
