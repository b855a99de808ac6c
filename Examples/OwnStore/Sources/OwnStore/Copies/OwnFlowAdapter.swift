import FlowBenchCLI
import FlowCore
import FlowDesigns

/// A copy of FlowBench's `flow`, with FlowCore's store.
struct OwnFlowAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let store: Store<FeatureReducer<F>>

  init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    self.feature = feature
    store = Store(
      initialState: feature.initialState, reducer: FeatureReducer(feature), isolation: isolation)
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    guard reading != .structure else {
      return [
        store.subscribe(
          to: { feature.read(.structure, $0, slot: 0) }, within: .nothing, { _ in changed() })
      ]
    }
    return slots.map { slot in
      feature.visitSlice(
        slot: slot,
        OwnSliceSubscriber(store: store, region: feature.region(slot: slot), changed: changed))
    }
  }
}

/// Subscribes to a slice of a store's state, by value.
private struct OwnSliceSubscriber<S: StoreView>: SliceVisitor {
  let store: S
  let region: StateRegion
  let changed: () -> Void

  func visit<Slice: Equatable>(_ slice: @escaping (S.State) -> Slice) -> ObservationToken {
    store.subscribe(to: slice, within: region) { _ in changed() }
  }
}

struct OwnFlowDesign: StoreDesign {
  let description = DesignDescription(
    id: "own-flow", summary: "flow, from this package", questions: [])

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeIsolatedStore { OwnFlowAdapter($0, isolation: $1) }
  }
}
