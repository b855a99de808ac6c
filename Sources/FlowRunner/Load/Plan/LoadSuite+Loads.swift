import FlowHarness
import FlowResults
import Workloads

extension LoadSuite {
  /// One load of a suite, for designs in the order of the tables.
  private struct Part {
    let traffic: LoadTraffic
    var service: ServiceLaw?
    let designs: [String]
    var workloads: [String]?
    var topologies: [Topology] = [.single]
    var features = [10]
  }

  private static let both: [Topology] = [.single, .perFeature]
  private static let remote = ServiceLaw(
    latency: .logNormal(medianNs: 20_000_000, sigma: 0.5), timeoutNs: 100_000_000)

  /// The kinds of traffic of suites.
  private struct Traffic {
    /// The duration of all loads; `nil` if each has its own.
    let durationNs: UInt64?

    func open(_ rate: Double, ms: UInt64) throws(PlanError) -> LoadTraffic {
      try open([RateSegment(durationNs: durationNs(ms), rate: rate)])
    }

    private func durationNs(_ ms: UInt64) -> UInt64 { durationNs ?? ms * 1_000_000 }

    private func open(_ stages: [RateSegment], name: String? = nil) throws(PlanError) -> LoadTraffic
    {
      do {
        return .open(try LoadSchedule(stages: stages, process: .poisson, name: name))
      } catch { throw .refused(option: "--duration", reason: "\(error)") }
    }

    /// The rate, a linear rise to five times the rate and a fall in a tenth of the duration each, and
    /// the rate again.
    func peak(_ rate: Double, ms: UInt64) throws(PlanError) -> LoadTraffic {
      let wholeNs = durationNs(ms)
      let tenthNs = wholeNs / 10
      let high = 5 * rate
      let stages = [
        RateSegment(durationNs: 4 * tenthNs, rate: rate),
        RateSegment(durationNs: tenthNs, fromRate: rate, toRate: high),
        RateSegment(durationNs: tenthNs, fromRate: high, toRate: rate),
        RateSegment(durationNs: wholeNs - 6 * tenthNs, rate: rate),
      ]
      return try open(
        stages, name: "\(RateSegment(durationNs: wholeNs, rate: rate)):peak:5.0")
    }

    func clients(_ count: Int, thinkMs: UInt64, ms: UInt64) -> LoadTraffic {
      .closed(
        clients: count, think: .exponential(meanNs: thinkMs * 1_000_000),
        durationNs: durationNs ?? ms * 1_000_000)
    }

    func users(_ count: Int, ms: UInt64) -> LoadTraffic {
      .users(
        UserTraffic(
          count: count, arrival: .poisson, think: .exponential(meanNs: 1_000_000_000),
          away: .exponential(meanNs: 10_000_000_000), durationNs: durationNs ?? ms * 1_000_000))
    }
  }

  /// Returns the loads with their lists, and everything that the user gives in place of the suite's
  /// own.
  ///
  /// - Parameter lists: The lists that the user gives.
  /// - Throws: `PlanError` if values do not go together.
  @MainActor
  func loads(
    _ options: LoadOptions, _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) -> [(load: Load, lists: ScenarioLists)] {
    try parts(catalogue, Traffic(durationNs: options.rate.duration)).map { part in
      var lists = lists
      lists.designs = lists.designs ?? part.designs
      lists.workloads = lists.workloads ?? part.workloads
      lists.topologies = lists.topologies ?? part.topologies
      lists.features = lists.features ?? part.features
      lists.latency = part.service?.latency
      let load = Load(part.traffic, service: part.service, isVirtual: options.time.virtual)
      return (load, lists)
    }
  }

  @MainActor
  private func parts(_ catalogue: Catalogue, _ traffic: Traffic) throws(PlanError) -> [Part] {
    let designs = catalogue.designs.map(\.id)
    let fast = catalogue.designs(asked: [.loads])
    let folding = catalogue.designs(asked: [.collections])
    let everything = catalogue.designs(asked: [.everything])
    let services = catalogue.designs(asked: [.services])
    switch self {
    case .smoke:
      return [
        Part(traffic: try traffic.open(5000, ms: 500), designs: fast, features: [2]),
        Part(traffic: traffic.clients(10, thinkMs: 1, ms: 500), designs: everything),
        Part(traffic: traffic.users(500, ms: 500), designs: everything),
        Part(
          traffic: try traffic.open(200, ms: 500),
          service: ServiceLaw(latency: .constant(ns: 5_000_000)),
          designs: services),
      ]
    case .default:
      return try [1000, 10_000, 50_000].map { rate throws(PlanError) in
        Part(traffic: try traffic.open(rate, ms: 2000), designs: folding, topologies: Self.both)
      } + [
        // How long is the response time of each design?
        Part(traffic: try traffic.open(1000, ms: 2000), designs: designs, features: [1]),
        // Which design recovers from a rush?
        Part(traffic: try traffic.peak(10_000, ms: 4000), designs: fast),
        // What is the throughput if all clients wait for the store?
        Part(traffic: traffic.clients(100, thinkMs: 10, ms: 2000), designs: fast),
        // Does it matter that users come in sessions and prefer some features?
        Part(traffic: traffic.users(10_000, ms: 4000), designs: fast, topologies: Self.both),
        // How much do effects in flight cost, and cancelling them?
        Part(traffic: try traffic.open(500, ms: 3000), service: Self.remote, designs: services),
      ]
    case .claims:
      return [
        Part(
          traffic: try traffic.open(5000, ms: 2000),
          service: ServiceLaw(latency: .constant(ns: 200_000_000)), designs: designs,
          workloads: ["echo"], features: [1])
      ]
    }
  }
}
