public import FlowHarness
public import Observation
public import Workloads

/// A class that somebody wrote for one feature, whose readers are tracked by Observation: what such a
/// reader costs at least.
///
/// Each is driven as a store by itself, and none is generic, so that nothing lies between the driver's
/// loop and the registrar. Only readers of the feature's slot are tracked, as those of `flow-tracked` are.
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
    summary: "no store: a class written for one state, its readers tracked by Observation",
    questions: [.variants, .oneView])

  @inlinable func plug<S: StoreSocket>(into socket: S) -> S.Plugged where S.F == F {
    socket.plug { Store($0) }
  }
}

/// The classes, each with its workload.
@MainActor
package enum ObservableByHandDesigns {
  /// Adds them; their loops are compiled here.
  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(ObservableByHandDesign<ObservableCounterStore>(), for: .counter)
    catalogue.add(ObservableByHandDesign<ObservableFavoritesStore>(), for: .favorites)
  }
}

/// A counter whose readers are tracked by Observation, with as little around it as there can be.
///
/// What `@Observable` writes, but for two things (Swift 6.3, 2 cores, a change with a notification and
/// a reading): the path is the one without components, which costs the least to hash (1,195 to 1,090 ns);
/// and it is made once, and not at each use (1,050 ns). The class of the macro takes 1,230 ns. Without
/// `didSet`, which some readers wait for, it would take 30 less.
@usableFromInline final class ObservableCounter: Observable {
  private let registrar = ObservationRegistrar()
  private let path = \ObservableCounter.self
  private let feature: CounterFeature
  // Unchecked: whoever is notified reads when the change is over.
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
    // Which slots there are never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}

/// The same as a store.
// A struct: the driver's loop would look up the methods of a class in the table of its conformance.
@usableFromInline struct ObservableCounterStore: ObservableByHand {
  @usableFromInline typealias F = CounterFeature

  @usableFromInline let model: ObservableCounter

  @inlinable init(_ feature: CounterFeature) { model = ObservableCounter(feature) }

  @inlinable func send(_ action: CounterFeature.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 { model.read(reading, slot: slot) }
}

/// Favourites whose readers are tracked by Observation. As `ObservableCounter`, and written out again: a
/// generic class would make its path at each use.
@usableFromInline final class ObservableFavorites: Observable {
  private let registrar = ObservationRegistrar()
  private let path = \ObservableFavorites.self
  private let feature: FavoritesFeature
  // Unchecked: whoever is notified reads when the change is over.
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
    // Which slots there are never changes, and a digest is not a view.
    case .structure, .digest: break
    case .drawn, .derived: registrar.access(self, keyPath: path)
    }
    return feature.read(reading, state, slot: slot)
  }
}

/// The same as a store.
// A struct: the driver's loop would look up the methods of a class in the table of its conformance.
@usableFromInline struct ObservableFavoritesStore: ObservableByHand {
  @usableFromInline typealias F = FavoritesFeature

  @usableFromInline let model: ObservableFavorites

  @inlinable init(_ feature: FavoritesFeature) { model = ObservableFavorites(feature) }

  @inlinable func send(_ action: FavoritesFeature.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 { model.read(reading, slot: slot) }
}
