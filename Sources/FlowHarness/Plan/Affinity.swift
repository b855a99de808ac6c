import Measurement

/// On which cores a trial runs.
///
/// Designs that hop between executors cost 2-4 × less when all their threads share one core, and
/// scatter when they do not: the two are different questions, reported apart.
public enum Affinity: String, CaseIterable, Hashable, Codable, Sendable {
  /// On one core, with all its threads: what the work costs, the same from run to run.
  case pinned
  /// On all cores, as an app runs.
  case free

  /// What people may ask for: one of them, or both.
  static let choices = allCases.map(\.rawValue) + ["both"]

  /// Whether this system lets a process choose its cores.
  static let isSupported = CoreAffinity.current != nil

  /// Reads `--affinity`.
  ///
  /// - Returns: `nil` when nobody asked: then each design decides.
  static func list(_ option: String?) throws(PlanError) -> [Affinity]? {
    guard let option else { return nil }
    let chosen = option == "both" ? allCases : Affinity(rawValue: option).map { [$0] }
    guard let chosen else {
      throw .unknown(option: "--affinity", kind: "affinity", name: option, known: choices)
    }
    guard isSupported else {
      throw .refused(
        option: "--affinity", reason: "this system does not let a process choose its cores; omit it"
      )
    }
    return chosen
  }
}

extension DesignDescription {
  /// How its trials run when nobody says: pinned, and free as well when the design hops; `nil`
  /// stands for a system that knows no affinity.
  var affinities: [Affinity?] {
    guard Affinity.isSupported else { return [nil] }
    return hops ? [.pinned, .free] : [.pinned]
  }
}
