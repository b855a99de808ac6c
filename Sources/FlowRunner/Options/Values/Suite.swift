import FlowResults

/// A choice of scenarios for a length of time.
package enum Suite: String, CaseIterable, Sendable, Codable {
  /// Every design once, in seconds: shows that all works.
  case smoke
  /// Every design, workload and topology, in minutes.
  case `default`
  /// Up to 10,000 features and 10 million actions, in at most an hour.
  case full
  /// What `flowbench check` looks at.
  case gate
  /// What the cards of `flowbench claims` are made from.
  case claims

  /// One line for a reader.
  package var summary: String {
    switch self {
    case .smoke: "every design once, to show that everything works (\(duration))"
    case .default: "every design, workload and topology at 1, 10 and 100 features (\(duration))"
    case .full: "up to 10,000 features and 10 million actions per sample (\(duration))"
    case .gate: "the scenarios of '\(Executable.name) check': every design once, flow in all forms"
    case .claims: "the scenarios of '\(Executable.name) claims' (\(duration))"
    }
  }

  /// The approximate duration on two cores.
  private var duration: String {
    switch self {
    case .smoke: "40 s"
    case .default: "5 min"
    case .full: "1 h"
    case .gate, .claims: "10 min"
    }
  }

  /// All suites with their durations.
  static let durations = allCases.map { "\($0.rawValue) (\($0.duration))" }.joined(separator: ", ")
}
