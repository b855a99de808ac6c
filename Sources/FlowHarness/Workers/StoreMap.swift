package import Workloads

/// Which store holds which module of a scenario.
@usableFromInline
package struct StoreMap: Sendable {
  /// Which store a module lies in, and where there.
  @usableFromInline
  package struct Stop: Sendable {
    @usableFromInline package let store: Int
    @usableFromInline package let copy: Int
  }

  /// How many modules there are.
  package let copyCount: Int
  private let grouping: Grouping

  package init(_ scenario: Scenario) {
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
  package func modules(workers: Int) -> [SequenceFeature] {
    grouping.sizes.map { SequenceFeature(SequenceState(workers: workers, copies: $0)) }
  }

  /// Where a module lies.
  package func stop(of copy: Int) -> Stop {
    let place = grouping.place(of: copy)
    return Stop(store: place.group, copy: place.copy)
  }
}
