import Workloads

/// Which store holds which module of a scenario.
@usableFromInline
struct StoreMap: Sendable {
  /// Which store a module lies in, and where there.
  @usableFromInline
  struct Stop: Sendable {
    @usableFromInline let store: Int
    @usableFromInline let copy: Int
  }

  /// How many modules there are.
  let copyCount: Int
  private let grouping: Grouping

  init(_ scenario: Scenario) {
    copyCount = scenario.features
    guard
      let stores = scenario.topology.storeCount(
        StoreLayout(scenario), features: scenario.features)
    else { preconditionFailure("workers send to stores, not to children of one") }
    grouping = Grouping(copies: scenario.features, groups: stores)
  }

  /// How many stores there are.
  var storeCount: Int { grouping.sizes.count }

  /// What each store holds.
  func modules(producers: Int) -> [SequenceFeature] {
    grouping.sizes.map { SequenceFeature(SequenceState(producers: producers, copies: $0)) }
  }

  /// Where a module lies.
  func stop(of copy: Int) -> Stop {
    let place = grouping.place(of: copy)
    return Stop(store: place.group, copy: place.copy)
  }
}
