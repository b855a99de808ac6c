public import Foundation
import Synchronization

/// A clock that advances by the same step at every reading, so that reducers that read it are
/// deterministic.
///
/// Create a clock for every run. Several threads may read it, but two of them may read the same
/// instant (a relaxed load and store cost next to nothing): use a step of 0 if several threads read
/// and states are compared.
public final class SimulatedClock: Sendable {
  /// The first reading: 9 May 2026, 06:13:20 UTC.
  public static var firstReading: Date { Date(timeIntervalSinceReferenceDate: 800_000_000) }

  private let readings = Atomic<Int>(0)
  private let step: TimeInterval

  /// Creates a clock.
  ///
  /// - Parameter step: The time between readings, in seconds.
  public init(step: TimeInterval = 1) { self.step = step }

  /// Returns the next reading of the clock.
  public func now() -> Date {
    let reading = readings.load(ordering: .relaxed)
    readings.store(reading &+ 1, ordering: .relaxed)
    return Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(reading) * step)
  }
}
