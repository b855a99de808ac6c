public import FlowHarness
public import Observation
public import Workloads

/// A class for one feature, whose readers are tracked by Observation: the minimum cost of such a reader.
///
/// The classes are not generic, so that the driver's loop calls the registrar directly. Only readers of
/// the feature's slot are tracked, as in `flow-tracked`.
@usableFromInline protocol ObservableByHand: SynchronousStore {
  init(_ feature: F)
}

extension ObservableByHand {
  @inlinable static var notification: NotificationStyle { .tracking }
}

/// `observable-by-hand` for the feature of one class.
@usableFromInline struct ObservableByHandDesign<Store: ObservableByHand>: FeatureDesign
where Store.F: LeafFeature {
  @usableFromInline typealias F = Store.F

  @usableFromInline let description = DesignDescription(
    id: "observable-by-hand",
    summary: "no store: a class for one state, its readers tracked by Observation",
    questions: [.variants, .oneView])

  @inlinable func makeStore<S: StoreBuilder>(with builder: S) -> S.Built where S.F == F {
    builder.makeStore { Store($0) }
  }
}

/// The designs of the classes.
@MainActor
package enum ObservableByHandDesigns {
  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(ObservableByHandDesign<ObservableCounterStore>(), for: .counter)
    catalogue.add(ObservableByHandDesign<ObservableFavoritesStore>(), for: .favorites)
  }
}

/// A counter whose readers are tracked by Observation.
///
/// It differs from the code of `@Observable` in its key path, which has no components and is created
/// once. A change with a notification and a reading takes 1,050 ns, with the macro 1,230 ns (Swift 6.3,
/// 2 cores).
@usableFromInline final class ObservableCounter: Observable {
  private let registrar = ObservationRegistrar()
  private let path = \ObservableCounter.self
  private let feature: CounterFeature
  // Unchecked: notified readers read after the change.
  @exclusivity(unchecked) private(set) var state: CounterFeature.State

  @usableFromInline
  init(_ feature: CounterFeature) {
    self.feature = feature
    state = feature.initialState
  }

  @usableFromInline
  func send(_ action: CounterFeature.Action) {
    registrar.willSet(self, keyPath: path)
    feature.reduce(into: &state, action: action)
    registrar.didSet(self, keyPath: path)
  }

  @usableFromInline
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // The number of slots never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}

// A struct, because the driver's loop would look up the methods of a class in its witness table.
@usableFromInline struct ObservableCounterStore: ObservableByHand {
  @usableFromInline typealias F = CounterFeature

  @usableFromInline let model: ObservableCounter

  @inlinable init(_ feature: CounterFeature) { model = ObservableCounter(feature) }

  @inlinable func send(_ action: CounterFeature.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 { model.read(reading, slot: slot) }
}

/// Favourites whose readers are tracked by Observation. Not generic with `ObservableCounter`, because a
/// generic class would create its path at each use.
@usableFromInline final class ObservableFavorites: Observable {
  private let registrar = ObservationRegistrar()
  private let path = \ObservableFavorites.self
  private let feature: FavoritesFeature
  // Unchecked: notified readers read after the change.
  @exclusivity(unchecked) private(set) var state: FavoritesFeature.State

  @usableFromInline
  init(_ feature: FavoritesFeature) {
    self.feature = feature
    state = feature.initialState
  }

  @usableFromInline
  func send(_ action: FavoritesFeature.Action) {
    registrar.willSet(self, keyPath: path)
    feature.reduce(into: &state, action: action)
    registrar.didSet(self, keyPath: path)
  }

  @usableFromInline
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // The number of slots never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}

// A struct, because the driver's loop would look up the methods of a class in its witness table.
@usableFromInline struct ObservableFavoritesStore: ObservableByHand {
  @usableFromInline typealias F = FavoritesFeature

  @usableFromInline let model: ObservableFavorites

  @inlinable init(_ feature: FavoritesFeature) { model = ObservableFavorites(feature) }

  @inlinable func send(_ action: FavoritesFeature.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 { model.read(reading, slot: slot) }
}
