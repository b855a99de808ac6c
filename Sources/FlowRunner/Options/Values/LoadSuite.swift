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
    case .smoke: "every kind of load once, shows that all works (about 10 s)"
    case .default: "rates, a rush, users, effects that take time, each three times (10 min)"
    case .full: "up to 100 features and 200,000 actions a second, each five times (1.5 h)"
    case .claims:
      "what effects in flight keep, for the cards of '\(Executable.name) claims' (2 min)"
    }
  }

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
