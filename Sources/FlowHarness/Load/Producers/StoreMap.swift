import Workloads

/// Which store holds which module of a scenario.
struct StoreMap {
  /// Which store a module lies in, and where there.
  struct Stop {
    let store: Int
    let copy: Int
  }

  /// How many modules there are.
  let copyCount: Int
  private let grouping: Grouping

  init(_ scenario: Scenario) {
    copyCount = scenario.features
    let stores =
      switch scenario.topology {
      case .single: 1
      case .grouped: scenario.groups
      case .perFeature: scenario.features
      case .scoped: preconditionFailure("producers send to stores, not to children of one")
      }
    grouping = Grouping(copies: scenario.features, groups: stores)
  }

  /// How many stores there are.
  var storeCount: Int { grouping.sizes.count }

  /// What each store begins with.
  func initialStates(producers: Int) -> [SequenceState] {
    grouping.sizes.map { SequenceState(producers: producers, copies: $0) }
  }

  /// Where a module lies.
  func stop(of copy: Int) -> Stop {
    let place = grouping.place(of: copy)
    return Stop(store: place.group, copy: place.copy)
  }
}
