import FlowHarness
import FlowResults

extension Affinity {
  /// What people may ask for: one of them, or both.
  static let choices = allCases.map(\.rawValue) + ["both"]

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
