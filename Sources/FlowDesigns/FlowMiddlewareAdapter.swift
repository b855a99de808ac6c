public import FlowCore
public import PublishedStores
public import Workloads

/// `flow` over a reducer with middlewares; their number is part of its type.
@MainActor
@usableFromInline
struct FlowMiddlewareAdapter<F: LeafFeature, R: Reducer>: @MainActor SynchronousStore
where R.State == F.State, R.Action == F.Action {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<R>

  @inlinable init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension ObservingFeature {
  /// The module's reducer with one middleware that decides at once.
  @inlinable var withOneMiddleware: MiddlewareReducer<FeatureReducer<Self>, PassingMiddleware<Self>>
  {
    FeatureReducer(self).middleware(PassingMiddleware(feature: self))
  }

  /// One of the articles' closures, which looks at the action and lets it pass; or whose filter does.
  @inlinable func closure(isFiltered: Bool) -> PassingClosure<Self> {
    let filter: (State, Action) -> Bool = { [self] in observe($1) != nil }
    return AsyncMiddleware(dependencies: self, where: isFiltered ? filter : nil) {
      _, action, feature in feature.observe(action)
    }
  }
}

/// An asynchronous middleware whose only dependency is the module.
@usableFromInline typealias PassingClosure<F: ObservingFeature> = AsyncMiddleware<
  F.State, F.Action, F
>
