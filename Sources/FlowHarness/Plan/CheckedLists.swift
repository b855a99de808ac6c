import Workloads

/// The lists a person gave, checked; each takes the place of the same list in a suite's sweeps.
struct CheckedLists {
  private var designs: [String]?
  private var workloads: [String]?
  private var topologies: [Topology]?
  private var features: [Int]?
  private var groups: [Int]?
  private var distributions: [Distribution]?
  private var views: [ViewShape]?
  private var observers: [Int]?
  private var storages: [Storage]?
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
    affinities = try Affinity.list(options.affinity)
    features = try Self.numbers(options.features, "--features", Bounds.features)
    groups = try Self.numbers(options.groups, "--groups", Bounds.features)
    observers = try Self.numbers(options.observers, "--observers", Bounds.observers)
    if let names = options.distributions {
      var parsed: [Distribution] = []
      for name in names {
        do { parsed.append(try Distribution(parsing: name)) } catch {
          throw .refused(option: "--distribution", reason: "\(error)")
        }
      }
      distributions = parsed
    }
  }

  /// The lists in words, for an error.
  var described: String {
    [
      designs?.joined(separator: ","), topologies?.map(\.rawValue).joined(separator: ","),
      views?.map(\.rawValue).joined(separator: ","),
    ].compactMap { $0 }.joined(separator: " with ")
  }

  /// The sweep with every list that was given in place of its own.
  func replacing(_ sweep: Sweep) -> Sweep {
    var sweep = sweep
    if let designs { sweep.designs = designs }
    if let workloads { sweep.workloads = workloads }
    if let topologies { sweep.topologies = topologies }
    if let features { sweep.features = features }
    if let groups { sweep.groups = groups }
    if let distributions { sweep.distributions = distributions }
    if let views { sweep.views = views }
    if let storages { sweep.storages = storages }
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
