public import Foundation
import Synchronization

/// A clock that goes on by the same step at every reading and never looks at the world.
///
/// Reducers that read it stay deterministic: the *n*-th reading is the same in every run. Make a
/// new one for every run. Readings from several threads at once are safe, but two of them may
/// read the same instant (a relaxed load and store, so that the clock costs next to nothing): take
/// a step of 0 where several threads read and states are compared.
public final class SimulatedClock: Sendable {
  /// The first reading: 9 May 2026, 06:13:20 UTC.
  public static var firstReading: Date { Date(timeIntervalSinceReferenceDate: 800_000_000) }

  private let readings = Atomic<Int>(0)
  private let step: TimeInterval

  /// A clock that has not been read yet.
  ///
  /// - Parameter step: Seconds from one reading to the next.
  public init(step: TimeInterval = 1) { self.step = step }

  /// Reads the clock: `firstReading` the first time, then one step later each time.
  public func now() -> Date {
    let reading = readings.load(ordering: .relaxed)
    readings.store(reading &+ 1, ordering: .relaxed)
    return Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(reading) * step)
  }
}

/// The wall clock, as a dependency.
///
/// Not for a measured path: reading it costs a system call or more, and no two runs agree.
public enum SystemClock {
  /// The time of day.
  @Sendable public static func now() -> Date { Date() }
}
