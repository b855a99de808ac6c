import FlowHarness
import FlowResults
import Workloads

// What each suite of loads asks for.

extension LoadSuite {
  /// The loads, each as command line options, and the designs that it drives.
  @MainActor
  private func loads(_ catalogue: Catalogue) -> [(options: String, designs: [String])] {
    let designs = catalogue.designs.map(\.id)
    let fast = catalogue.designs(asked: [.loads])
    let folding = catalogue.designs(asked: [.collections])
    let everything = catalogue.designs(asked: [.everything])
    let services = catalogue.designs(asked: [.services])
    let both = "--topology single,per-feature"
    let users = "--think exponential:1s --away exponential:10s"
    let served = "--rate 500 --latency log-normal:20ms:0.5 --timeout 100ms"
    switch self {
    case .smoke:
      return [
        ("--rate 5000 --duration 500ms --features 2", fast),
        ("--clients 10 --think exponential:1ms --duration 500ms", everything),
        ("--users 500 \(users) --duration 500ms", everything),
        ("--rate 200 --latency constant:5ms --duration 500ms", services),
      ]
    case .default:
      // Does the topology matter, and from which rate on?
      return [1000, 10_000, 50_000].map { ("--rate \($0) --duration 2s \(both)", folding) } + [
        // How long is the response time of each design?
        ("--rate 1000 --duration 2s --features 1", designs),
        // Which design recovers from a rush?
        ("--rate 10000 --shape peak:5 --duration 4s", fast),
        // How much gets done if all clients wait for the store?
        ("--clients 100 --think exponential:10ms --duration 2s", fast),
        // Does it matter that users come in sessions and prefer some features?
        ("--users 10000 \(users) --duration 4s \(both)", fast),
        // How much do effects in flight cost, and cancelling them?
        ("\(served) --duration 3s", services),
      ]
    case .full:
      return [1000, 10_000, 50_000, 200_000].map {
        ("--rate \($0) --duration 5s \(both) --features 10,100", folding)
      } + [
        ("--rate 100 --duration 5s --features 1", designs),
        ("--rate 2000 --duration 5s --features 1", designs),
        ("--rate 10000 --shape peak:5 --duration 10s \(both)", fast),
        ("--rate 10000 --shape bursts:100ms:900ms --duration 10s \(both)", fast),
        ("--clients 100 --think exponential:10ms --duration 5s \(both)", fast),
        ("--clients 1000 --think exponential:10ms --duration 5s \(both)", fast),
        ("--users 10000 \(users) --duration 10s \(both)", fast),
        ("--users 100000 \(users) --duration 10s \(both)", fast),
        ("\(served) --duration 5s", services),
        (
          "--rate 500 --latency exponential:10ms --failures 0.05 --capacity 8 --duration 5s",
          services
        ),
      ]
    case .claims:
      // How much memory does each of a thousand effects in flight keep? (claim 5)
      return [
        (
          "--rate 5000 --latency constant:200ms --duration 2s --workload echo --features 1",
          designs
        )
      ]
    }
  }

  /// The loads, with everything that the user gives in place of the suite's own.
  ///
  /// - Parameter lists: The lists that the user gives.
  /// - Throws: `PlanError` for values that do not go together.
  @MainActor
  func specifications(
    _ options: LoadOptions, _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) -> [LoadSpecification] {
    var specifications: [LoadSpecification] = []
    for (words, designs) in loads(catalogue) {
      let own = try LoadOptions.parsed(
        "--topology single --features 10 \(words)".split(separator: " ").map(String.init))
      var load = options
      load.suite = nil
      load.rate = own.rate
      load.rate.duration = options.rate.duration ?? own.rate.duration
      load.change = own.change
      load.clients = own.clients
      load.users = own.users
      load.service = own.service
      load.rounds = options.rounds ?? rounds
      var specification = try load.specification()
      specification.lists = lists
      specification.lists.designs = lists.designs ?? designs
      specification.lists.workloads = lists.workloads ?? own.content.workload
      specification.lists.topologies = lists.topologies ?? own.stores.topology
      specification.lists.features = lists.features ?? own.size.features
      specification.lists.latency = own.service.latency
      specifications.append(specification)
    }
    return specifications
  }
}
