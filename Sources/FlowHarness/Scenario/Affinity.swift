import Platform

/// On which cores a trial runs.
///
/// Designs that hop between executors cost 2-4 × less when all their threads share one core, and
/// scatter when they do not: the two are different questions, reported apart.
public enum Affinity: String, CaseIterable, Hashable, Codable, Sendable {
  /// On one core, with all its threads: what the work costs, the same from run to run.
  case pinned
  /// On all cores, as an app runs.
  case free

  /// Whether this system lets a process choose its cores.
  package static let isSupported = CoreAffinity.current != nil
}

extension DesignDescription {
  /// How its trials run when nobody says: pinned, and free as well when the design hops; `nil`
  /// stands for a system that knows no affinity.
  package var affinities: [Affinity?] {
    guard Affinity.isSupported else { return [nil] }
    return hops ? [.pinned, .free] : [.pinned]
  }
}
