import FlowResults

/// A selection of scenarios for a duration.
package enum Suite: String, CaseIterable, Sendable, Codable {
  case smoke
  case `default`
  case full
  case gate
  case claims

  /// A description in one line.
  package var summary: String {
    switch self {
    case .smoke: "every design once, to show that everything works (\(duration))"
    case .default: "every design and topology, 1 to 100 copies, no long lists (\(duration))"
    case .full: "up to 10,000 copies and 10 million actions per sample (\(duration))"
    case .gate: "the scenarios of '\(Executable.name) check': every design once, flow in all forms"
    case .claims: "the scenarios of '\(Executable.name) claims' (\(duration))"
    }
  }

  /// The approximate duration on two cores.
  private var duration: String {
    switch self {
    case .smoke: "40 s"
    case .default: "6 min"
    case .full: "1 h"
    case .gate: "1 min"
    case .claims: "12 min"
    }
  }

  /// All suites with their durations.
  static let durations = allCases.map { "\($0.rawValue) (\($0.duration))" }.joined(separator: ", ")
}

/// A selection of loads for a duration.
package enum LoadSuite: String, CaseIterable, Sendable, Codable {
  case smoke
  case `default`
  case claims

  /// A description in one line.
  package var summary: String {
    switch self {
    case .smoke: "every kind of load once, to show that everything works (\(duration))"
    case .default: "rates, a rush, users, effects that take time, each three times (\(duration))"
    case .claims: "memory of effects in flight, for '\(Executable.name) claims' (\(duration))"
    }
  }

  /// The approximate duration on two cores.
  private var duration: String {
    switch self {
    case .smoke: "10 s"
    case .default: "10 min"
    case .claims: "2 min"
    }
  }

  /// All suites with their durations.
  static let durations = allCases.map { "\($0.rawValue) (\($0.duration))" }.joined(separator: ", ")

  /// The default number of fresh processes for each scenario; comparisons need at least two.
  var rounds: Int {
    switch self {
    case .smoke: 1
    case .default, .claims: 3
    }
  }
}
