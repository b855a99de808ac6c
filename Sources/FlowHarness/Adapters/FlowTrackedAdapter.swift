import FlowCore
import Workloads

/// `flow`, whose readers are tracked by Observation: each slot is read through a child of its own.
struct FlowTrackedAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let store: Store<FeatureReducer<F>>
  private let readSlot: (Reading, Int) -> UInt64

  fileprivate init(
    _ feature: F, _ makeReader: (Store<FeatureReducer<F>>) -> (Reading, Int) -> UInt64
  ) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: FeatureReducer(feature))
    readSlot = makeReader(store)
  }

  static var notification: NotificationStyle { .tracking }

  func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // Which slots there are never changes, and a digest is not a view.
    case .structure, .digest: store.withState { feature.read(reading, $0, slot: slot) }
    case .drawn, .derived: readSlot(reading, slot)
    }
  }
}

extension FlowTrackedAdapter {
  /// One module: its only slot is the whole state.
  init(_ feature: F) where F: LeafFeature {
    self.init(feature) { store in
      { [unowned store] reading, slot in feature.read(reading, store.state, slot: slot) }
    }
  }

  /// Many copies: a child for each.
  init<Base>(copies feature: Copies<Base>) where F == Copies<Base> {
    self.init(feature) { store in
      let children = (0..<feature.count).map { copy in
        store.scope(copy, of: \.features, action: Copies<Base>.Action.init(index:action:))
      }
      return { reading, slot in
        guard let child = children[slot] else { return 0 }
        return feature.base.read(reading, child.state, slot: 0)
      }
    }
  }
}

extension Catalogue {
  /// Adds `flow-tracked` for a module: alone, and many of them in one store.
  mutating func registerFlowTracked<F: LeafFeature>(_ workload: Workload<F>) {
    add(.flowTracked, workload.description, .single, .tracking) { context in
      guard context.scenario.features > 1 else {
        return context.parts(feature: workload.make) {
          TrialSubject.driving($0, store: FlowTrackedAdapter($0.feature))
        }
      }
      return context.parts(of: workload) {
        TrialSubject.driving($0, store: FlowTrackedAdapter(copies: $0.feature))
      }
    }
  }
}
