/// Who decides the frequency of each core.
struct Governors: Equatable, Sendable {
  /// The governor of each core that has one; none in most virtual machines.
  let byCore: [Int: String]

  /// `performance` when all cores agree, else `performance:0-2 powersave:3`; empty: none or hidden.
  var text: String {
    let cores = Dictionary(grouping: byCore.keys) { byCore[$0] ?? "" }
    if cores.count == 1 { return cores.keys.first ?? "" }
    return cores.keys.sorted().map { "\($0):\(CoreList.text(cores[$0] ?? []))" }
      .joined(separator: " ")
  }

  /// Whether a core's frequency follows its load, so that work costs more time after a pause.
  var followLoad: Bool { byCore.values.contains { !Self.steady.contains($0) } }

  /// The governors that keep one frequency, of those in the kernel's `cpufreq` documentation.
  private static let steady: Set = ["performance", "userspace"]
}
