import FlowHarness
import FlowResults
import Workloads

// The scenarios and the duration of each suite.

extension Suite {
  /// Every distribution that reaches all features, except for the uniform one, with default
  /// parameters.
  private static let skewed = Distribution.forms.map(\.default)
    .filter { $0 != .uniform && $0 != .first }

  /// Every shape of views that is notified at any distribution, except the table.
  private static let shapes = ViewShape.allCases
    .filter { ![.none, .ticker, .otherSlices].contains($0) }

  @MainActor
  func sweeps(_ catalogue: Catalogue) -> [Sweep] {
    switch self {
    case .smoke: Self.smoke(catalogue)
    case .default: Self.default(catalogue)
    case .full: Self.full(catalogue)
    case .gate: Self.gate(catalogue)
    case .claims: Self.claims(catalogue)
    }
  }

  /// The default passes: instructions take a second or two for each scenario.
  var passes: [Pass] {
    [.timing, .counting] + (self == .full ? [.instructions] : [])
  }

  var settings: (trial: TrialSettings, rounds: Int) {
    switch self {
    case .smoke:
      let settings = TrialSettings(
        verificationActions: 300, warmUpNs: 1_000_000, sampleNs: 1_000_000, samples: 3,
        leastActions: 1, fastActions: 20_000, maximumActions: 100_000, countedActions: 1_000,
        limitSeconds: 30)
      return (settings, 3)
    case .default, .claims:
      let settings = TrialSettings(
        verificationActions: 500, warmUpNs: 5_000_000, sampleNs: 1_000_000, samples: 9,
        leastActions: 100, fastActions: 20_000, maximumActions: 200_000, countedActions: 4_000,
        limitSeconds: 60)
      // Processes differ more than samples do. Claims need narrow intervals.
      return (settings, self == .claims ? 12 : 7)
    case .full:
      let settings = TrialSettings(
        verificationActions: 2000, warmUpNs: 20_000_000, sampleNs: 50_000_000, samples: 3,
        leastActions: 100, fastActions: 10_000_000, maximumActions: 10_000_000,
        countedActions: 20_000, limitSeconds: 300)
      return (settings, 3)
    case .gate:
      let settings = TrialSettings(
        verificationActions: 500, warmUpNs: 1_000_000, sampleNs: 200_000, samples: 24,
        leastActions: 1, fastActions: 1, maximumActions: 10_000_000, countedActions: 2_000,
        limitSeconds: 120)
      return (settings, 3)
    }
  }
}

extension Suite {
  /// Every design once, and the abilities of some designs, at the smallest size.
  @MainActor
  private static func smoke(_ catalogue: Catalogue) -> [Sweep] {
    let app = [WorkloadDescription.app.id]
    let (everything, variants) = (catalogue.asked(.everything), catalogue.asked(.variants))
    return [
      Sweep(designs: catalogue.designs.map(\.id), workloads: app, features: [2]),
      Sweep(designs: catalogue.asked(.loads), workloads: ["counter", "primes"]),
      Sweep(designs: catalogue.narrow, workloads: ["counter"], topologies: [.single, .scoped]),
      Sweep(
        designs: everything, workloads: app,
        topologies: [.single, .perFeature, .scoped], features: [4]),
      Sweep(designs: [Scenario.reference], workloads: ["shop"], features: [10]),
      Sweep(designs: everything, workloads: ["shop"], features: [10], views: [.ownSlice]),
      Sweep(designs: variants, workloads: ["counter"], views: [.ownSlice]),
      Sweep(designs: variants, workloads: ["counter"], middlewares: [1]),
      Sweep(designs: catalogue.asked(.everything, .variants), workloads: ["linger"]),
      Sweep(designs: catalogue.asked(.history), workloads: ["counter"]),
    ]
  }

  @MainActor
  private static func `default`(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.general
    let app = [WorkloadDescription.app.id]
    let reference = [Scenario.reference]
    let (fast, shaped) = (catalogue.asked(.loads), catalogue.asked(.viewShapes))
    return [
      // What is the cost of each module? (claims 4, 5 and 6)
      Sweep(designs: designs, workloads: catalogue.modules),
      Sweep(designs: fast, workloads: ["primes", "notes"], storages: [.disk]),
      // At how many features is which topology faster? (claims 1 and 2)
      Sweep(
        designs: designs, workloads: app, topologies: [.single, .perFeature],
        features: [1, 10, 100]),
      Sweep(designs: designs, workloads: app, topologies: [.scoped], features: [1, 10]),
      // Does the distribution of actions over copies matter?
      Sweep(designs: fast, workloads: ["shop"], features: [100], distributions: skewed),
      // Which views are notified of a change, and how often is that wasted? (claim 1)
      Sweep(
        designs: reference, workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10]),
      Sweep(
        designs: catalogue.asked(.views), workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10], views: [.ownSlice, .list]),
      Sweep(
        designs: shaped, workloads: ["shop"], features: [10],
        views: [.sameSlice, .manySlices, .derived, .derivedMemo, .listByID, .form]),
      Sweep(
        designs: shaped, workloads: ["shop"], topologies: [.scoped], features: [10],
        views: [.tree]),
      Sweep(designs: reference, workloads: ["counter"], features: [1000]),
      Sweep(designs: shaped, workloads: ["counter"], features: [1000], views: [.ticker]),
    ] + questions(catalogue)
  }

  /// The scenarios of `default` at more sizes, views and observers.
  @MainActor
  private static func full(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.broad
    let app = [WorkloadDescription.app.id]
    let watched = catalogue.asked(.views)
    return [
      Sweep(designs: designs, workloads: catalogue.modules),
      Sweep(designs: designs, workloads: ["primes", "notes"], storages: [.disk]),
      Sweep(
        designs: designs, workloads: app, topologies: [.single, .perFeature],
        features: [1, 10, 100]),
      Sweep(
        designs: catalogue.asked(.sizes), workloads: ["counter", "shop", "app"],
        topologies: [.single, .perFeature], features: [1000, 10_000]),
      Sweep(designs: designs, workloads: app, topologies: [.scoped], features: [1, 10, 100]),
      Sweep(
        designs: catalogue.asked(.collections), workloads: ["shop", "app"], features: [100],
        distributions: skewed),
      Sweep(
        designs: [Scenario.reference], workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10, 100]),
      Sweep(
        designs: watched, workloads: ["shop"], topologies: [.single, .perFeature, .scoped],
        features: [10, 100], views: shapes),
      Sweep(
        designs: watched, workloads: ["counter"], topologies: [.single, .perFeature],
        features: [1000], views: [.ticker]),
      Sweep(
        designs: watched, workloads: ["shop"], features: [100], views: [.ownSlice],
        observers: [1, 10, 1000]),
    ] + questions(catalogue)
  }

  /// Arrays in place, slices that never change, deep scopes, middlewares and effects.
  @MainActor
  private static func questions(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.general
    let (everything, oneView) = (catalogue.asked(.everything), catalogue.asked(.oneView))
    return [
      // What does reducing in place save, and does that grow with the number of features?
      Sweep(
        designs: catalogue.asked(.collections), workloads: ["favorites"],
        features: [1, 100, 10_000]),
      // What is the cost of one view without changes, and of 9,999?
      Sweep(
        designs: everything, workloads: ["favorites"], features: [101, 10_000],
        distributions: [.first]),
      Sweep(
        designs: oneView, workloads: ["favorites"], features: [101], distributions: [.first],
        views: [.otherSlices]),
      Sweep(
        designs: everything, workloads: ["favorites"], features: [10_000],
        distributions: [.first], views: [.otherSlices]),
      // What is the cost of a view that draws every change?
      Sweep(
        designs: oneView, workloads: ["counter", "favorites"], views: [.ownSlice, .reader]),
      // What is the cost of a scope, and of the tenth?
      Sweep(
        designs: catalogue.asked(.scopes), workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4, 10]),
      // What is the cost of a middleware that lets every action pass?
      Sweep(designs: designs, workloads: ["counter"], middlewares: [1, 4]),
      // What is the cost of suspending in an effect?
      Sweep(
        designs: designs, workloads: ["echo"], completions: [.suspending],
        affinities: Affinity.allSupported),
      // What is the cost of an effect in flight, and of cancelling 10,000?
      Sweep(designs: designs, workloads: ["linger"]),
    ]
  }
}

extension Catalogue {
  /// All workloads but the app and those of a single claim.
  fileprivate var modules: [String] {
    let others = [WorkloadDescription.app.id] + Suite.computing
    return workloads.filter { !$0.countsComparisons }.map(\.id).filter { !others.contains($0) }
  }
}
