import FlowCore
import PublishedStores
import Workloads

/// `inout`, with the caller doing the work that the store's shape has no place for.
struct InoutAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: InoutStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = InoutStore(initialState: feature.initialState, reducer: feature.inoutReducer())
  }

  /// A child of `parent`, `depth` views below it.
  private init<P: Feature>(
    _ feature: F, in parent: InoutAdapter<P>, depth: Int,
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
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
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

extension InoutAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = InoutAdapter<Copies<F>>
}

extension InoutAdapter: ScopedModuleStore where F: LeafFeature {
  static func scoped(to parent: Many, _ feature: F, copy: Int, depth: Int) -> Self {
    Self(
      feature, in: parent, depth: depth, value: { $0.features[copy] },
      action: { Copies<F>.Action(index: copy, action: $0) })
  }

  static func scoped(
    to parent: InoutAdapter<AppFeature>, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> Self {
    Self(
      feature, in: parent, depth: depth, value: { $0[keyPath: part.state].features[copy] },
      action: { part.embed(Copies<F>.Action(index: copy, action: $0)) })
  }
}
