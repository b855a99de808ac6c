import FlowHarness
import FlowResults
import Workloads

// What each suite measures, and for how long.

extension Suite {
  /// Every distribution that reaches all features but the uniform one, in its usual form.
  private static let skewed = Distribution.forms.map(\.default)
    .filter { $0 != .uniform && $0 != .first }

  /// Every shape of views that is notified of changes at any distribution, but the table.
  private static let shapes = ViewShape.allCases
    .filter { $0 != .none && $0 != .ticker && $0 != .otherSlices }

  /// What each claim of the articles needs, and no combination that answers none of them.
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

  /// What is measured unless somebody says: instructions take a second or two for each scenario.
  var passes: [Pass] { self == .full ? Pass.allCases : [.timing, .counting] }

  /// How long its trials measure, and how often.
  var settings: (trial: TrialSettings, rounds: Int) {
    switch self {
    case .smoke:
      let settings = TrialSettings(
        verificationActions: 300, warmUpNs: 1_000_000, sampleNs: 1_000_000, samples: 3,
        fastActions: 20_000, maximumActions: 100_000, countedActions: 1_000,
        limitSeconds: 30)
      return (settings, 2)
    case .default, .claims:
      // Intervals are what claims are about: twice as many processes make them half as wide.
      let rounds = self == .claims ? 6 : 3
      let settings = TrialSettings(
        verificationActions: 500, warmUpNs: 5_000_000, sampleNs: 10_000_000, samples: 3,
        fastActions: 200_000, maximumActions: 1_000_000, countedActions: 4_000,
        limitSeconds: 60)
      return (settings, rounds)
    case .full:
      let settings = TrialSettings(
        verificationActions: 2000, warmUpNs: 20_000_000, sampleNs: 50_000_000, samples: 3,
        fastActions: 10_000_000, maximumActions: 10_000_000, countedActions: 100_000,
        limitSeconds: 300)
      return (settings, 3)
    case .gate:
      var settings = TrialSettings(
        verificationActions: 500, warmUpNs: 1_000_000, sampleNs: 200_000, samples: 24,
        fastActions: 1,
        maximumActions: 10_000_000, countedActions: 2_000, limitSeconds: 120)
      // Another run must count the same actions, also on a machine of another speed.
      settings.isCountFixed = true
      return (settings, 3)
    }
  }
}

extension Suite {
  /// Whether all runs: every design once, and what only some can do, at the smallest size.
  @MainActor
  private static func smoke(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.designs.map(\.id)
    let app = [WorkloadDescription.app.id]
    let reference = [Scenario.reference]
    let fast = catalogue.asked(.loads)
    return [
      Sweep(designs: designs, workloads: app, features: [2]),
      Sweep(designs: fast, workloads: ["counter", "primes"]),
      Sweep(
        designs: catalogue.narrow, workloads: ["counter"], topologies: [.single, .scoped]),
      Sweep(
        designs: catalogue.asked(.everything), workloads: app,
        topologies: [.single, .perFeature, .scoped, .grouped], features: [4]),
      Sweep(designs: reference, workloads: ["shop"], features: [10]),
      Sweep(
        designs: catalogue.asked(.everything), workloads: ["shop"], features: [10],
        views: [.ownSlice]),
      Sweep(designs: catalogue.asked(.variants), workloads: ["counter"], views: [.ownSlice]),
      Sweep(designs: catalogue.asked(.variants), workloads: ["counter"], middlewares: [1]),
      Sweep(designs: catalogue.asked(.everything, .variants), workloads: ["linger"]),
      Sweep(designs: catalogue.asked(.history), workloads: ["counter"]),
    ]
  }

  /// What each claim of the articles asks, and what `questions(_:)` asks.
  @MainActor
  private static func `default`(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.general
    let app = [WorkloadDescription.app.id]
    let reference = [Scenario.reference]
    let fast = catalogue.asked(.loads)
    let watched = catalogue.asked(.views)
    return [
      // What does each shape cost by itself? (claims 4, 5 and 6)
      Sweep(designs: designs, workloads: catalogue.modules),
      Sweep(designs: fast, workloads: ["primes", "notes"], storages: [.disk]),
      // At how many features does which topology win? (claims 1 and 2)
      Sweep(
        designs: designs, workloads: app, topologies: [.single, .perFeature],
        features: [1, 10, 100]),
      Sweep(designs: designs, workloads: app, topologies: [.scoped], features: [1, 10]),
      Sweep(
        designs: catalogue.asked(.collections), workloads: app, topologies: [.grouped],
        features: [10, 100]),
      // Does it matter who gets the actions?
      Sweep(
        designs: fast, workloads: ["shop"], features: [100],
        distributions: Self.skewed),
      // Who is notified of a change, and how often is that wasted? (claim 1)
      Sweep(
        designs: reference, workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10]),
      Sweep(
        designs: watched, workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10], views: [.ownSlice, .list]),
      Sweep(
        designs: catalogue.asked(.viewShapes), workloads: ["shop"], features: [10],
        views: [.sameSlice, .manySlices, .derived, .derivedMemo, .listByID, .form]),
      Sweep(
        designs: catalogue.asked(.viewShapes), workloads: ["shop"], topologies: [.scoped],
        features: [10], views: [.tree]),
      Sweep(designs: reference, workloads: ["counter"], features: [1000]),
      Sweep(
        designs: catalogue.asked(.viewShapes), workloads: ["counter"], features: [1000],
        views: [.ticker]),
    ] + Self.questions(catalogue)
  }

  /// The same claims at more sizes, groups, views and observers, and what `questions(_:)` asks.
  @MainActor
  private static func full(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.broad
    let app = [WorkloadDescription.app.id]
    let reference = [Scenario.reference]
    let watched = catalogue.asked(.views)
    return [
      Sweep(designs: designs, workloads: catalogue.modules),
      Sweep(designs: designs, workloads: ["primes", "notes"], storages: [.disk]),
      Sweep(
        designs: designs, workloads: app, topologies: [.single, .perFeature],
        features: [1, 10, 100]),
      Sweep(
        designs: catalogue.asked(.sizes),
        workloads: ["counter", "shop", "app"], topologies: [.single, .perFeature],
        features: [1000, 10_000]),
      Sweep(designs: designs, workloads: app, topologies: [.scoped], features: [1, 10, 100]),
      Sweep(
        designs: designs, workloads: app, topologies: [.grouped], features: [100],
        groups: [2, 10, 50]),
      Sweep(
        designs: catalogue.asked(.collections), workloads: ["shop", "app"], features: [100],
        distributions: Self.skewed),
      Sweep(
        designs: reference, workloads: ["shop"], topologies: [.single, .perFeature],
        features: [10, 100]),
      Sweep(
        designs: watched, workloads: ["shop"], topologies: [.single, .perFeature, .scoped],
        features: [10, 100], views: Self.shapes),
      Sweep(
        designs: watched, workloads: ["counter"], topologies: [.single, .perFeature],
        features: [1000], views: [.ticker]),
      Sweep(
        designs: watched, workloads: ["shop"], features: [100], views: [.ownSlice],
        observers: [1, 10, 1000]),
    ] + Self.questions(catalogue)
  }
}

extension Catalogue {
  /// All kinds of modules, each by itself: every workload but the app, and those that were made for a
  /// claim.
  fileprivate var modules: [String] {
    let others = [WorkloadDescription.app.id] + Suite.computing + Suite.largeStates
    return workloads.map(\.id).filter { !others.contains($0) }
  }

  /// The designs that are asked anything but what history costs, which is a claim's question.
  var general: [String] {
    designs.filter { $0.questions != [.history] && !$0.isNarrow }.map(\.id)
  }

  /// All designs but those that are asked one thing only, which scenarios of their own ask.
  var broad: [String] { designs.filter { !$0.isNarrow }.map(\.id) }

  /// Those that are asked one thing only, beside history.
  var narrow: [String] { designs.filter(\.isNarrow).map(\.id) }

  /// The designs that at least one of these questions is put to.
  fileprivate func asked(_ questions: DesignDescription.Question...) -> [String] {
    designs(asked: Set(questions))
  }
}

extension DesignDescription {
  /// Whether batches, scopes, or one view, is all that it is about.
  fileprivate var isNarrow: Bool {
    !questions.isEmpty && questions.isSubset(of: [.batches, .oneView, .scopes])
  }
}
