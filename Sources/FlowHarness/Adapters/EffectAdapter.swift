import FlowCore
import PublishedStores
import Workloads

/// `effect`: the store itself runs what its reducer returns.
struct EffectAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: EffectStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = EffectStore(initialState: feature.initialState, reducer: feature.effectReducer())
  }

  /// A child of `parent`, `depth` views below it.
  private init<P: Feature>(
    _ feature: F, in parent: EffectAdapter<P>, depth: Int,
    value: @escaping (P.State) -> F.State, action: @escaping (F.Action) -> P.Action
  ) {
    self.feature = feature
    var view = parent.store
    for _ in 1..<depth { view = view.view(value: { $0 }, action: { $0 }) }
    store = view.view(value: value, action: action)
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) {
    store.send(action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    [store.subscribe { _ in changed() }]
  }
}

extension EffectAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = EffectAdapter<Copies<F>>
}

extension EffectAdapter: ScopedModuleStore where F: LeafFeature {
  static func scoped(to parent: Many, _ feature: F, copy: Int, depth: Int) -> Self {
    Self(
      feature, in: parent, depth: depth, value: { $0.features[copy] },
      action: { Copies<F>.Action(index: copy, action: $0) })
  }

  static func scoped(
    to parent: EffectAdapter<AppFeature>, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> Self {
    Self(
      feature, in: parent, depth: depth, value: { $0[keyPath: part.state].features[copy] },
      action: { part.embed(Copies<F>.Action(index: copy, action: $0)) })
  }
}
