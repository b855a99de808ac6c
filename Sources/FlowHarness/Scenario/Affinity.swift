import Platform

/// The cores of a trial.
///
/// Designs that hop between executors cost 2 to 4 times less if all their threads share one core,
/// and their times vary otherwise, so both are reported.
public enum Affinity: String, CaseIterable, Hashable, Codable, Sendable {
  /// One core for all threads.
  case pinned
  /// All cores, as for an app.
  case free

  /// A Boolean value that indicates whether a process can choose its cores on this system.
  package static let isSupported = CoreAffinity.current != nil
}

extension DesignDescription {
  /// The default affinities of its trials: pinned, and also free if the design hops; `nil` on a
  /// system without affinity.
  package var affinities: [Affinity?] {
    guard Affinity.isSupported else { return [nil] }
    return hops ? [.pinned, .free] : [.pinned]
  }
}
