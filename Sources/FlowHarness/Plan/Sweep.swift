import Workloads

/// Lists that are multiplied into scenarios; a suite is a few of them.
struct Sweep {
  var designs: [String]
  var workloads: [String]
  var topologies: [Topology] = [.single]
  var features: [Int] = [1]
  /// `nil`: the square root of the feature count, rounded up.
  var groups: [Int]?
  var distributions: [Distribution] = [.uniform]
  var views: [ViewShape] = [.none]
  /// `nil`: as many as the shape of the views asks for.
  var observers: [Int]?
  var storages: [Storage] = [.memory]
  /// `nil`: as each design's nature asks.
  var affinities: [Affinity]?

  /// The scenarios, without those that the catalogue does not have; how many those were.
  @MainActor
  func scenarios(in catalogue: Catalogue) -> (scenarios: [Scenario], dropped: Int) {
    var scenarios: [Scenario] = []
    var dropped = 0
    for scenario in product(of: catalogue.designs) {
      let notification = catalogue.notification(
        workload: scenario.workload, design: scenario.design, topology: scenario.topology)
      let hasViews = scenario.views != .none && scenario.observers > 0
      if let notification, !hasViews || notification != .none {
        scenarios.append(scenario)
      } else {
        dropped += 1
      }
    }
    return (scenarios, dropped)
  }

  private func product(of known: [DesignDescription]) -> [Scenario] {
    var all: [Scenario] = []
    for workload in workloads {
      for topology in topologies {
        for features in features {
          for groups in groupCounts(topology, features: features) {
            for distribution in distributions {
              for (views, observers) in watchers(workload, features: features) {
                for storage in storages {
                  for (design, affinity) in placed(known) {
                    all.append(
                      Scenario(
                        workload: workload, topology: topology, features: features,
                        groups: groups, distribution: distribution, views: views,
                        observers: observers, storage: storage, design: design,
                        affinity: affinity))
                  }
                }
              }
            }
          }
        }
      }
    }
    return all
  }

  /// Every design with every affinity it is to run with.
  private func placed(_ known: [DesignDescription]) -> [(String, Affinity?)] {
    designs.flatMap { id -> [(String, Affinity?)] in
      let standard = known.first { $0.id == id }?.affinities ?? [nil]
      return (affinities ?? standard).map { (id, $0) }
    }
  }

  private func groupCounts(_ topology: Topology, features: Int) -> [Int] {
    guard topology == .grouped else { return [1] }
    guard let groups else { return [Int(Double(features).squareRoot().rounded(.up))] }
    return groups.filter { $0 <= features }
  }

  private func watchers(_ workload: String, features: Int) -> [(ViewShape, Int)] {
    let slots = workload == WorkloadDescription.app.id ? features * 7 : features
    return views.flatMap { views -> [(ViewShape, Int)] in
      guard views != .none else { return [(.none, 0)] }
      guard let observers else { return [(views, views.defaultObservers(slots: slots))] }
      return observers.map { $0 == 0 ? (.none, 0) : (views, $0) }
    }
  }
}
