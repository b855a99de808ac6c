import PublishedStores
import Workloads

/// The lower bound: no store, a struct that reduces in place.
struct FloorAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  var floor: Floor<FeatureReducer<F>>

  init(_ feature: F) {
    self.feature = feature
    floor = Floor(initialState: feature.initialState, reducer: FeatureReducer(feature))
  }

  mutating func send(_ action: F.Action) { floor.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, floor.state, slot: slot)
  }
}

extension FloorAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = FloorAdapter<Copies<F>>
}
