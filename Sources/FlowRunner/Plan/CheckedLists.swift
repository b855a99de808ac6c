import FlowHarness
import FlowResults
import Workloads

/// The lists a person gave, checked; each takes the place of the same list in a suite's sweeps.
struct CheckedLists {
  private var designs: [String]?
  private var workloads: [String]?
  private var topologies: [Topology]?
  private var features: [Int]?
  private var groups: [Int]?
  private var depths: [Int]?
  private var distributions: [Distribution]?
  private var views: [ViewShape]?
  private var observers: [Int]?
  private var storages: [Storage]?
  private var middlewares: [Int]?
  private var completions: [Completion]?
  private var affinities: [Affinity]?

  @MainActor
  init(_ options: RunOptions, catalogue: Catalogue) throws(PlanError) {
    designs = try Self.known(
      options.designs, "--design", "design", catalogue.designs.map(\.id))
    workloads = try Self.known(
      options.workloads, "--workload", "workload", catalogue.workloads.map(\.id))
    topologies = try Self.cases(options.topologies, "--topology", "topology")
    views = try Self.cases(options.views, "--views", "shape of views")
    storages = try Self.cases(options.storages, "--storage", "storage")
    completions = try Self.cases(options.completions, "--completion", "completion")
    affinities = try Affinity.list(options.affinity)
    features = try Self.numbers(options.features, "--features", Bounds.features)
    groups = try Self.numbers(options.groups, "--groups", Bounds.features)
    depths = try Self.numbers(options.depths, "--depth", Bounds.depth)
    observers = try Self.numbers(options.observers, "--observers", Bounds.observers)
    middlewares = try Self.numbers(options.middlewares, "--middlewares", Bounds.middlewares)
    if let names = options.distributions {
      var parsed: [Distribution] = []
      for name in names {
        do { parsed.append(try Distribution(parsing: name)) } catch {
          throw .refused(option: "--distribution", reason: "\(error)")
        }
      }
      distributions = parsed
    }
    try checkOtherSlices()
  }

  /// Refuses what would leave no slice that gets no action.
  private func checkOtherSlices() throws(PlanError) {
    guard let views, views.contains(.otherSlices) else { return }
    if let distributions, !distributions.contains(.first) {
      throw .conflict(
        option: "--distribution", rule: "must be first for views of other-slices",
        value: distributions.map(\.description).joined(separator: ","))
    }
    // The app has seven slots of each feature.
    guard let features, workloads?.contains(WorkloadDescription.app.id) != true else { return }
    guard features.contains(where: { $0 > 1 }) else {
      throw .conflict(
        option: "--features", rule: "must be 2 or more for views of other-slices", value: "1")
    }
  }

  /// The sweep with every list that was given in place of its own.
  func replacing(_ sweep: Sweep) -> Sweep {
    var sweep = sweep
    if let designs { sweep.designs = designs }
    if let workloads { sweep.workloads = workloads }
    if let topologies { sweep.topologies = topologies }
    if let features { sweep.features = features }
    if let groups { sweep.groups = groups }
    if let depths { sweep.depths = depths }
    if let distributions { sweep.distributions = distributions }
    if let views { sweep.views = views }
    // Other slices exist only where the first one gets all actions.
    if views == [.otherSlices], distributions == nil { sweep.distributions = [.first] }
    if let storages { sweep.storages = storages }
    if let middlewares { sweep.middlewares = middlewares }
    if let completions { sweep.completions = completions }
    if let affinities { sweep.affinities = affinities }
    if let observers {
      sweep.observers = observers
      // Observers without a shape of views: each looks at its own slice.
      if views == nil, sweep.views == [.none] { sweep.views = [.ownSlice] }
    }
    return sweep
  }

  private static func known(
    _ names: [String]?, _ option: String, _ kind: String, _ known: [String]
  ) throws(PlanError) -> [String]? {
    guard let names else { return nil }
    for name in names where !known.contains(name) {
      throw .unknown(option: option, kind: kind, name: name, known: known)
    }
    return names
  }

  private static func cases<T: RawRepresentable & CaseIterable>(
    _ names: [String]?, _ option: String, _ kind: String
  ) throws(PlanError) -> [T]? where T.RawValue == String {
    guard let names else { return nil }
    var cases: [T] = []
    for name in names {
      guard let value = T(rawValue: name) else {
        throw .unknown(
          option: option, kind: kind, name: name, known: T.allCases.map(\.rawValue))
      }
      cases.append(value)
    }
    return cases
  }

  private static func numbers(
    _ numbers: [Int]?, _ option: String, _ range: ClosedRange<Int>
  ) throws(PlanError) -> [Int]? {
    guard let numbers else { return nil }
    for number in numbers { try Plan.check(number, in: range, option) }
    return numbers
  }
}
