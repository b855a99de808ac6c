import FlowHarness
import Workloads

/// Lists whose product is scenarios; a suite has several sweeps.
struct Sweep {
  var designs: [String]
  var workloads: [String]
  var topologies: [Topology] = [.single]
  var features: [Int] = [1]
  /// `nil`: the square root of the feature count, rounded up.
  var groups: [Int]?
  /// For `scoped`, unless the views are a tree, which has a depth of its own.
  var depths: [Int] = [1]
  var distributions: [Distribution] = [.uniform]
  var views: [ViewShape] = [.none]
  /// `nil`: the default of the shape of views.
  var observers: [Int]?
  var storages: [Storage] = [.memory]
  var middlewares: [Int] = [0]
  var completions: [Completion] = [.immediate]
  /// `nil`: those of each design.
  var affinities: [Affinity]?

  /// Returns the scenarios that the catalogue can run, and those that it cannot.
  @MainActor
  func scenarios(in catalogue: Catalogue) -> (scenarios: [Scenario], dropped: [Scenario]) {
    let all = product(in: catalogue)
    let canRun = all.map { catalogue.canRun($0) }
    return (
      zip(all, canRun).filter(\.1).map(\.0), zip(all, canRun).filter { !$0.1 }.map(\.0)
    )
  }

  /// Returns all scenarios, whether or not the catalogue can run them.
  @MainActor
  func product(in catalogue: Catalogue) -> [Scenario] {
    var all: [Scenario] = []
    for place in places {
      let slots = catalogue.slots(workload: place.workload, features: place.features)
      for distribution in distributions {
        for (views, observers) in observations(slots: slots) {
          for depth in depths(place.topology, views) {
            for effects in effects {
              for (design, affinity) in placed(catalogue.designs) {
                all.append(
                  Scenario(
                    workload: place.workload, topology: place.topology,
                    features: place.features, groups: place.groups, depth: depth,
                    distribution: distribution, views: views, observers: observers,
                    storage: effects.storage, middlewares: effects.middlewares,
                    completion: effects.completion, design: design, affinity: affinity))
              }
            }
          }
        }
      }
    }
    return all
  }

  private struct Place {
    let workload: String
    let topology: Topology
    let features: Int
    let groups: Int
  }

  private var places: [Place] {
    workloads.flatMap { workload in
      topologies.flatMap { topology in
        features.flatMap { features in
          groupCounts(topology, features: features).map {
            Place(workload: workload, topology: topology, features: features, groups: $0)
          }
        }
      }
    }
  }

  private struct Effects {
    let storage: Storage
    let middlewares: Int
    let completion: Completion
  }

  private var effects: [Effects] {
    storages.flatMap { storage in
      middlewares.flatMap { middlewares in
        completions.map { Effects(storage: storage, middlewares: middlewares, completion: $0) }
      }
    }
  }

  /// Returns every design with each of its affinities.
  private func placed(_ known: [DesignDescription]) -> [(String, Affinity?)] {
    designs.flatMap { id -> [(String, Affinity?)] in
      let standard = known.first { $0.id == id }?.affinities ?? [nil]
      return (affinities ?? standard).map { (id, $0) }
    }
  }

  private func groupCounts(_ topology: Topology, features: Int) -> [Int] {
    guard topology.sizes == .groups else { return [1] }
    guard let groups else { return [Int(Double(features).squareRoot().rounded(.up))] }
    return groups.filter { $0 <= features }
  }

  private func depths(_ topology: Topology, _ views: ViewShape) -> [Int] {
    topology.sizes == .depth && views != .tree ? depths : [1]
  }

  private func observations(slots: Int) -> [(ViewShape, Int)] {
    views.flatMap { views -> [(ViewShape, Int)] in
      guard views != .none else { return [(.none, 0)] }
      guard let observers else { return [(views, views.defaultObservers(slots: slots))] }
      return observers.map { $0 == 0 ? (.none, 0) : (views, $0) }
    }
  }
}
