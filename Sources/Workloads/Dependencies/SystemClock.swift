public import Foundation

/// The wall clock, as a dependency.
///
/// Not for a measured path: reading it costs a system call or more, and no two runs agree.
public enum SystemClock {
  /// The time of day.
  @Sendable public static func now() -> Date { Date() }
}
