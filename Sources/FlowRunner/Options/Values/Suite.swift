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
    case .smoke: "every design once, shows that all works (about 20 s)"
    case .default: "every design, workload and topology at 1, 10 and 100 features (10 min)"
    case .full: "up to 10,000 features and 10 million actions a sample (1 h)"
    case .gate: "what '\(Executable.name) check' looks at: every design once, flow in all it can do"
    case .claims: "what the cards of '\(Executable.name) claims' are made from (10 min)"
    }
  }
}
