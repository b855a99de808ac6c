public import FlowHarness
public import PublishedStores
public import Workloads

/// `mutex`, with the caller doing the work, because the store has no effects.
@usableFromInline struct MutexAdapter<F: Feature>: SynchronousStore, Sendable {
  @usableFromInline let feature: F
  @usableFromInline let store: MutexStore<F.State, F.Action>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = MutexStore(initialState: feature.initialState, reducer: feature.inoutReducer())
  }

  @inlinable func send(_ action: F.Action) {
    store.send(action)
    guard F.hasEffects, feature.mayRequest(action) else { return }
    let request = store.withState { feature.request(for: action, after: $0) }
    if let request, let answer = feature.perform(request) { send(answer) }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `mutex` for every feature.
@usableFromInline package struct MutexDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "mutex", summary: "the inout reducer behind a mutex",
    questions: [.sizes, .workers])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeSharedStore { MutexAdapter($0) }
  }
}
