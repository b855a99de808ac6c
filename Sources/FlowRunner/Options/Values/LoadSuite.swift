import FlowResults

/// A choice of loads for a length of time, so that everybody runs and compares the same ones.
package enum LoadSuite: String, CaseIterable, Sendable, Codable {
  /// Every kind of load once, in seconds: shows that all works.
  case smoke
  /// Rates, topologies, users and effects, in minutes.
  case `default`
  /// The same at more sizes, rates and rounds.
  case full
  /// What the cards of `flowbench claims` need of loads.
  case claims

  /// One line for a reader.
  package var summary: String {
    switch self {
    case .smoke: "every kind of load once, to show that everything works (\(duration))"
    case .default: "rates, a rush, users, effects that take time, each three times (\(duration))"
    case .full: "up to 100 features and 200,000 actions per second, each five times (\(duration))"
    case .claims: "memory of effects in flight, for '\(Executable.name) claims' (\(duration))"
    }
  }

  /// The approximate duration on two cores.
  private var duration: String {
    switch self {
    case .smoke: "10 s"
    case .default: "10 min"
    case .full: "1.5 h"
    case .claims: "2 min"
    }
  }

  /// All suites with their durations.
  static let durations = allCases.map { "\($0.rawValue) (\($0.duration))" }.joined(separator: ", ")

  /// Fresh processes for each scenario, unless somebody says otherwise: what is compared needs two
  /// or more.
  var rounds: Int {
    switch self {
    case .smoke: 1
    case .default, .claims: 3
    case .full: 5
    }
  }
}
