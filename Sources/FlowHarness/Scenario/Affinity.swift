import Platform

/// The cores of a trial.
///
/// Designs that hop between executors cost 2 to 4 times less if all their threads share one core.
/// Otherwise their times vary by 20 to 80 % from process to process.
public enum Affinity: String, CaseIterable, Hashable, Codable, Sendable {
  /// One core for all threads.
  case pinned
  /// All cores, as for an app.
  case free

  /// A Boolean value that indicates whether a process can choose its cores on this system.
  package static let isSupported = CoreAffinity.current != nil
  /// Pinned, if a process can choose; otherwise an unknown one.
  package static let standard: [Affinity?] = [allSupported[0]]
  /// Both, if a process can choose; otherwise an unknown one.
  package static let allSupported: [Affinity?] = isSupported ? allCases : [nil]
}
