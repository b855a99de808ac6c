import FlowCore
import Workloads

/// `flow` over a reducer with middlewares; their number is part of its type.
@MainActor
struct FlowMiddlewareAdapter<F: LeafFeature, R: Reducer>: @MainActor SynchronousStore
where R.State == F.State, R.Action == F.Action {
  private let feature: F
  private let store: Store<R>

  init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension RemarkingFeature {
  /// The module's reducer with one middleware that decides at once.
  var withOneMiddleware: MiddlewareReducer<FeatureReducer<Self>, PassingMiddleware<Self>> {
    FeatureReducer(self).middleware(PassingMiddleware(feature: self))
  }

  /// The module's reducer with one of the articles' closures.
  var withOneClosure: MiddlewareReducer<FeatureReducer<Self>, PassingClosure<Self>> {
    FeatureReducer(self).middleware(passingClosure)
  }

  /// One of the articles' closures, which looks at the action and lets it pass.
  var passingClosure: PassingClosure<Self> {
    AsyncMiddleware(dependencies: self) { _, action, feature in feature.remark(on: action) }
  }
}

/// An asynchronous middleware whose only dependency is the module.
typealias PassingClosure<F: RemarkingFeature> = AsyncMiddleware<F.State, F.Action, F>

extension Catalogue {
  /// Adds `flow` with one and with four middlewares of both kinds.
  mutating func registerFlowMiddlewares<F: RemarkingFeature>(_ workload: Workload<F>) {
    registerMiddlewares(design: .flow, workload: workload, count: 1) { (feature: F, _: Int) in
      FlowMiddlewareAdapter(feature, feature.withOneMiddleware)
    }
    registerMiddlewares(design: .flow, workload: workload, count: 4) { (feature: F, _: Int) in
      let one = PassingMiddleware(feature: feature)
      return FlowMiddlewareAdapter(
        feature, feature.withOneMiddleware.middleware(one).middleware(one).middleware(one))
    }
    registerMiddlewares(design: .flowAsync, workload: workload, count: 1) {
      (feature: F, _: Int) in FlowAwaitingAdapter(feature, feature.withOneClosure)
    }
    registerMiddlewares(design: .flowAsync, workload: workload, count: 4) {
      (feature: F, _: Int) in
      let one = feature.passingClosure
      return FlowAwaitingAdapter(
        feature, feature.withOneClosure.middleware(one).middleware(one).middleware(one))
    }
  }
}
