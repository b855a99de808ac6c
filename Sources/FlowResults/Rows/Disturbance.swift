/// The disturbances of a process during its measurement.
package struct Disturbance: Equatable, Sendable {
  /// The share of the cores' time that other processes used, 0 to 1; `nil` if it is unknown.
  package var otherShare: Double?
  /// The time that a CPU quota stopped it, in nanoseconds; `nil` if there is no quota or it is
  /// unknown.
  package var throttledNs: Int?

  package init(otherShare: Double? = nil, throttledNs: Int? = nil) {
    self.otherShare = otherShare
    self.throttledNs = throttledNs
  }

  /// The start of the warning about other processes.
  package static let otherProcesses = "disturbed: other processes used the CPU"
  /// The warning about a CPU quota.
  package static let throttled = "throttled: the CPU quota was used up"

  /// Returns the parts of a row's warning about disturbances, and the other parts.
  package static func parts(of warning: String) -> (disturbances: String, others: String) {
    guard warning.contains(otherProcesses) || warning.contains(throttled) else {
      return ("", warning)
    }
    let parts = warning.split(separator: "; ")
    func isDisturbance(_ part: Substring) -> Bool {
      part.hasPrefix(otherProcesses) || part.hasPrefix(throttled)
    }
    return (
      parts.filter(isDisturbance).joined(separator: "; "),
      parts.filter { !isDisturbance($0) }.joined(separator: "; ")
    )
  }

  package static let columns: [ResultColumn<Disturbance>] = [
    .number(
      "other_cpu_share", \.otherShare,
      "Share of the allowed cores' time that other processes used, 0 to 1."),
    .integer(
      "throttled_ns", \.throttledNs,
      "Time that a CPU quota stopped the process, summed over cores; empty: no quota."),
  ]
}
