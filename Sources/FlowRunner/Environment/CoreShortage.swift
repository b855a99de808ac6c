import FlowHarness
import PlainText

/// Warnings about rows that would need more cores than the process may use.
enum CoreShortage {
  /// The warning about workers that send at the same time; nil if each has a core.
  static func warning(workers: Int, cores: Int) -> String? {
    guard workers > cores else { return nil }
    return "\(workers) workers have \(CountText.text(cores, "core")): they wait for one another"
  }

  /// The warning about a scenario that is not pinned; nil if it is, or there are several cores.
  static func warning(_ affinity: Affinity?, cores: Int) -> String? {
    guard affinity == .free, cores == 1 else { return nil }
    return "not free: the process may use 1 core only"
  }
}
