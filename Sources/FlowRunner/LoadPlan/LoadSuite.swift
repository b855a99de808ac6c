import FlowHarness
import Workloads

/// A choice of loads for a length of time, so that people run and compare the same ones.
package enum LoadSuite: String, CaseIterable, Sendable, Codable {
  /// Every kind of load once, in seconds: proof that all works.
  case smoke
  /// Rates, topologies, users and effects, in minutes.
  case `default`
  /// The same at more sizes, rates and rounds.
  case full

  /// One line for people.
  package var summary: String {
    switch self {
    case .smoke: "every kind of load once, a proof that all works (about 10 s)"
    case .default: "rates, a rush, users, effects that take time, each three times (10 min)"
    case .full: "up to 100 features and 200,000 actions a second, each five times (1.5 h)"
    }
  }

  /// Fresh processes for each scenario, unless somebody says otherwise: what is compared needs two
  /// or more.
  var rounds: Int {
    switch self {
    case .smoke: 1
    case .default: 3
    case .full: 5
    }
  }

  /// The loads, each as a person would ask for it.
  @MainActor
  func loads(_ catalogue: Catalogue) -> [LoadOptions] {
    let designs = catalogue.designs.map(\.id)
    let fast = catalogue.designs(asked: [.loads])
    let folding = catalogue.designs(asked: [.collections])
    let everything = catalogue.designs(asked: [.everything])
    let services = catalogue.designs(asked: [.services])
    let both: [Topology] = [.single, .perFeature]
    switch self {
    case .smoke:
      return [
        Self.rate(5000, for: "500ms", fast, features: [2]),
        Self.clients(10, think: "exponential:1ms", for: "500ms", everything),
        Self.users(500, for: "500ms", everything),
        Self.served(200, latency: "constant:5ms", for: "500ms", services),
      ]
    case .default:
      // Does it matter how stores are wired, and from which rate on?
      return [1000, 10_000, 50_000].map { Self.rate($0, for: "2s", folding, both) } + [
        // How long does one wait, whatever the design?
        Self.rate(1000, for: "2s", designs, features: [1]),
        // Who recovers from a rush?
        Self.rate(10_000, shape: "peak:5", for: "4s", fast),
        // What gets done when everybody waits for the store?
        Self.clients(100, think: "exponential:10ms", for: "2s", fast),
        // Does it matter that users come in sessions and like some features more?
        Self.users(10_000, for: "4s", fast, both),
        // What do effects in flight cost, and giving them up?
        Self.served(500, latency: "log-normal:20ms:0.5", timeout: "100ms", for: "3s", services),
      ]
    case .full:
      return [1000, 10_000, 50_000, 200_000].map {
        Self.rate($0, for: "5s", folding, both, features: [10, 100])
      } + [
        Self.rate(100, for: "5s", designs, features: [1]),
        Self.rate(2000, for: "5s", designs, features: [1]),
        Self.rate(10_000, shape: "peak:5", for: "10s", fast, both),
        Self.rate(10_000, shape: "bursts:100ms:900ms", for: "10s", fast, both),
        Self.clients(100, think: "exponential:10ms", for: "5s", fast, both),
        Self.clients(1000, think: "exponential:10ms", for: "5s", fast, both),
        Self.users(10_000, for: "10s", fast, both),
        Self.users(100_000, for: "10s", fast, both),
        Self.served(500, latency: "log-normal:20ms:0.5", timeout: "100ms", for: "5s", services),
        Self.served(
          500, latency: "exponential:10ms", failures: 0.05, capacity: 8, for: "5s", services),
      ]
    }
  }
}

// MARK: - The kinds of loads

extension LoadSuite {
  private static func stores(
    _ designs: [String], _ topologies: [Topology], _ features: [Int], for duration: String
  ) -> LoadOptions {
    var options = LoadOptions()
    options.selection.designs = designs
    options.selection.topologies = topologies.map(\.rawValue)
    options.selection.features = features
    options.duration = duration
    return options
  }

  /// So many actions a second.
  private static func rate(
    _ rate: Double, shape: String? = nil, for duration: String, _ designs: [String],
    _ topologies: [Topology] = [.single], features: [Int] = [10]
  ) -> LoadOptions {
    var options = stores(designs, topologies, features, for: duration)
    options.rate = rate
    options.shape = shape
    return options
  }

  /// So many senders who wait for the end.
  private static func clients(
    _ count: Int, think: String, for duration: String, _ designs: [String],
    _ topologies: [Topology] = [.single]
  ) -> LoadOptions {
    var options = stores(designs, topologies, [10], for: duration)
    options.clients = count
    options.think = think
    return options
  }

  /// So many simulated users, who act often, so that seconds are enough of them.
  private static func users(
    _ count: Int, for duration: String, _ designs: [String], _ topologies: [Topology] = [.single]
  ) -> LoadOptions {
    var options = stores(designs, topologies, [10], for: duration)
    options.users = count
    options.think = "exponential:1s"
    options.away = "exponential:10s"
    return options
  }

  /// So many actions a second, whose effects call a service.
  private static func served(
    _ rate: Double, latency: String, failures: Double? = nil, timeout: String? = nil,
    capacity: Int? = nil, for duration: String, _ designs: [String]
  ) -> LoadOptions {
    var options = stores(designs, [.single], [10], for: duration)
    options.rate = rate
    options.latency = latency
    options.failures = failures
    options.timeout = timeout
    options.capacity = capacity
    return options
  }
}
