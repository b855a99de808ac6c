import FlowHarness
import Workloads

// What each suite of loads asks for.

extension LoadSuite {
  /// The loads, each as a person would ask for it.
  @MainActor
  func loads(_ catalogue: Catalogue) -> [OptionValues] {
    let designs = catalogue.designs.map(\.id)
    let fast = catalogue.designs(asked: [.loads])
    let folding = catalogue.designs(asked: [.collections])
    let everything = catalogue.designs(asked: [.everything])
    let services = catalogue.designs(asked: [.services])
    let both: [Topology] = [.single, .perFeature]
    switch self {
    case .smoke:
      return [
        Self.rate(5000, seconds: 0.5, fast, features: [2]),
        Self.clients(10, think: .exponential(meanNs: 1_000_000), seconds: 0.5, everything),
        Self.users(500, seconds: 0.5, everything),
        Self.served(200, latency: .constant(ns: 5_000_000), seconds: 0.5, services),
      ]
    case .default:
      // Does it matter how stores are wired, and from which rate on?
      return [1000, 10_000, 50_000].map { Self.rate($0, seconds: 2, folding, both) } + [
        // How long does one wait, whatever the design?
        Self.rate(1000, seconds: 2, designs, features: [1]),
        // Who recovers from a rush?
        Self.rate(10_000, shape: .peak(factor: 5), seconds: 4, fast),
        // What gets done when everybody waits for the store?
        Self.clients(100, think: .exponential(meanNs: 10_000_000), seconds: 2, fast),
        // Does it matter that users come in sessions and like some features more?
        Self.users(10_000, seconds: 4, fast, both),
        // What do effects in flight cost, and giving them up?
        Self.served(
          500, latency: .logNormal(medianNs: 20_000_000, sigma: 0.5), timeoutNs: 100_000_000,
          seconds: 3, services),
      ]
    case .full:
      return [1000, 10_000, 50_000, 200_000].map {
        Self.rate($0, seconds: 5, folding, both, features: [10, 100])
      } + [
        Self.rate(100, seconds: 5, designs, features: [1]),
        Self.rate(2000, seconds: 5, designs, features: [1]),
        Self.rate(10_000, shape: .peak(factor: 5), seconds: 10, fast, both),
        Self.rate(
          10_000, shape: .bursts(onNs: 100_000_000, offNs: 900_000_000), seconds: 10, fast, both),
        Self.clients(100, think: .exponential(meanNs: 10_000_000), seconds: 5, fast, both),
        Self.clients(1000, think: .exponential(meanNs: 10_000_000), seconds: 5, fast, both),
        Self.users(10_000, seconds: 10, fast, both),
        Self.users(100_000, seconds: 10, fast, both),
        Self.served(
          500, latency: .logNormal(medianNs: 20_000_000, sigma: 0.5), timeoutNs: 100_000_000,
          seconds: 5, services),
        Self.served(
          500, latency: .exponential(meanNs: 10_000_000), failures: 0.05, capacity: 8, seconds: 5,
          services),
      ]
    case .claims:
      // What is kept for each of a thousand effects in flight? (claim 5)
      var options = Self.served(5000, latency: .constant(ns: 200_000_000), seconds: 2, designs)
      options[WorkloadOptions.workloads] = ["echo"]
      options[SizeOptions.features] = [1]
      return [options]
    }
  }
}

// MARK: - The kinds of loads

extension LoadSuite {
  private static func stores(
    _ designs: [String], _ topologies: [Topology], _ features: [Int], seconds: Double
  ) -> OptionValues {
    var options = OptionValues()
    options[DesignOptions.designs] = designs
    options[DesignOptions.topologies] = topologies
    options[SizeOptions.features] = features
    options[RateOptions.duration] = UInt64(seconds * 1e9)
    return options
  }

  /// So many actions a second.
  private static func rate(
    _ rate: Double, shape: LoadShape? = nil, seconds: Double, _ designs: [String],
    _ topologies: [Topology] = [.single], features: [Int] = [10]
  ) -> OptionValues {
    var options = stores(designs, topologies, features, seconds: seconds)
    options[RateOptions.rate] = rate
    options[RateChangeOptions.shape] = shape
    return options
  }

  /// So many senders who wait for the end.
  private static func clients(
    _ count: Int, think: Delay, seconds: Double, _ designs: [String],
    _ topologies: [Topology] = [.single]
  ) -> OptionValues {
    var options = stores(designs, topologies, [10], seconds: seconds)
    options[ClientOptions.clients] = count
    options[UserOptions.think] = think
    return options
  }

  /// So many simulated users, who act often, so that seconds are enough of them.
  private static func users(
    _ count: Int, seconds: Double, _ designs: [String], _ topologies: [Topology] = [.single]
  ) -> OptionValues {
    var options = stores(designs, topologies, [10], seconds: seconds)
    options[UserOptions.users] = count
    options[UserOptions.think] = .exponential(meanNs: 1_000_000_000)
    options[UserOptions.away] = .exponential(meanNs: 10_000_000_000)
    return options
  }

  /// So many actions a second, whose effects call a service.
  private static func served(
    _ rate: Double, latency: Delay, failures: Double? = nil, timeoutNs: UInt64? = nil,
    capacity: Int? = nil, seconds: Double, _ designs: [String]
  ) -> OptionValues {
    var options = stores(designs, [.single], [10], seconds: seconds)
    options[RateOptions.rate] = rate
    options[ServiceOptions.latency] = latency
    options[ServiceOptions.failures] = failures
    options[ServiceOptions.timeout] = timeoutNs
    options[ServiceOptions.capacity] = capacity
    return options
  }
}
