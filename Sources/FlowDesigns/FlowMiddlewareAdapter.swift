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

  /// The module's reducer with one of the articles' closures.
  @inlinable var withOneClosure: MiddlewareReducer<FeatureReducer<Self>, PassingClosure<Self>> {
    FeatureReducer(self).middleware(passingClosure)
  }

  /// One of the articles' closures, with a filter that lets every action pass.
  @inlinable var filteredClosure: PassingClosure<Self> {
    AsyncMiddleware(dependencies: self, where: { [self] in observe($1) != nil }) {
      _, action, feature in feature.observe(action)
    }
  }

  /// One of the articles' closures, which looks at the action and lets it pass.
  @inlinable var passingClosure: PassingClosure<Self> {
    AsyncMiddleware(dependencies: self) { _, action, feature in feature.observe(action) }
  }
}

/// An asynchronous middleware whose only dependency is the module.
@usableFromInline typealias PassingClosure<F: ObservingFeature> = AsyncMiddleware<
  F.State, F.Action, F
>
