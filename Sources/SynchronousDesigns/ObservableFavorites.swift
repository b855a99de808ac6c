public import Observation
public import Workloads

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
